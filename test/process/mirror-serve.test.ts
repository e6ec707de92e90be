/**
 * Who else uses the mirror: `kiva sandbox --mirror`, `kiva mcp --mirror`, and what a terminal shows of its age. Needs
 * `npm run build`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { catalogue } from '../../src/commands/catalogue.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { openTerminal } from '../e2e/terminal.ts'
import { answerOf, callOf, linesOf } from '../mcp/session.ts'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { type Env, hasSqlite, kiva as kivaThere, start, toolLine } from '../support/process.ts'
import { until } from '../support/until.ts'

const folder = folderForAll()
/** A mirror of the service: the loans of the sandbox stand for real ones. */
const live: Env = { KIVA_DATA_DIR: join(folder, 'live') }
/** A mirror of the sandbox. */
const madeUp: Env = { KIVA_DATA_DIR: join(folder, 'made-up') }

const errorOf = (stderr: string) => JSON.parse(stderr).error

/** Calls tools of `kiva mcp`, and returns what they answer. */
async function callAll(env: Env, calls: readonly (readonly [string, JsonObject])[], words = ['--mirror']) {
  const asked = calls.map(([name, given]) => callOf(name, given))
  const { child, said, ended } = start(['mcp', ...words], env)
  child.stdin?.write(linesOf('2026-07-28', asked))
  // The replies come in any order.
  const whole = calls.map((_, at) => `(?=[^]*"id":${at + 1},[^\n]*\n)`).join('')
  const replies = (await said(new RegExp(`^${whole}`)))
    .trim()
    .split('\n')
    .map((line): JsonObject => JSON.parse(line))
  child.stdin?.end()
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
  return calls.map((_, at) => answerOf(replies.find(({ id }) => id === at + 1) ?? {}))
}

describe.runIf(hasSqlite)('on a runtime with SQLite', () => {
  const ids = Array.from({ length: 300 }, (_, at) => 2101701 + at)
  let loans: readonly JsonObject[]

  beforeAll(async () => {
    const shown = await kiva(['--sandbox', 'loans', 'show', '-', '-o', 'json'], {}, ids.join('\n'))
    const partners = await kiva(['--sandbox', 'partners', 'list', '--all', '-o', 'json'], {})
    loans = JSON.parse(shown.stdout)
    const date = new Date(Date.now() - 185 * 60_000).toISOString()
    const page = JSON.stringify({ header: { date }, loans })
    for (const [env, words] of [
      [live, []],
      [madeUp, ['--sandbox']],
    ] as const) {
      for (const input of [page, partners.stdout]) {
        const { code, stderr } = await kiva([...words, 'mirror', 'import', '-'], env, input)
        expect([code, stderr]).toEqual([0, ''])
      }
    }
  })

  /** Serves a mirror over HTTP until the test ends. */
  async function serve(env: Env, words: readonly string[] = []) {
    const { child, said, ended } = start(['sandbox', '--mirror', '--http', ...words], {
      ...env,
      KIVA_CONFIG_DIR: join(folder, 'config'),
    })
    const where = JSON.parse(await said(/\n/))
    onTestFinished(async () => {
      child.kill('SIGINT')
      expect(await ended).toMatchObject({ code: 0, stderr: '' })
    })
    return where
  }

  const get = async (address: string, path: string) => {
    const reply = await fetch(address + path, { redirect: 'manual' })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }

  test('serves what --mirror answers, with its age and without rate limits', async () => {
    const where = await serve(live)
    expect(where).toEqual({
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      mirror: { origin: 'https://api.kivaws.org', loans: 300 },
    })
    for (const path of [
      '/v1/loans/search.json?status=funded&page=2',
      '/v1/loans/newest.xml',
      '/v1/loans/2101703,2101900.json',
      '/v1/loans/99.json',
      '/v1/partners.json',
    ]) {
      const { text, headers } = await get(where.base_url, path)
      const { stdout } = await kiva(
        ['--mirror', 'api', path, '--wire', path.includes('.xml') ? 'xml' : 'json'],
        live,
      )
      if (!path.includes('/99')) expect([path, text]).toEqual([path, stdout])
      expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
      if (path.includes('/loans/') && !path.includes('/99'))
        expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(185 * 60)
    }
    // The service allows 60 a minute.
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => (await get(where.base_url, '/v1/loans/newest.json')).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('what is not mirrored has status 501, and nothing is made up', async () => {
    const { base_url } = await serve(live)
    const paths = Object.values(catalogue)
      .flatMap(({ endpoints }) => Object.values(endpoints))
      .map(({ path }) => path)
      .filter((path) => !/^\/(?:loans\/(?:search|newest|:ids)|partners)$/.test(path))
    expect(paths).toHaveLength(21)
    for (const path of paths) {
      const { status, text } = await get(base_url, `/v1${path.replace(/:\w+/g, '2101703')}.json`)
      expect([path, status, JSON.parse(text).code]).toEqual([path, 501, 'org.kiva.NotMirrored'])
    }
    for (const path of ['/oauth/authorize', '/account', '/img/s120/3100003.jpg'])
      expect([path, (await get(base_url, path)).status]).toEqual([path, 501])
    for (const path of ['/oauth/request_token', '/oauth/access_token']) {
      const reply = await fetch(base_url + path, { method: 'POST' })
      expect([reply.status, await reply.json()]).toEqual([
        501,
        { code: 'org.kiva.NotMirrored', message: 'the mirror does not have logins' },
      ])
    }
    expect((await get(base_url, '/nowhere')).status).toBe(404)
    const { code, stderr } = await kiva(['--base-url', base_url, 'teams', 'search'])
    expect([code, errorOf(stderr)]).toEqual([
      6,
      expect.objectContaining({ message: 'the mirror does not have /teams/search', status: 501 }),
    ])
  })

  test('the pages have only what is served, and do not call real loans made up', async () => {
    const { base_url } = await serve(live)
    const served = ['/v1/loans/search', '/v1/loans/newest', '/v1/loans/{ids}', '/v1/partners']
    const document = JSON.parse((await get(base_url, '/openapi.json')).text)
    expect(new Set(Object.keys(document.paths).map((path) => path.replace(/\.\w+$/, '')))).toEqual(
      new Set(served),
    )
    expect(JSON.stringify(document)).not.toMatch(/sandbox|oauth|RateLimit|made-up/i)
    const references = [...JSON.stringify(document).matchAll(/#\/components\/(\w+)\/(\w+)/g)]
    for (const [, kind = '', name = ''] of references)
      expect(document.components[kind]).toHaveProperty([name])
    const index = (await get(base_url, '/')).text
    expect([...index.matchAll(/name="_endpoint" value="([^"]+)"/g)].map(([, path]) => path)).toEqual([
      '/loans/search',
      '/loans/newest',
      '/loans/:ids',
      '/partners',
    ])
    const loan = (await get(base_url, '/v1/loans/2101703.html')).text
    for (const text of [index, loan]) {
      expect(text).toContain('Loans of https://api.kivaws.org')
      expect(text).not.toMatch(/made-up|sandbox|<img|account preferences/i)
    }
    for (const [, href = ''] of loan.matchAll(/href="(\/[^"]*)"/g))
      expect([href, (await get(base_url, href.replaceAll('&amp;', '&'))).status]).toEqual([href, 200])
    const page = await get(base_url, '/lend/2101703')
    expect([page.status, page.headers.get('location')]).toEqual([303, 'https://www.kiva.org/lend/2101703'])
  })

  test('a mirror of the sandbox says that it is made up, and leads to no real page', async () => {
    const { base_url, mirror } = await serve(madeUp)
    expect(mirror.origin).toBe('https://sandbox.invalid')
    expect((await get(base_url, '/v1/partners.html')).text).toContain('Loans of the sandbox (made up)')
    expect((await get(base_url, '/lend/2101703')).status).toBe(501)
  })

  test.each(['--seed 3', '--loans 5', '--fault cut', '--fault-seed 2', '--client a', '--day 3'])(
    '%s cannot be used with --mirror',
    async (option) => {
      const { code, stderr } = await kiva(['sandbox', '--mirror', ...option.split(' ')], live)
      expect([code, errorOf(stderr).message]).toEqual([
        2,
        `${option.split(' ')[0]} cannot be used with --mirror`,
      ])
    },
  )

  test('KIVA_MIRROR does not turn the sandbox into a mirror', async () => {
    const { child, said, ended } = start(['sandbox', '--http', '--seed', '3'], { ...live, KIVA_MIRROR: '1' })
    expect(JSON.parse(await said(/\n/))).toHaveProperty('client_id')
    child.kill('SIGINT')
    expect((await ended).code).toBe(0)
  })

  /** Runs a command on a terminal of 100 columns. */
  function openMirror(words: readonly string[], env: Env) {
    const terminal = openTerminal(toolLine(['--mirror', ...words]), {
      env: {
        PATH: process.env['PATH'] ?? '',
        LANG: 'C.UTF-8',
        PAGER: 'cat',
        KIVA_CONFIG_DIR: join(folder, 'none'),
        ...env,
      },
      cwd: tmpdir(),
      columns: 100,
      answersAfter: 0,
    })
    // A test that fails leaves no process behind.
    onTestFinished(() => terminal.close())
    return terminal
  }

  /** Returns what a command prints on a terminal. */
  async function onTerminal(words: readonly string[], env: Env): Promise<string> {
    const terminal = openMirror(words, env)
    await terminal.ended()
    return terminal.screen()
  }

  test('a terminal shows how old the records are, and which are made up', async () => {
    const [real, invented, empty, detail] = await Promise.all([
      onTerminal(['loans', 'newest', '-L', '3'], live),
      onTerminal(['loans', 'newest', '-L', '3'], madeUp),
      onTerminal(['loans', 'search', '--q', 'zzzz'], live),
      onTerminal(['loans', 'show', '2101703'], madeUp),
    ])
    expect(real).toMatch(/3 of \d+ loans \(mirror, read 3h ago\)/)
    expect(invented).toMatch(/3 of \d+ loans \(mirror, read 3h ago, made up\)/)
    expect(empty).toContain('No loans found in the mirror.')
    expect(detail).toContain('From the mirror, read 3h ago, made up')
    expect(detail).not.toContain('kiva.org')
    // The mirror has neither lenders of loans nor updates, which a page of the service suggests.
    expect(detail).toMatch(/Picture/)
    expect(detail).not.toMatch(/kiva --mirror loans (lenders|updates)/)
    const sql = await onTerminal(['sql', 'SELECT 1 AS one'], madeUp)
    expect(sql).toContain('Sandbox data (made up).')
  })

  test('made-up loans have no page to open, real ones have', async () => {
    const web = ['--mirror', 'loans', 'show', '2101703', '--web', '-o', 'json']
    expect(JSON.parse((await kivaThere(web, live)).stdout)).toMatchObject([
      { id: 2101703, url: 'https://www.kiva.org/lend/2101703' },
    ])
    const { code, stderr } = await kiva(web, madeUp)
    expect([code, errorOf(stderr).message]).toEqual([2, '--web cannot be used with this mirror'])
  })

  test('explore shows the age, and goes on where nothing is mirrored', async () => {
    const terminal = openMirror(['explore', 'loans', 'search'], madeUp)
    await terminal.shows(/mirror, made up/)
    await terminal.shows(/mirror, read 3h ago/)
    terminal.press('3')
    await terminal.shows(/the mirror does not have \/teams\/search/)
    terminal.press('4')
    await terminal.shows(/\[4 Partners\]/)
    terminal.press('q')
    expect(await terminal.ended()).toBe(0)
  })

  test('watching needs no pause between its rounds', async () => {
    const own: Env = { KIVA_DATA_DIR: join(folder, 'watched') }
    const importing = (id: number) =>
      kiva(['mirror', 'import', '-'], own, JSON.stringify({ ...loans[0], id, status: 'fundraising' }))
    await importing(1)
    const { child, said, ended } = start(
      ['--mirror', 'loans', 'newest', '--watch', '1s', '-o', 'ndjson'],
      own,
    )
    await said(/"event":"added".*"id":1\b/)
    await importing(2)
    await said(/\n.*"event":"added".*"id":2\b/)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, stderr: expect.not.stringContaining('usage') })
  })

  test('today reads saved commands of the mirror', async () => {
    const env = { ...live, KIVA_STATE_DIR: join(folder, 'state') }
    expect((await kiva(['saved', 'add', 'fresh', '--', '--mirror', 'loans', 'newest'], env)).code).toBe(0)
    expect(JSON.parse((await kiva(['--mirror', 'today', '-o', 'json'], env)).stdout).saved).toMatchObject([
      { name: 'fresh', first_look: true },
    ])
    expect((await kiva(['saved', 'run', 'fresh', '-o', 'json'], env)).stdout).toContain('"id":')
  })

  test('the tool sql answers rows, tables and errors', async () => {
    const [some, tables, many, wrong, writing, search] = await callAll(live, [
      ['sql', { statement: 'SELECT count(*) AS n, sum(loan_amount) AS asked FROM loans' }],
      ['sql', {}],
      ['sql', { statement: 'SELECT a.id FROM loans AS a, loans AS b' }],
      ['sql', { statement: 'SELECT contry FROM loans' }],
      ['sql', { statement: 'DELETE FROM loans' }],
      ['loans_search', { limit: 1 }],
    ])
    const asked = loans.reduce((sum, loan) => sum + Number(loan['loan_amount']), 0)
    expect(some).toEqual({ from: 'mirror', records: [{ n: 300, asked }], more: false })
    expect(tables?.['tables']).toMatchObject({ loans: expect.stringMatching(/^id integer, name text, /) })
    expect([[many?.['records'] ?? []].flat().length, many?.['more']]).toEqual([1000, true])
    expect(wrong).toMatchObject({ error: { kind: 'usage', hint: 'Did you mean country?' } })
    expect(writing).toMatchObject({ error: { kind: 'usage' } })
    expect(search?.['from']).toBe('mirror, read 3h ago')
  })

  test('an answer has at most 50,000 characters of rows', async () => {
    const [several, one] = await callAll(madeUp, [
      ['sql', { statement: 'SELECT record(id) AS loan FROM loans' }],
      ['sql', { statement: 'SELECT hex(zeroblob(50000)) AS zeros' }],
    ])
    expect(several).toMatchObject({ from: 'mirror of the sandbox (made-up data)', more: true })
    expect(JSON.stringify(several?.['records']).length).toBeLessThanOrEqual(50_000)
    expect([several?.['records'] ?? []].flat().length).toBeGreaterThan(5)
    expect(one).toMatchObject({ error: { message: 'the first row is too long for an answer' } })
  })

  test('a statement ends when the client cancels it, and the next one runs', async () => {
    const { child, said, ended } = start(['mcp', '--mirror'], live)
    const endless = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
    const children = () => childrenOf(child.pid ?? 0)
    child.stdin?.write(linesOf('2026-07-28', [callOf('sql', { statement: endless })]))
    await until('the statement runs', () => children().length === 1)
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    child.stdin?.write(`${JSON.stringify(cancel)}\n`)
    await until('the statement has ended', () => children().length === 0)
    const [, next = ''] = linesOf('2026-07-28', [
      callOf('sql', { statement: endless }),
      callOf('sql', { statement: 'SELECT 5 AS five' }),
    ]).split('\n')
    child.stdin?.write(`${next}\n`)
    expect(await said(/"id":2,.*\n/)).toContain('"five":5')
    child.stdin?.write(linesOf('2026-07-28', [callOf('sql', { statement: endless })]))
    await until('the statement runs', () => children().length === 1)
    const [late = 0] = children()
    // The server ends with its client, and leaves no process behind.
    child.stdin?.end()
    expect((await ended).code).toBe(0)
    await until('the statement has ended', () => !statusOf(late))
  })
})

/** Returns the ids of the processes that a process has started: what `ps --ppid` shows on Linux. */
function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => statusOf(id)?.includes(`\nPPid:\t${pid}\n`))
}

/** Returns the status of a process that has not ended. */
function statusOf(pid: number): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return /^State:\tZ/m.test(status) ? undefined : status
  } catch {
    return undefined
  }
}
