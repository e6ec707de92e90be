/** `kiva mirror pull` and `@me` in the mirror, against a sandbox behind a server of the test. Needs `npm run build`. */
import { existsSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../harness.ts'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { type Env, hasSqlite, preload, start } from '../support/process.ts'
import { closeServers, serveHttp } from '../support/servers.ts'
import { errorOf, idsOf, isDetails, jsonAt, me, pull, serveBetween, sql } from './pull-service.ts'

const folder = folderForAll()

/** A mirror of its own. */
const mirrorIn = (name: string): Env => ({
  KIVA_DATA_DIR: join(folder, name),
  KIVA_STATE_DIR: join(folder, `${name}-state`),
})

describe.runIf(hasSqlite)('a pull of the sandbox in this process', () => {
  const env = mirrorIn('whole')
  let first: Awaited<ReturnType<typeof pull>>
  beforeAll(async () => {
    first = await pull({ ...env, KIVA_SANDBOX: '1' })
  })

  test('stores everything, and says before what it takes', async () => {
    expect([first.code, first.stderr]).toEqual([
      0,
      'The first fill takes 41 to 63 requests. Ctrl-C stops it: stored loans stay.\n',
    ])
    expect(first.done).toMatchObject({
      ...{ origin: 'https://sandbox.invalid', loans: 2000, new: 2000, changed: 0, absent: 0 },
      ...{ lender: me, end: 'done', requests_left: 0, next: null, seconds: expect.any(Number) },
    })
    const ids = Array.from({ length: 2000 }, (_, at) => 2100001 + at).join('\n')
    const show = ['loans', 'show', '-', '-o', 'ndjson']
    const [mirror, sandbox] = await Promise.all(
      ['--mirror', '--sandbox'].map((source) => kiva([source, ...show], env, ids)),
    )
    expect(mirror?.stdout === sandbox?.stdout && mirror?.stdout.length).toBeGreaterThan(1_000_000)
  })

  test.each([
    'lenders show @me',
    'lenders loans @me --all --fields id',
    'lenders loans @me --sort-by oldest --limit 30',
    'loans search --status fundraising --not-lent-by @me --limit 30',
    'loans search --with mine --limit 30',
    'portfolio show',
    'portfolio calendar',
    'portfolio suggest --limit 5',
  ])('%s answers as the sandbox does', async (line) => {
    const words = [...line.split(' '), '-o', 'json']
    const [mirror, sandbox] = await Promise.all([
      kiva(['--mirror', ...words], env),
      run(['--sandbox', ...words], { now: Date.now }),
    ])
    const text = (stdout: string) => stdout.replace(/"as_of": "[^"]*"/, '')
    expect([mirror.code, text(mirror.stdout)]).toEqual([sandbox.code, text(sandbox.stdout)])
    expect([sandbox.code, sandbox.stdout.length]).toEqual([0, expect.toSatisfy((length) => length > 100)])
  })

  test('mirror info names @me', async () => {
    const { stdout } = await kiva(['mirror', 'info'], env)
    expect(JSON.parse(stdout)).toMatchObject({ lender: me, loans: 2000, changes: 2000, partners: 220 })
  })

  test('today has the part of @me', async () => {
    const { code, stdout } = await kiva(['--mirror', 'today', '-o', 'json'], env)
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ lender: me, portfolio: expect.objectContaining({ loans: 183 }) }),
    ])
  })

  test.each([
    'lenders loans ann1002',
    'portfolio show ann1002',
    `lenders show ${me},ann1002`,
    'loans search --not-lent-by ann1002 --limit 3',
    'loans search --with mine --lender ann1002 --limit 3',
  ])('another lender is not in the mirror: %s', async (line) => {
    const { code, stdout, stderr } = await kiva(['--mirror', ...line.split(' ')], env)
    expect([code, stdout, errorOf(stderr).message]).toEqual([
      5,
      '',
      'the mirror does not have lender ann1002',
    ])
  })

  test('a pull from another service is refused before it asks', async () => {
    const between = await serveBetween(['--loans', '10'])
    const { code, stderr } = await pull({ ...env, ...between.env }, '--for', '1h')
    expect([code, errorOf(stderr).message]).toEqual([
      3,
      `the mirror is of the sandbox, not of ${between.env['KIVA_BASE_URL']}`,
    ])
    expect(between.asked).toEqual([])
    await closeServers()
  })

  test('KIVA_MIRROR does not count, and --mirror cannot be used', async () => {
    const other = { ...mirrorIn('ignored'), KIVA_MIRROR: '1', KIVA_SANDBOX: '0' }
    const { code, stderr } = await pull({ ...other, KIVA_BASE_URL: 'http://127.0.0.1:9' })
    expect([code, errorOf(stderr).kind]).toEqual([7, 'network'])
    expect((await kiva(['--mirror', 'mirror', 'pull'], other)).code).toBe(2)
  })
})

describe.runIf(hasSqlite)('a pull over the network', () => {
  afterEach(closeServers)

  test('a repeat asks for the loans that change, and little else', async () => {
    const between = await serveBetween(['--loans', '300'])
    const env = { ...mirrorIn('repeat'), ...between.env }
    expect((await pull(env)).done).toMatchObject({ loans: 300, new: 300 })
    // A loan more goes along with the ids below the oldest loan, of which none exists.
    const details = between.asked
      .filter(isDetails)
      .flatMap(idsOf)
      .filter((id) => id > 2_100_000)
    expect([new Set(details).size, details.length]).toEqual([300, 301])
    between.asked.length = 0
    const changing = await sql(
      env,
      "SELECT count(*) FROM loans WHERE status IN ('fundraising', 'funded', 'in_repayment')",
    )
    const again = await pull(env)
    expect(again.done).toMatchObject({ loans: changing[0]?.[0], new: 0, changed: 0, absent: 0 })
    expect(between.asked.filter((path) => path.includes('/search'))).toHaveLength(1)
    expect(between.asked.filter((path) => path.includes('/partners'))).toEqual([])
    expect(between.asked.filter(isDetails)).toHaveLength(Math.ceil(Number(changing[0]?.[0]) / 50))
  })

  test('--requests counts each of them, the rest is told, and the next pulls go on', async () => {
    const between = await serveBetween(['--loans', '600'])
    const env = { ...mirrorIn('requests'), ...between.env }
    let loans = 0
    for (let left = 1, pulls = 0; left > 0; pulls += 1) {
      between.asked.length = 0
      const { code, done } = await pull(env, '--requests', '19')
      expect(code).toBe(0)
      expect(done.requests).toBe(between.asked.length)
      expect(done.requests).toBeLessThanOrEqual(19)
      loans += done.new
      expect(pulls).toBeLessThan(9)
      left = done.end === 'done' ? 0 : 1
      if (left > 0) expect([done.end, done.requests]).toEqual(['requests', 19])
    }
    expect(loans).toBe(600)
  })

  test('--for ends a pull that waits', async () => {
    const url = await serveHttp(() => {})
    const { code, done } = await pull({ ...mirrorIn('for'), KIVA_BASE_URL: url }, '--for', '1s')
    expect([code, done]).toEqual([0, expect.objectContaining({ loans: 0, requests: 1, end: 'time' })])
    expect((await pull(mirrorIn('for'), '--for', 'soon')).code).toBe(2)
  })

  test('Ctrl-C ends it at a page: what is kept is told, and another pull is refused until then', async () => {
    const between = await serveBetween(['--loans', '300'])
    const env = { ...mirrorIn('stopped'), ...between.env }
    let reach = () => {}
    const reached = new Promise<void>((resolve) => {
      reach = resolve
    })
    between.interfere = (path) => {
      const isHeld = isDetails(path) && between.asked.filter(isDetails).length === 3
      if (isHeld) reach()
      return isHeld
    }
    const { child, ended } = start(['mirror', 'pull', '-o', 'json', '--progress', 'json'], env)
    await reached
    const second = await pull(env)
    expect([second.code, errorOf(second.stderr).message]).toEqual([
      3,
      expect.stringMatching(/^another kiva \(process \d+\) is writing /),
    ])
    child.kill('SIGINT')
    const { code, stderr } = await ended
    expect(code).toBe(130)
    expect(stderr).toContain(
      'Stored 100 loans and 220 field partners. They stay: kiva mirror pull goes on from there.\n',
    )
    const progress = stderr.split('\n').filter((line) => line.startsWith('{"progress"'))
    expect(JSON.parse(progress.at(-1) ?? '').progress).toMatchObject({ records: 100 })
    expect(existsSync(join(env['KIVA_DATA_DIR'] ?? '', 'mirror.sqlite.lock'))).toBe(false)
    between.interfere = () => false
    expect((await pull(env)).done).toMatchObject({ new: 200, requests_left: 0 })
    expect(await sql(env, 'SELECT count(*), count(DISTINCT loan_id) FROM changes')).toEqual([[300, 300]])
  })

  test('after a failure of the service, what is stored stays', async () => {
    const between = await serveBetween(['--loans', '300'])
    const env = { ...mirrorIn('faults'), ...between.env }
    const limit = '{"code":"org.kiva.RateLimitExceeded","message":"Too many"}'
    const breaks: readonly (readonly [number, (response: ServerResponse) => void])[] = [
      [6, (response) => response.writeHead(500).end('{}')],
      [8, (response) => response.writeHead(403).end(limit)],
      [
        7,
        (response) =>
          response.writeHead(200, { 'content-length': 9999 }).write('{"loans":[', () => response.destroy()),
      ],
      [1, (response) => response.writeHead(200).end('{"loans":[')],
    ]
    const loansOfMe = () => kiva(['--mirror', 'lenders', 'loans', '@me'], env)
    between.interfere = (path, response) => {
      if (isDetails(path)) response.writeHead(500).end('{}')
      return isDetails(path)
    }
    expect((await pull(env)).code).toBe(6)
    const early = await loansOfMe()
    expect([early.code, early.stdout, errorOf(early.stderr).message]).toEqual([
      5,
      '',
      expect.stringMatching(/^the mirror does not have \d+ of the loans of robin1001 yet$/),
    ])
    let stored = 0
    for (const [code, spoil] of breaks) {
      between.asked.length = 0
      between.interfere = (path, response) => {
        const isBroken = isDetails(path) && between.asked.filter(isDetails).length === 2
        if (isBroken) spoil(response)
        return isBroken
      }
      const ended = await pull(env)
      expect([ended.code, ended.stdout]).toEqual([code, ''])
      expect(ended.stderr).toContain('Stored 50 loans. They stay: kiva mirror pull goes on from there.\n')
      stored += 50
      expect(await sql(env, 'SELECT count(*) FROM loans')).toEqual([[stored]])
    }
    between.interfere = () => false
    expect((await pull(env)).done).toMatchObject({ new: 300 - stored, requests_left: 0 })
    expect((await loansOfMe()).code).toBe(0)
  })

  test('a list that was read halfway hides no new loan', async () => {
    const between = await serveBetween(['--loans', '300'])
    const env = { ...mirrorIn('halfway'), ...between.env }
    await pull(env)
    const { base_url } = await between.move(['--loans', '300', '--day', '40'])
    const { paging } = await jsonAt(`${base_url}/v1/loans/search.json?app_id=org.example.list`)
    expect(paging.total).toBeGreaterThan(360)
    between.interfere = (path, response) => {
      const isThird = /search.*page=3/.test(path)
      if (isThird) response.writeHead(500).end('{}')
      return isThird
    }
    expect((await pull(env, '--day', '40')).code).toBe(6)
    between.interfere = () => false
    expect((await pull(env, '--day', '40')).done).toMatchObject({ new: paging.total - 300 })
  })

  test('a loan that is left out stays, and is asked for again on the next day, then after 3, 10 and 30 days', async () => {
    const between = await serveBetween(['--loans', '100'])
    const env = { ...mirrorIn('missing'), ...between.env }
    await pull(env)
    const [[gone]] = (await sql(env, "SELECT max(id) FROM loans WHERE status = 'in_repayment'")) as [[number]]
    between.interfere = (path, response, { body }) => {
      if (!isDetails(path)) return false
      const { loans } = JSON.parse(body)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ loans: loans.filter(({ id }: { id: number }) => id !== gone) }))
      return true
    }
    const asksForIt = () => between.asked.filter(isDetails).some((path) => idsOf(path).includes(gone))
    const missing = await pull(env)
    expect([missing.code, missing.done]).toEqual([0, expect.objectContaining({ absent: 1 })])
    const state = `SELECT missing_since IS NOT NULL, record(id) IS NOT NULL, (SELECT count(*) FROM changes WHERE loan_id = id) FROM loans WHERE id = ${gone}`
    expect(await sql(env, state)).toEqual([[1, 1, 1]])
    between.asked.length = 0
    expect((await pull(env)).done).toMatchObject({ absent: 0 })
    expect(asksForIt()).toBe(false)
    const days: number[] = []
    for (const day of [1, 2, 4, 10, 14, 30, 44]) {
      between.asked.length = 0
      const { code, done } = await pull(env, '--day', String(day))
      expect([code, done.absent]).toEqual([0, Number(asksForIt())])
      if (asksForIt()) days.push(day)
    }
    expect(days).toEqual([1, 4, 14, 44])
    between.interfere = () => false
    expect((await pull(env, '--day', '74')).done).toMatchObject({ absent: 0 })
    expect(await sql(env, state)).toEqual([[0, 1, 1]])
  })

  test('the whole history of loans over several days is in the table of changes', async () => {
    const between = await serveBetween(['--loans', '200'])
    const env = { ...mirrorIn('history'), ...between.env }
    const columns = ['status', 'funded_amount', 'basket_amount', 'paid_amount', 'lender_count', 'delinquent']
    const expected: unknown[][] = []
    const last = new Map<number, string>()
    for (const day of ['0', '3', '30', '31']) {
      const { base_url } = await between.move(['--loans', '200', '--day', day])
      expect((await pull(env, '--day', day)).code).toBe(0)
      for (let id = 2100001; ; id += 50) {
        const ids = Array.from({ length: 50 }, (_, at) => id + at)
        const { loans = [] } = await jsonAt(`${base_url}/v1/loans/${ids}.json?app_id=org.example.list`)
        if (loans.length === 0) break
        for (const loan of loans) {
          const now = columns.map((name) =>
            name === 'delinquent' ? Number(loan[name] ?? false) : (loan[name] ?? null),
          )
          if (last.get(loan.id) !== JSON.stringify(now)) expected.push([loan.id, ...now])
          last.set(loan.id, JSON.stringify(now))
        }
      }
    }
    const changes = await sql(env, `SELECT loan_id, ${columns} FROM changes ORDER BY at, loan_id`)
    const sorted = (rows: readonly (readonly unknown[])[]) =>
      rows.map((row) => JSON.stringify(row)).toSorted()
    expect(sorted(changes)).toEqual(sorted(expected))
    expect(expected.length).toBeGreaterThan(last.size + 30)
  })

  test('no more than 60 requests a minute are sent', async () => {
    const [speed, epoch] = [20, Date.now()]
    const now = () => Math.round(epoch + speed * (Date.now() - epoch))
    const between = await serveBetween(['--loans', '3000'], now)
    const perMinute = new Map<number, number>()
    between.interfere = (_, response, { status, body }) => {
      const minute = Math.floor(now() / 60_000)
      const sent = (perMinute.get(minute) ?? 0) + 1
      perMinute.set(minute, sent)
      const limits = {
        'x-ratelimit-overall-limit': 60,
        'x-ratelimit-overall-remaining': Math.max(0, 60 - sent),
      }
      response.writeHead(status, { 'content-type': 'application/json', ...limits }).end(body)
      return true
    }
    const env = { ...mirrorIn('pace'), KIVA_BASE_URL: between.env['KIVA_BASE_URL'] ?? '', KIVA_LENDER: me }
    const time = { ...preload('scaled-time.cjs'), TEST_SPEED: String(speed), TEST_EPOCH: String(epoch) }
    const { code, done } = await pull({ ...env, ...time })
    expect([code, done.loans]).toEqual([0, 3000])
    expect(done.requests).toBeGreaterThan(60)
    expect(Math.max(...perMinute.values())).toBeLessThanOrEqual(60)
  })

  test('without a list, @me in the mirror says how to get one', async () => {
    const env = mirrorIn('nobody')
    const between = await serveBetween(['--loans', '60'])
    const { KIVA_LENDER: _, ...unnamed } = between.env
    expect((await pull({ ...env, ...unnamed })).done).toMatchObject({ lender: null, loans: 60 })
    const unknown = await kiva(['--mirror', 'lenders', 'loans', '@me'], env)
    expect([unknown.code, errorOf(unknown.stderr)]).toEqual([
      4,
      expect.objectContaining({
        message: 'no lender id for @me: the mirror has no list of your loans',
        hint: 'Log in with kiva login, or name the lender with kiva --mirror config set lender <lender id>. Then kiva mirror pull reads the list.',
      }),
    ])
    const named = await kiva(['--mirror', 'lenders', 'loans', '@me'], { ...env, KIVA_LENDER: me })
    expect([named.code, errorOf(named.stderr).message]).toEqual([5, `the mirror does not have lender ${me}`])
    const wrong = await pull({ ...env, ...unnamed, KIVA_LENDER: 'nobody-such' })
    expect([wrong.code, wrong.stderr]).toEqual([
      0,
      expect.stringMatching(/^The list of @me was not read: .*nobody-such.*\n/),
    ])
  })
})
