/**
 * What pulls keep of themselves, of lending actions, and of the changes of loans; and what the mirror says of its gaps.
 * Needs `npm run build`.
 */
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isLong } from '../e2e/how-long.ts'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { drivesExecutable, type Env, hasSqlite, runScript } from '../support/process.ts'
import { readTable } from '../support/read-lake.ts'
import { closeServers } from '../support/servers.ts'
import { type Between, errorOf, idsOf, isDetails, pull, serveBetween, sql } from './pull-service.ts'

afterAll(closeServers)

// biome-ignore lint/suspicious/noExplicitAny: records of the service
type Loose = any

const folder = folderForAll()
/** Each takes a second. `npm run test:long` tries more. */
const seeds = isLong ? 200 : 5
let count = 0
const mirror = () => ({ KIVA_DATA_DIR: join(folder, `data-${count++}`) })
const day = Date.UTC(2026, 10, 20, 12)

async function open(words: readonly string[] = ['--loans', '120'], now = () => day) {
  const service = await serveBetween(words, now)
  return Object.assign(service, { env: { ...service.env, ...mirror() } as Env })
}

/** Pulls again from a service that leaves out a fundraising loan, and returns its id. */
async function pullWithout(service: Between): Promise<number> {
  const [[gone]] = (await sql(service.env, "SELECT min(id) FROM loans WHERE status = 'fundraising'")) as [
    [number],
  ]
  service.interfere = (path, response, { status, body }) => {
    if (!isDetails(path)) return false
    const loans = JSON.parse(body).loans.filter(({ id }: Loose) => id !== gone)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ loans }))
    return true
  }
  await pull(service.env)
  return gone
}

const info = async (env: Env) => JSON.parse((await kiva(['mirror', 'info', '-o', 'json'], env)).stdout)
/** The statuses that the search can select, and the older name of one. */
const listed = "'fundraising', 'funded', 'in_repayment', 'paid', 'ended_with_loss', 'defaulted'"
const isRecent = (path: string) => path.startsWith('/v1/lending_actions/recent')

describe.runIf(hasSqlite)('lending actions', () => {
  test('are read first, with one request, and kept once', async () => {
    const service = await open()
    let served: Loose[] = []
    service.interfere = (path, _, { body }) => {
      if (isRecent(path)) served = JSON.parse(body).lending_actions
      return false
    }
    const { done } = await pull(service.env)
    expect(service.asked[0]).toMatch(/lending_actions/)
    expect(service.asked.filter(isRecent)).toHaveLength(1)
    expect(served.length).toBe(100)
    expect(done).toMatchObject({ actions: 100, actions_missed: false })
    const rows = await sql(
      service.env,
      'SELECT id, date, loan_id, lender_id FROM lending_actions ORDER BY id',
    )
    const expected = served
      .map(({ id, date, loan, lender }) => [id, date, loan.id, lender.lender_id])
      .sort(([one], [other]) => one - other)
    expect(rows).toEqual(expected)
    expect(new Set(rows.map(([, , loan]) => loan)).size).toBeGreaterThan(5)
    expect((await pull(service.env)).done).toMatchObject({ actions: 0, actions_missed: false })
  })

  test.each([
    ['some were known', 60, {}, [60, 0]],
    ['one was known', 99, {}, [99, 0]],
    ['none was known: others were missed', 100, {}, [100, 1]],
    ['none was known, and one has no id', 99, { id: 0 }, [99, 1]],
  ])('of a later pull: %s', async (_, fresh, others, [added = 0, missed = 0]) => {
    const service = await open()
    await pull(service.env)
    service.interfere = (path, response, { status, body }) => {
      if (!isRecent(path)) return false
      const actions: Loose[] = JSON.parse(body).lending_actions
      const later = actions.map((action, place) =>
        place < fresh ? { ...action, id: action.id + 10 ** 9 } : { ...action, ...others },
      )
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ lending_actions: later }))
      return true
    }
    const { done } = await pull(service.env)
    expect(done).toMatchObject({ actions: added, actions_missed: missed === 1 })
    expect(await sql(service.env, 'SELECT actions, actions_missed FROM pulls ORDER BY id')).toEqual([
      [100, 0],
      [added, missed],
    ])
    expect(await sql(service.env, 'SELECT count(*) FROM lending_actions')).toEqual([[100 + added]])
  })

  test('an odd one is left out alone, and an error of the list ends nothing', async () => {
    const service = await open()
    const odd = [{ id: 'x' }, { date: '2026-01-01T00:00:00Z' }, { id: 5, date: 'soon', loan: null }, null, 7]
    service.interfere = (path, response) => {
      if (!isRecent(path)) return false
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ lending_actions: odd }))
      return true
    }
    expect((await pull(service.env)).done).toMatchObject({ actions: 1, new: 120 })
    expect(await sql(service.env, 'SELECT * FROM lending_actions')).toEqual([[5, null, null, null]])
    service.interfere = (path, response) => {
      if (!isRecent(path)) return false
      response.writeHead(400).end('{"code":"org.kiva.InvalidVersion","message":"gone"}')
      return true
    }
    const { code, stderr, done } = await pull(service.env)
    expect([code, done.end]).toEqual([0, 'done'])
    expect(stderr).toContain('The lending actions were not read: ')
  })
})

describe.runIf(hasSqlite)('the table pulls', () => {
  test('has what each did, and why it ended', async () => {
    const service = await open()
    const pulls = [await pull(service.env, '--requests', '6'), await pull(service.env)]
    // Each loan that is read again has one lender more.
    service.interfere = (path, response, { status, body }) => {
      if (!isDetails(path) || status !== 200) return false
      const loans = JSON.parse(body).loans.map((loan: Loose) => ({
        ...loan,
        lender_count: loan.lender_count + 1,
      }))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ loans }))
      return true
    }
    pulls.push(await pull(service.env))
    expect(pulls[2]?.done.changed).toBeGreaterThan(10)
    service.interfere = (path, response) => {
      if (!isDetails(path)) return false
      response.writeHead(503).end('{}')
      return true
    }
    expect((await pull({ ...service.env, KIVA_RETRIES: '1' })).code).toBe(6)
    // Of each request only one loan is there.
    service.interfere = (path, response, { status, body }) => {
      if (!isDetails(path) || status !== 200) return false
      const loans = JSON.parse(body).loans.slice(0, 1)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ loans }))
      return true
    }
    expect((await pull(service.env)).code).toBe(9)
    const rows = await sql(
      service.env,
      'SELECT id, reason, errors, requests, read, new, changed, absent FROM pulls ORDER BY id',
    )
    expect(rows.slice(0, 3)).toEqual(
      pulls.map(({ done }, place) => [
        place + 1,
        ['requests', 'done', 'done'][place],
        0,
        ...[done.requests, done.loans, done.new, done.changed, done.absent],
      ]),
    )
    expect(rows.slice(3).map((row) => row.slice(0, 3))).toEqual([
      [4, 'service', 2],
      [5, 'partial', 0],
    ])
    expect(await sql(service.env, 'SELECT sum(began < ended) FROM pulls')).toEqual([[5]])
    expect((await info(service.env)).last_pull).toMatchObject({ reason: 'partial', errors: 0 })
  })
})

describe.runIf(hasSqlite)('mirror pull --ids', () => {
  test('reads these loans alone, from words and from standard input', async () => {
    const service = await open()
    const { done } = await pull(service.env, '--ids', '2100001,2100002')
    expect(done).toMatchObject({ loans: 2, new: 2, end: 'done' })
    expect(service.asked.filter((path) => !isRecent(path))).toHaveLength(1)
    expect(service.asked.filter(isDetails).map(idsOf)).toEqual([[2100001, 2100002]])
    const piped = await kiva(
      ['mirror', 'pull', '--ids', '-'],
      service.env,
      '2100002 2100003\n2100004,2100003\n',
    )
    expect(JSON.parse(piped.stdout)).toMatchObject({ loans: 3, new: 2, lender: null })
    expect(await sql(service.env, 'SELECT count(*) FROM loans')).toEqual([[4]])
  })

  test('leaves the first fill and what changes to other pulls', async () => {
    const service = await open()
    expect((await pull(service.env, '--requests', '9')).done.end).toBe('requests')
    service.asked.length = 0
    expect((await pull(service.env, '--ids', '2100003')).done).toMatchObject({ loans: 1, end: 'done' })
    expect(service.asked.filter(isDetails).map(idsOf)).toEqual([[2100003]])
    expect((await info(service.env)).sweep).not.toBe(null)
  })

  test.each([
    ['alone in an empty mirror', '3000000', '1 loan was not found: 3000000', undefined, 0],
    ['among others', '2100001,3000000', '1 loan was not found: 3000000', 'The other one was stored.', 1],
    [
      'with others like it',
      '2100002,3000000,2100001,3000001',
      '2 loans were not found: 3000000, 3000001',
      'The other 2 were stored.',
      2,
    ],
  ])('says which loan was not found, and forgets its id: %s', async (_, ids, message, hint, loans) => {
    const service = await open()
    const { code, stdout, stderr, done } = await pull(service.env, '--ids', ids)
    expect([code, stdout === '', errorOf(stderr)]).toEqual([
      9,
      false,
      { kind: 'partial', message, exit_code: 9, ...(hint && { hint }) },
    ])
    expect(done).toMatchObject({
      loans,
      end: 'done',
      not_found: ids
        .split(',')
        .map(Number)
        .filter((id) => id >= 3e6),
    })
    for (const table of ['wanted', 'absent', 'unproven'])
      expect([table, await sql(service.env, `SELECT count(*) FROM ${table}`)]).toEqual([table, [[0]]])
    service.asked.length = 0
    expect((await pull(service.env)).code).toBe(0)
    expect(service.asked.filter((path) => path.includes('3000000'))).toEqual([])
  })

  test('says that a loan of the mirror was not found, and keeps it', async () => {
    const service = await open()
    await pull(service.env)
    const gone = await pullWithout(service)
    const { code, done } = await pull(service.env, '--ids', String(gone))
    expect([code, done.not_found]).toEqual([9, [gone]])
    expect(await info(service.env)).toMatchObject({ absent: 1, loans: 120 })
  })

  test('refuses what is no id', async () => {
    const service = await open()
    for (const ids of ['x', '0', '-5', '1.5', '9007199254740993']) {
      const { code, stderr } = await pull(service.env, `--ids=${ids}`)
      expect([ids, code, errorOf(stderr).message]).toEqual([ids, 2, expect.stringContaining('for --ids')])
    }
  })
})

describe.runIf(hasSqlite)('mirror info', () => {
  test('says how much of the list is there, by status, and what is not', async () => {
    const service = await open()
    const half = (await pull(service.env, '--requests', '9')).done
    expect(half).toMatchObject({ loans: 50, end: 'requests' })
    const before = await info(service.env)
    expect(before.coverage).toEqual(half.coverage)
    const [[of]] = (await sql(service.env, `SELECT count(*) FROM loans WHERE status IN (${listed})`)) as [
      [number],
    ]
    expect(half.coverage).toEqual({ loans: of, listed: 116, listed_at: expect.any(String) })
    expect(before.loans).toBe(50)
    const sweep = await sql(service.env, "SELECT value FROM store WHERE key LIKE 'sweep%' ORDER BY key DESC")
    expect([[before.sweep.next], [before.sweep.bottom]]).toEqual(sweep)
    expect(before.sweep.next).toBeGreaterThan(before.sweep.bottom)
    const { done, stdout } = await pull(service.env)
    expect(done.coverage).toMatchObject({ loans: 116, listed: 116 })
    expect(stdout).not.toBe('')
    const whole = await info(service.env)
    expect(whole).toMatchObject({ loans: 120, sweep: null, wanted: 0, not_known_yet: 0, absent: 0 })
    const rows = await sql(
      service.env,
      'SELECT status, count(*), min(read_at), max(read_at) FROM loans GROUP BY 1 ORDER BY 2 DESC, 1',
    )
    expect(whole.statuses.map(Object.values)).toEqual(rows)
    const oldest = rows.map(([, , first]) => String(first)).sort()[0]
    expect([whole.oldest, whole.newest]).toEqual([
      oldest,
      rows
        .map(([, , , last]) => String(last))
        .sort()
        .at(-1),
    ])
    const { stdout: words } = await kiva(['mirror', 'info', '-o', 'table'], service.env)
    expect(words).toContain('It has 116 of 116 loans (100%) of ')
    // The number is read once a day.
    const isCount = (path: string) => path.includes('status=')
    expect(service.asked.filter(isCount)).toHaveLength(1)
  })

  test.runIf(!drivesExecutable)('shows a first fill up to its last id', async () => {
    const { env } = await open()
    await pull(env, '--requests', '9')
    const path = join(env['KIVA_DATA_DIR'] ?? '', 'mirror.sqlite')
    const sweepAt = async (next: number) => {
      await runScript('make-database.ts', path, `UPDATE store SET value = ${next} WHERE key = 'sweep_next'`)
      return (await info(env)).sweep
    }
    const { bottom } = (await info(env)).sweep
    expect(await sweepAt(bottom)).toEqual({ next: bottom, bottom })
    const { stdout } = await kiva(['mirror', 'info', '-o', 'table'], env)
    expect(stdout).toContain(`The first fill has 1 id to ask for, from ${bottom} down to ${bottom}.`)
    expect(await sweepAt(bottom - 1)).toBe(null)
  })

  test('counts a loan that the service left out', async () => {
    const service = await open()
    await pull(service.env)
    await pullWithout(service)
    expect(await info(service.env)).toMatchObject({ absent: 1 })
  })
})

test.runIf(hasSqlite)('ratings of field partners are numbers, and NULL where there is none', async () => {
  const service = await open()
  let served: Loose[] = []
  service.interfere = (path, response, { status, body }) => {
    if (!path.startsWith('/v1/partners')) return false
    const page: Loose = JSON.parse(body)
    page.partners[0].rating = 'Not Rated'
    page.partners[1].rating = '3.5'
    served = [...served, ...page.partners]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(page))
    return true
  }
  await pull(service.env)
  const expected = served.map(({ id, rating }) => [id, Number.isNaN(Number(rating)) ? null : Number(rating)])
  expect(await sql(service.env, 'SELECT id, rating FROM partners ORDER BY place')).toEqual(expected)
  expect(expected.slice(0, 2).map(([, rating]) => rating)).toEqual([null, 3.5])
  expect(await sql(service.env, 'SELECT DISTINCT typeof(rating) FROM partners ORDER BY 1')).toEqual([
    ['null'],
    ['real'],
  ])
})

describe.runIf(hasSqlite)('changes', () => {
  test.runIf(!drivesExecutable)('hold each reading, in whichever order readings come', async () => {
    const { wrong, rowsSeen } = JSON.parse(await runScript('readings.ts', join(folder, 'readings'), '500'))
    expect(wrong).toEqual([])
    expect(rowsSeen).toBeGreaterThan(1000)
  })

  test.runIf(!drivesExecutable)(
    `lose no reading where the clock is wrong, and are in the lake: ${seeds} seeds`,
    { timeout: isLong ? 7_200_000 : 600_000 },
    async () => {
      const data = join(folder, 'clocks')
      const { wrong, told, rowsSeen } = JSON.parse(
        await runScript('mirror-clocks.ts', data, '0', String(seeds)),
      )
      expect(wrong).toEqual([])
      expect(told).toBeGreaterThan(0)
      expect(rowsSeen).toBeGreaterThan(100)
      for (const seed of [0, 1]) {
        const env = { KIVA_DATA_DIR: join(data, String(seed)) }
        const lake = join(folder, `lake-${seed}`)
        expect((await kiva(['mirror', 'export', '--out', lake], env)).code).toBe(0)
        const rows: Loose[] = JSON.parse(
          (await kiva(['sql', 'SELECT * FROM changes', '-o', 'json'], env)).stdout,
        )
        const sorted = (all: readonly Loose[]) =>
          all
            .map((row) => [
              ...[row['loan_id'], row['reading'], row['lender_count']].map(Number),
              ...[row['at'], row['until']].map((time) => new Date(time).getTime()),
              row['status'],
            ])
            .map((row) => JSON.stringify(row))
            .toSorted()
        expect(sorted(await readTable(lake, 'changes'))).toEqual(sorted(rows))
      }
    },
  )

  const env = mirror()
  const put = async (date: string, loan: object) => {
    const page = { header: { date }, loans: [{ id: 7, terms: {}, ...loan }] }
    expect((await kiva(['mirror', 'import', '-'], env, JSON.stringify(page))).code).toBe(0)
  }

  test('say when values were read last, and what an older reading adds', async () => {
    await put('2026-01-01T00:00:00Z', { status: 'fundraising', funded_amount: 50, lender_count: 2 })
    await put('2026-01-03T00:00:00Z', { status: 'fundraising', funded_amount: 50, lender_count: 2 })
    await put('2026-01-09T00:00:00Z', { status: 'funded', funded_amount: 500, lender_count: 12 })
    await put('2026-01-05T00:00:00Z', { status: 'fundraising', funded_amount: 125, lender_count: 5 })
    const rows = await sql(
      env,
      'SELECT substr(at, 1, 10), substr(until, 1, 10), funded_amount FROM changes ORDER BY at',
    )
    expect(rows).toEqual([
      ['2026-01-01', '2026-01-03', 50],
      ['2026-01-05', '2026-01-05', 125],
      ['2026-01-09', '2026-01-09', 500],
    ])
    expect(await sql(env, 'SELECT status, funded_amount FROM loans')).toEqual([['funded', 500]])
    // A loan that changes its status is counted once.
    expect((await info(env)).statuses).toMatchObject([{ status: 'funded', loans: 1 }])
  })

  test('of a loan are printed oldest first, in words and as records', async () => {
    const { code, stdout } = await kiva(['mirror', 'changes', '7', '-o', 'table'], env)
    expect([code, stdout.trimEnd().split('\n')]).toEqual([
      0,
      [
        '1 Jan 2026 00:00 UTC  first read: fundraising, funded $50, 2 lenders',
        '5 Jan 2026 00:00 UTC  funded $50 → $125, 2 → 5 lenders',
        '9 Jan 2026 00:00 UTC  fundraising → funded, funded $125 → $500, 5 → 12 lenders',
      ],
    ])
    const printed = await kiva(['mirror', 'changes', '7', '-o', 'json'], env)
    const changes: Loose[] = JSON.parse(printed.stdout)
    expect(changes.map(({ event }) => event)).toEqual(['added', 'changed', 'changed'])
    expect(changes[1]).toEqual({
      at: '2026-01-05T00:00:00.000Z',
      until: '2026-01-05T00:00:00.000Z',
      event: 'changed',
      item: {
        status: 'fundraising',
        funded_amount: 125,
        basket_amount: null,
        paid_amount: null,
        lender_count: 5,
        delinquent: false,
      },
      changes: { funded_amount: { from: 50, to: 125 }, lender_count: { from: 2, to: 5 } },
    })
  })

  test('are in the order of readings where a clock was wrong', async () => {
    const service = await open()
    const id = 2_100_001
    let funded = 0
    service.interfere = (path, response, { status, body }) => {
      if (!isDetails(path) || status !== 200) return false
      const loans = JSON.parse(body).loans.map((loan: Loose) => ({ ...loan, lender_count: funded }))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ loans }))
      return true
    }
    // The day moves the clock of the machine. The service has none.
    for (const day of ['2', '30', '0', '3', '3']) {
      funded += 1
      expect((await pull(service.env, '--ids', String(id), '--day', day)).code).toBe(0)
    }
    const printed = await kiva(['mirror', 'changes', String(id), '-o', 'json'], service.env)
    const changes: Loose[] = JSON.parse(printed.stdout)
    expect(changes.map(({ item }) => item.lender_count)).toEqual([1, 2, 3, 4, 5])
    expect(await sql(service.env, 'SELECT reading FROM changes ORDER BY at')).toEqual([
      [3],
      [1],
      [4],
      [5],
      [2],
    ])
  })

  test('end with the loss of a loan that the service left out', async () => {
    const service = await open()
    await pull(service.env)
    const gone = await pullWithout(service)
    const { stdout } = await kiva(['mirror', 'changes', String(gone), '-o', 'table'], service.env)
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^\d+ \w+ 2026 \d\d:\d\d UTC {2}left out by the API$/)
  })

  test('of an unknown loan: exit code 5, and how to read it', async () => {
    const { code, stderr } = await kiva(['mirror', 'changes', '8'], env)
    expect([code, errorOf(stderr)]).toEqual([
      5,
      expect.objectContaining({
        message: 'the mirror does not have loan 8',
        hint: 'Read it with kiva mirror pull --ids 8.',
      }),
    ])
  })
})
