/**
 * Pulls from a service that lies: no loan is lost, and none counts as absent without proof. The server of the test changes
 * replies of a sandbox. Needs `npm run build`.
 */
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { isLong } from '../e2e/how-long.ts'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { drivesExecutable, type Env, hasSqlite, runScript } from '../support/process.ts'
import { closeServers } from '../support/servers.ts'
import {
  type Between,
  errorOf,
  idsOf,
  isDetails,
  jsonAt,
  me,
  pull,
  serveBetween,
  sql,
} from './pull-service.ts'

const folder = folderForAll()
/** Each takes half a second. `npm run test:long` tries more. */
const seeds = isLong ? 200 : 12
afterEach(closeServers)

const reply = (response: ServerResponse, value: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  return true
}

const lies: Readonly<Record<string, (response: ServerResponse, other: object) => boolean>> = {
  'an empty list': (response) => reply(response, { loans: [] }),
  'no list': (response) => reply(response, { loans: null }),
  'status 404': (response) => reply(response, { code: 'org.kiva.NotFound', message: 'Not found' }, 404),
  'other loans': (response, other) => reply(response, other),
}

/** Two loans that no request of these tests asks for. */
const others = { loans: [{ id: 5 }, { id: 6 }] }

let mirrors = 0
async function open(words: readonly string[], more: Env = {}): Promise<Between & { readonly env: Env }> {
  const between = await serveBetween(words)
  const { KIVA_LENDER: _, ...unnamed } = between.env
  mirrors += 1
  return Object.assign(between, {
    env: { ...unnamed, KIVA_DATA_DIR: join(folder, String(mirrors)), ...more },
  })
}

const count = 'SELECT count(*), count(missing_since) FROM loans'
const isNewest = (path: string) => path.includes('/loans/search') && !path.includes('oldest')
const loansIn = (body: string): { id: unknown }[] => JSON.parse(body).loans ?? []
const changing = "status IN ('fundraising', 'funded', 'in_repayment')"

describe.runIf(hasSqlite).each(Object.entries(lies))('a service that answers with %s', (_, lie) => {
  test('once is asked again, with a loan that it has', async () => {
    const service = await open(['--loans', '220'])
    let lied = 0
    service.interfere = (path, response) => {
      if (!isDetails(path) || lied > 0) return false
      lied += 1
      return lie(response, others)
    }
    const { code, done } = await pull(service.env)
    expect([code, done]).toEqual([
      0,
      expect.objectContaining({ loans: 220, new: 220, absent: 0, not_known_yet: 0 }),
    ])
    const [first = [], second = []] = service.asked.filter(isDetails).map(idsOf)
    expect(second.slice(0, 49)).toEqual(first.slice(0, 49))
    expect(second).toHaveLength(50)
    expect(first).not.toContain(second[49])
  })
})

describe.runIf(hasSqlite)('a service that lies for a while', () => {
  test('in a first fill loses no loan: the pull ends as at an outage, and later ones ask again', async () => {
    const service = await open(['--loans', '220'])
    for (const [at, lie] of Object.values(lies).entries()) {
      service.asked.length = 0
      service.interfere = (path, response) =>
        isDetails(path) && service.asked.filter(isDetails).length > at % 2 && lie(response, others)
      const { code, stdout, stderr } = await pull(service.env)
      expect([code, stdout, errorOf(stderr)]).toEqual([
        6,
        '',
        expect.objectContaining({
          kind: 'service',
          message: expect.stringMatching(
            /^the API sent none of \d+ loans \(\d+ …\), and not even a loan that it has$/,
          ),
          hint: expect.stringContaining('Run kiva mirror pull later: it asks for them again.'),
        }),
      ])
    }
    service.interfere = () => false
    for (let pulls = 0, left = 1; left > 0; pulls++) {
      const { code, done } = await pull(service.env)
      expect([code, pulls]).toEqual([0, expect.toSatisfy((number) => number < 9)])
      left = done.not_known_yet + done.requests_left
    }
    expect(await sql(service.env, count)).toEqual([[220, 0]])
  })

  test('takes no loan of a filled mirror for absent', async () => {
    const service = await open(['--loans', '220'])
    await pull(service.env)
    const [[loans]] = (await sql(service.env, `SELECT count(*) FROM loans WHERE ${changing}`)) as [[number]]
    for (const lie of Object.values(lies)) {
      service.interfere = (path, response) => isDetails(path) && lie(response, others)
      expect((await pull(service.env)).code).toBe(6)
    }
    expect(await sql(service.env, count)).toEqual([[220, 0]])
    const began = new Date().toISOString()
    service.interfere = () => false
    for (let left = 1; left > 0; ) left = (await pull(service.env)).done.not_known_yet
    expect(
      await sql(service.env, `SELECT count(*) FROM loans WHERE ${changing} AND read_at > '${began}'`),
    ).toEqual([[loans]])
  })
})

describe.runIf(hasSqlite)('a service that leaves out some loans of each reply', () => {
  const info = async (env: Env, ...words: readonly string[]) =>
    (await kiva(['mirror', 'info', ...words], env)).stdout

  test('of a first fill is asked again for each of them, and the mirror says how many it lacks', async () => {
    const service = await open(['--loans', '600'])
    service.interfere = (path, response, { body }) =>
      isDetails(path) && reply(response, { loans: loansIn(body).filter(({ id }) => Number(id) % 4 > 0) })
    const first = await pull(service.env)
    expect(first.code).toBe(0)
    const { coverage, lacking, ids_asked_again: ids, requests_asked_again: requests } = first.done
    expect(lacking).toBe(coverage.listed - coverage.loans)
    expect(lacking).toBeGreaterThan(100)
    expect(await sql(service.env, 'SELECT count(*), min(tries), max(tries) FROM absent')).toEqual([
      [ids, 1, 1],
    ])
    expect(requests).toBe(Math.ceil(ids / 49))
    expect(JSON.parse(await info(service.env, '-o', 'json'))).toMatchObject({
      lacking,
      ids_asked_again: ids,
      requests_asked_again: requests,
    })
    const words = `The API lists ${lacking} loans that the mirror lacks.
Pulls ask again for ${ids} ids that the API left out: ${requests} requests each time, at most 6 times.`
    expect(await info(service.env, '-o', 'table')).toContain(words)
    service.interfere = () => false
    for (let pulls = 0, left = ids; left > 0; pulls++) {
      expect(pulls).toBeLessThan(9)
      service.asked.length = 0
      const { code, done } = await pull(service.env)
      expect(code).toBe(0)
      // A request at least, and a quarter of all at most. Those that were not asked for come first.
      const absent = service.asked.filter(
        (path) =>
          isDetails(path) &&
          idsOf(path)
            .slice(0, -1)
            .every((id) => id % 4 === 0),
      )
      expect(absent.length).toBeGreaterThan(0)
      expect(absent.length).toBeLessThanOrEqual(Math.max(1, service.asked.length / 4))
      left = done.ids_asked_again
    }
    expect(await sql(service.env, count)).toEqual([[600, 0]])
    expect(JSON.parse(await info(service.env, '-o', 'json'))).toMatchObject({
      lacking: 0,
      ids_asked_again: 0,
    })
  })

  test.runIf(!drivesExecutable)(
    'without end is asked six times for each, and the loans stay counted',
    async () => {
      const service = await open(['--loans', '120'])
      const gone = 2_100_003
      service.interfere = (path, response, { body }) =>
        isDetails(path) && reply(response, { loans: loansIn(body).filter(({ id }) => id !== gone) })
      expect((await pull(service.env)).done).toMatchObject({ new: 119, lacking: 1 })
      const path = join(service.env['KIVA_DATA_DIR'] ?? '', 'mirror.sqlite')
      await runScript('make-database.ts', path, 'UPDATE absent SET tries = 5')
      const asks = async () => {
        service.asked.length = 0
        const { done } = await pull(service.env)
        return [
          service.asked.some((path) => isDetails(path) && idsOf(path).includes(gone)),
          done.ids_asked_again,
          done.lacking,
        ]
      }
      // The sweep goes on below the oldest loan, so that two requests of 49 ids ask for all.
      expect([await asks(), await asks(), await asks()]).toEqual([
        [true, 1, 1],
        [false, 0, 1],
        [false, 0, 1],
      ])
      expect(await sql(service.env, `SELECT tries FROM absent WHERE id = ${gone}`)).toEqual([[6]])
    },
  )

  test.each([0, 38, 115, 1000])('and lists %i loans is asked again by the next pull', async (total) => {
    const service = await open(['--loans', '120'])
    const isCount = (path: string) => path.includes('status=')
    service.interfere = (path, response) =>
      isCount(path) && reply(response, { loans: [], paging: { page: 1, total, page_size: 20, pages: 1 } })
    expect((await pull(service.env)).done).toMatchObject({ new: 120, coverage: { listed: total } })
    const { stdout } = await kiva(['mirror', 'info', '-o', 'table'], service.env)
    expect(stdout).toContain(total < 116 ? 'It has 120 loans of ' : 'It has 116 of 1,000 loans (11.6%) of ')
    service.interfere = () => false
    const { coverage } = (await pull(service.env)).done
    expect(coverage.listed).toBe(coverage.loans)
    service.asked.length = 0
    await pull(service.env)
    expect(service.asked.filter(isCount)).toEqual([])
  })
})

describe.runIf(hasSqlite)('a pull on a machine whose clock is wrong', () => {
  const hour = 3_600_000
  test.each([
    [
      'two hours behind',
      2 * hour,
      "The clock of this machine is 2 hours behind the API's. Readings have the time of the API.\n",
    ],
    [
      'six minutes ahead',
      -hour / 10,
      "The clock of this machine is 6 minutes ahead of the API's. Readings have the time of the API.\n",
    ],
    ['four minutes ahead', -hour / 15, ''],
    ['right', 0, ''],
  ])('%s has the time of the service', async (_, ahead, said) => {
    const service = await open(['--loans', '60'])
    // In the middle of a minute of the words.
    const off = ahead + Math.sign(ahead) * 30_000
    service.date = () => Date.now() + off
    const began = Date.now()
    const { code, stderr } = await pull(service.env)
    expect([code, stderr]).toEqual([0, said])
    const times = await sql(
      service.env,
      `SELECT min(read_at) FROM loans UNION ALL SELECT max(until) FROM changes UNION ALL SELECT min(read_at) FROM partners
       UNION ALL SELECT began FROM pulls UNION ALL SELECT ended FROM pulls`,
    )
    const info = JSON.parse((await kiva(['mirror', 'info', '-o', 'json'], service.env)).stdout)
    for (const time of [...times.flat(), info.coverage.listed_at]) {
      expect(Date.parse(String(time))).toBeGreaterThanOrEqual(began + off - 2000)
      expect(Date.parse(String(time))).toBeLessThanOrEqual(Date.now() + off)
    }
  })
})

describe.runIf(hasSqlite)('a pull', () => {
  test('asks for what is not known yet with a quarter of its requests, and with one at least', async () => {
    const service = await open(['--loans', '600'])
    await pull(service.env)
    const notFound = (response: ServerResponse) => lies['status 404']?.(response, {}) ?? false
    /** Pulls, and returns the share of requests for ids that were not known before. */
    const pullAgain = async (code: number, ...words: readonly string[]) => {
      const before = (await sql(service.env, 'SELECT 0 UNION SELECT id FROM unproven')).flat()
      service.asked.length = 0
      expect((await pull(service.env, ...words)).code).toBe(code)
      const again = service.asked.filter(
        (path) => isDetails(path) && idsOf(path).some((id) => before.includes(id)),
      )
      return { before, again: again.length, sent: service.asked.length }
    }
    service.interfere = (path, response) => isDetails(path) && notFound(response)
    for (let pulls = 0; pulls < 4; pulls++) await pullAgain(6)
    // What the service never answers is told after everything else was read.
    const noAnswer = (await sql(service.env, 'SELECT 0 UNION SELECT id FROM unproven')).flat()
    service.interfere = (path, response) =>
      isDetails(path) && idsOf(path).some((id) => noAnswer.includes(id)) && notFound(response)
    expect(await pullAgain(6)).toMatchObject({ again: 1 })
    service.interfere = () => false
    expect(await pullAgain(0, '--requests', '8')).toMatchObject({
      again: expect.toSatisfy((count) => count <= 2),
    })
    for (let pulls = 0; ; pulls++) {
      expect(pulls).toBeLessThan(20)
      const { before, again, sent } = await pullAgain(0)
      if (before.length === 1) break
      expect(again).toBeGreaterThan(0)
      expect(again).toBeLessThanOrEqual(Math.max(1, sent / 4))
    }
    expect(await sql(service.env, count)).toEqual([[600, 0]])
  })

  test('asks for an id that the service cannot answer alone in the end', async () => {
    const service = await open(['--loans', '220'])
    const bad = 2_100_100
    service.interfere = (path, response) =>
      isDetails(path) && idsOf(path).includes(bad) && (lies['status 404']?.(response, {}) ?? false)
    expect((await pull(service.env)).code).toBe(6)
    for (let pulls = 0; (await sql(service.env, 'SELECT count(*) FROM unproven'))[0]?.[0] !== 1; pulls++) {
      expect(pulls).toBeLessThan(16)
      await pull(service.env)
    }
    expect(await sql(service.env, count)).toEqual([[219, 0]])
    expect(await sql(service.env, 'SELECT id FROM unproven')).toEqual([[bad]])
    service.interfere = () => false
    expect((await pull(service.env)).done).toMatchObject({ new: 1, not_known_yet: 0 })
  })

  test('stores the loans that it asked for, counts each once, and says what it left out', async () => {
    const service = await open(['--loans', '100'])
    service.interfere = (path, response, { body }) => {
      if (path.includes('/partners'))
        return reply(response, { partners: [{ id: 0 }, { id: -2 }, { id: 7, name: 'A' }] })
      if (!isDetails(path)) return false
      const loans = loansIn(body)
      return reply(response, { loans: [...loans, ...loans.slice(0, 3), ...others.loans] })
    }
    const { code, stderr, done } = await pull(service.env)
    expect([code, done]).toEqual([
      0,
      expect.objectContaining({ loans: 100, new: 100, partners: 1, without_id: 2 }),
    ])
    expect(stderr).toMatch(
      /^2 records without a valid id were left out\.\n8 loans that were not requested were left out\.\n$/,
    )
    expect(await sql(service.env, 'SELECT count(*), min(id) > 6 FROM loans')).toEqual([[100, 1]])
    expect(await sql(service.env, 'SELECT count(*) FROM changes')).toEqual([[100]])
  })

  test.each([0, -5, 1.5])('tells of loans with the id %s, which may be any that did not come', async (id) => {
    const service = await open(['--loans', '100'])
    service.interfere = (path, response, { body }) =>
      isDetails(path) &&
      reply(response, { loans: loansIn(body).map((loan, at) => (at === 7 ? { ...loan, id } : loan)) })
    const { code, stderr, done } = await pull(service.env)
    expect([code, done.loans, done.without_id]).toEqual([0, 98, 2])
    expect(stderr).toBe('2 records without a valid id were left out.\n')
    expect(done.not_known_yet).toBe(2)
    service.interfere = () => false
    expect((await pull(service.env)).done).toMatchObject({ new: 2, not_known_yet: 0 })
  })

  test('of which more than a tenth of the loans are absent says so, and exits with 9', async () => {
    const service = await open(['--loans', '220'])
    await pull(service.env)
    const drop = (every: number) => {
      service.interfere = (path, response, { body }) =>
        isDetails(path) &&
        reply(response, { loans: loansIn(body).filter(({ id }) => Number(id) % every !== 0) })
    }
    drop(20)
    expect((await pull(service.env)).code).toBe(0)
    drop(4)
    const { code, stdout, stderr } = await pull(service.env)
    const { absent, loans } = JSON.parse(stdout)
    expect([code, errorOf(stderr)]).toEqual([
      9,
      expect.objectContaining({
        kind: 'partial',
        message: `${absent} of ${absent + loans} loans were not found, more than a tenth`,
        hint: 'The API may be wrong. The mirror keeps these loans, and later pulls ask for them again.',
      }),
    ])
    expect(absent * 10).toBeGreaterThan(loans)
    expect((await pull(service.env)).code).toBe(0)
  })

  test('begins its sweep below a wild id of the newest list, and asks for that id alone', async () => {
    const service = await open(['--loans', '220'])
    const wild = 10 ** 15
    service.interfere = (path, response, { body }) =>
      isNewest(path) && reply(response, { ...JSON.parse(body), loans: [{ id: wild }, ...loansIn(body)] })
    const { code, done } = await pull(service.env)
    expect([code, done]).toEqual([0, expect.objectContaining({ loans: 220, absent: 1, requests_left: 0 })])
    expect(service.asked.filter((path) => path.includes(String(wild))).length).toBeLessThanOrEqual(2)
    service.asked.length = 0
    expect((await pull(service.env)).code).toBe(0)
    expect(service.asked.filter((path) => path.includes(String(wild)))).toEqual([])
  })

  test.each([
    [
      'from a list of 20 loans',
      (total: number) => ({ page: 1, total, page_size: 20, pages: Math.ceil(total / 20) }),
      9,
    ],
    [
      'with the number that was asked for',
      (total: number, page: number) => ({ page, total, page_size: 20, pages: 99 }),
      9,
    ],
    ['without paging', () => undefined, 0],
  ])('that gets the same page for ever says so: %s', async (_, pagingOf, expected) => {
    const service = await open(['--loans', '300'])
    await pull(service.env)
    const { base_url } = await service.move(['--loans', '300', '--day', '40'])
    const { paging } = await jsonAt(`${base_url}/v1/loans/search.json?app_id=org.example.list`)
    const first = await jsonAt(`${base_url}/v1/loans/search.json?app_id=org.example.list`)
    service.asked.length = 0
    service.interfere = (path, response) =>
      isNewest(path) &&
      reply(response, {
        loans: first.loans,
        paging: pagingOf(paging.total, Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1)),
      })
    const { code, stderr } = await pull(service.env, '--day', '40')
    expect([code, stderr]).toEqual([
      expected,
      expect.stringMatching(/the newest loans .*(an earlier page again|the same page again)/),
    ])
    expect(service.asked.filter(isNewest).length).toBeLessThan(9)
    if (expected === 0) return
    service.interfere = () => false
    const { done } = await pull(service.env, '--day', '40')
    expect(done.new).toBe(paging.total - 300)
  })

  test('whose lists are all the same page fills no mirror with it', async () => {
    const service = await open(['--loans', '220'])
    const first = await jsonAt(`${service.env['KIVA_BASE_URL']}/v1/loans/search.json?app_id=org.example.list`)
    service.interfere = (path, response) => path.includes('/loans/search') && reply(response, first)
    const { code, stderr } = await pull(service.env)
    expect([code, errorOf(stderr).message]).toEqual([
      9,
      'the list of the newest loans was not read to its end: the oldest loans do not fit the newest ones',
    ])
    service.interfere = () => false
    expect((await pull(service.env)).done).toMatchObject({ new: 220, requests_left: 0 })
  })

  test('keeps the list of @me and the field partners when their lists break off', async () => {
    const service = await open(['--loans', '300'], { KIVA_LENDER: me })
    await pull(service.env)
    const list = 'SELECT count(*) FROM lender_loans'
    const before = await sql(service.env, list)
    service.interfere = (path, response) =>
      path.includes(`/lenders/${me}/loans`)
        ? reply(response, { loans: [] })
        : path.includes('/partners') && reply(response, { partners: [] })
    const { code, stderr, done } = await pull(service.env, '--day', '2')
    expect([code, stderr, done.lender]).toEqual([
      0,
      `The list of field partners was not read to its end: page 1 of the list was empty, although there are more records.
The list of @me was not read: page 1 of the list was empty, although there are more records.
`,
      null,
    ])
    expect(await sql(service.env, list)).toEqual(before)
    service.interfere = () => false
    expect((await pull(service.env, '--day', '2')).done).toMatchObject({ partners: 220, lender: me })
  })

  test('after the clock went back reads again what was read in the future', async () => {
    const service = await open(['--loans', '220'])
    const day = Date.now()
    let gone = 0
    service.interfere = (path, response, { body }) => {
      if (!isDetails(path) || gone === 0) return false
      return reply(response, { loans: loansIn(body).filter(({ id }) => id !== gone) })
    }
    await pull(service.env, '--day', '50')
    gone = Number((await sql(service.env, `SELECT max(id) FROM loans WHERE ${changing}`))[0]?.[0])
    expect((await pull(service.env, '--day', '50')).done.absent).toBe(1)
    gone = 0
    const [[loans]] = (await sql(service.env, `SELECT count(*) FROM loans WHERE ${changing}`)) as [[number]]
    expect((await pull(service.env)).done).toMatchObject({ loans, partners: 220, requests_left: 0 })
    const later = `SELECT count(*) FROM loans WHERE ${changing} AND (missing_since IS NOT NULL OR read_at > '${new Date(day + 864e5).toISOString()}')`
    expect(await sql(service.env, later)).toEqual([[0]])
  })

  // A runtime runs the script, and an executable is none.
  test.runIf(!drivesExecutable)(
    `from a service that lies at random, repeated, ends with every loan: ${seeds} seeds`,
    { timeout: isLong ? 7_200_000 : 600_000 },
    async () => {
      const { wrong, codes, told } = JSON.parse(
        await runScript('mirror-lies.ts', join(folder, 'lies'), '0', String(seeds)),
      )
      expect(wrong).toEqual([])
      expect(Object.keys(told)).toHaveLength(10)
      expect(codes.map(([code]: [number]) => code).toSorted()).toEqual([0, 5, 6, 9])
    },
  )
})
