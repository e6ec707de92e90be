/** What pulls and imports keep in the store, with a service of a few lines. Needs `npm run build`. */
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { drivesExecutable, type Env, hasSqlite, runScript } from '../support/process.ts'
import { closeServers, serveHttp } from '../support/servers.ts'
import { idsOf, isDetails, me, pull, sql } from './pull-service.ts'

const folder = folderForAll()
afterEach(closeServers)

let mirrors = 0
const mirror = (): Env => {
  mirrors += 1
  return { KIVA_DATA_DIR: join(folder, String(mirrors)) }
}

interface Listed {
  readonly id: number
  readonly posted_date?: string
}

const pageOf = (loans: readonly Listed[], page: number, total = loans.length) => ({
  paging: { page, total, page_size: 2, pages: Math.ceil(total / 2) },
  loans: loans.slice(2 * page - 2, 2 * page),
})

/** Serves loans that are `fundraising`, in pages of two. `lists` are the newest loans, and those of the lender. */
async function serve(lists: { newest: readonly Listed[]; mine?: readonly Listed[]; total?: number }) {
  const asked: string[] = []
  const url = await serveHttp((request, response) => {
    // Some tests move the day of the machine.
    response.sendDate = false
    const path = request.url ?? ''
    asked.push(path)
    const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1)
    const { newest, mine = [], total } = lists
    const has = (id: number) => [...newest, ...mine].some((loan) => loan.id === id)
    const reply = () => {
      if (isDetails(path))
        return {
          loans: idsOf(path)
            .filter(has)
            .map((id) => ({ id, status: 'fundraising' })),
        }
      if (path.includes('/partners'))
        return { paging: { page: 1, total: 1, page_size: 1, pages: 1 }, partners: [{ id: 3, name: 'P' }] }
      if (path.includes('/loans/search'))
        return pageOf(path.includes('oldest') ? newest.toReversed() : newest, page)
      if (path.includes('/lenders/') && path.includes('/loans')) return pageOf(mine, page, total)
      return { lenders: [{ lender_id: me }] }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply()))
  })
  return { asked, lists, env: { ...mirror(), KIVA_BASE_URL: url } as Env }
}

const loansFrom = (highest: number, count: number): readonly Listed[] =>
  Array.from({ length: count }, (_, at) => ({ id: highest - at }))

const importText = async (env: Env, value: object) => {
  const { code, stderr } = await kiva(['mirror', 'import', '-'], env, JSON.stringify(value))
  expect([code, stderr]).toEqual([0, ''])
}

const dated = (date: string, ...loans: readonly object[]) => ({
  header: { date },
  loans: loans.map((loan) => ({ terms: {}, ...loan })),
})

describe.runIf(hasSqlite)('a pull', () => {
  test('of an empty mirror reads a page of each list, and asks for each id once', async () => {
    const { asked, env } = await serve({ newest: loansFrom(1000, 501) })
    const { code, stderr } = await pull(env)
    // 501 ids and 50 below them are 12 requests.
    expect([code, stderr]).toEqual([
      0,
      'The first fill takes 12 to 18 requests. Ctrl-C stops it: stored loans stay.\n',
    ])
    // The newest, the oldest, and how many there are.
    expect(asked.filter((path) => path.includes('/search'))).toHaveLength(3)
    expect(asked.filter(isDetails).map((path) => idsOf(path).length)).toEqual([...Array(11).fill(50), 1, 2])
    asked.length = 0
    expect((await pull(env)).done).toMatchObject({ loans: 501, new: 0, requests_left: 0 })
    expect(asked.filter((path) => path.includes('/partners'))).toEqual([])
    expect(await sql(env, "SELECT value FROM store WHERE key = 'sweep_next'")).toEqual([[449]])
    asked.length = 0
    expect((await pull(env, '--day', '1')).code).toBe(0)
    expect(asked.filter((path) => path.includes('/partners'))).toHaveLength(1)
  })

  test('goes on in the sweep where the one before ended', async () => {
    // The lowest id of the first request is of no loan.
    const { asked, env } = await serve({ newest: loansFrom(1000, 149).filter(({ id }) => id !== 951) })
    const first = await pull(env, '--requests', '6')
    expect(first.done).toMatchObject({ loans: 49, requests_left: 3, end: 'requests' })
    asked.length = 0
    const second = await pull(env)
    expect(second.done).toMatchObject({ new: 99, requests_left: 0 })
    expect(asked.filter(isDetails).flatMap(idsOf)).not.toContain(951)
  })

  test('asks for each id of a gap once', async () => {
    const { asked, env } = await serve({ newest: [...loansFrom(2000, 4), ...loansFrom(1000, 4)] })
    expect((await pull(env)).done).toMatchObject({ new: 8, absent: 0, not_known_yet: 0, requests_left: 0 })
    const details = asked.filter(isDetails).flatMap(idsOf)
    // Of 1054 ids, those of the first request in each of two gaps are asked for twice, and a loan goes along with each later one.
    expect(details.length).toBeLessThan(1054 + 2 * 50 + 25)
  })

  test('reads the newest loans until a page has nothing new', async () => {
    const service = await serve({ newest: loansFrom(1000, 20) })
    await pull(service.env)
    // A loan that is known stands beside a new one.
    service.lists.newest = [{ id: 1003 }, { id: 1000 }, { id: 1002 }, { id: 1001 }, ...loansFrom(999, 19)]
    expect((await pull(service.env)).done).toMatchObject({ new: 3 })
  })

  test('asks first for the loan that was read longest ago', async () => {
    const { asked, env } = await serve({ newest: loansFrom(2, 2) })
    await importText(env, dated('2020-02-01T00:00:00Z', { id: 1, status: 'fundraising' }))
    await importText(env, dated('2020-01-01T00:00:00Z', { id: 2, status: 'fundraising' }))
    expect((await pull(env)).code).toBe(0)
    expect(asked.filter(isDetails).map(idsOf)[0]).toEqual([2, 1])
  })

  test('has the loans of @me as the list has them', async () => {
    const old = (highest: number, count: number) =>
      loansFrom(highest, count).map((loan) => ({ ...loan, posted_date: '2020-01-01T00:00:00Z' }))
    const service = await serve({ newest: loansFrom(1000, 30), mine: old(1000, 10) })
    const env = { ...service.env, KIVA_LENDER: me }
    const mine = async () => (await sql(env, 'SELECT loan_id FROM lender_loans ORDER BY 1')).flat()
    const pages = () => service.asked.filter((path) => /lenders\/\w+\/loans/.test(path)).length
    await pull(env)
    expect(pages()).toBe(5)
    service.asked.length = 0
    await pull(env)
    expect(pages()).toBe(1)
    // A share of an old loan stands at the end: only the total says so.
    service.lists.mine = [...old(1000, 10), ...old(975, 1)]
    await pull(env)
    expect(await mine()).toEqual([975, ...Array.from({ length: 10 }, (_, at) => 991 + at)])
    service.lists.mine = old(1000, 9)
    await pull(env)
    expect(await mine()).toEqual(Array.from({ length: 9 }, (_, at) => 992 + at))
  })

  test('from the cache is as of the time when the service answered', async () => {
    const { env } = await serve({ newest: loansFrom(1000, 3) })
    const cache = { KIVA_CACHE_DIR: join(folder, 'cache') }
    await pull({ ...env, ...cache }, '--cache', '1h')
    const again = { ...env, ...mirror(), ...cache }
    const began = Date.now()
    expect((await pull(again, '--cache', '1h')).code).toBe(0)
    const [[after]] = (await sql(again, 'SELECT max(read_at) FROM loans')) as [[string]]
    expect(Date.parse(after)).toBeLessThan(began)
  })

  test('sends no retry beyond --requests', async () => {
    let sent = 0
    const url = await serveHttp((_, response) => {
      sent += 1
      response.writeHead(503).end('{}')
    })
    const { code } = await pull({ ...mirror(), KIVA_BASE_URL: url, KIVA_RETRIES: '2' }, '--requests', '1')
    expect([code, sent]).toEqual([6, 1])
  })

  test('may have more time than a timer of Node.js', async () => {
    const { env } = await serve({ newest: loansFrom(1000, 3) })
    const { code, stderr, done } = await pull(env, '--for', '30d')
    expect([code, stderr, done.end]).toEqual([0, '', 'done'])
  })
})

describe.runIf(hasSqlite)('an import', () => {
  test('of a second reading with the same date replaces the first, and of an older one does not', async () => {
    const env = mirror()
    const status = async () => (await sql(env, 'SELECT status FROM loans'))[0]?.[0]
    await importText(env, dated('2020-01-01T00:00:00Z', { id: 1, status: 'funded' }))
    await importText(env, dated('2020-01-01T00:00:00Z', { id: 1, status: 'paid' }))
    expect(await status()).toBe('paid')
    await importText(env, dated('2019-01-01T00:00:00Z', { id: 1, status: 'funded' }))
    expect(await status()).toBe('paid')
  })

  test('replaces what was read in the future, with a wrong clock', async () => {
    const env = mirror()
    await importText(env, dated('2999-01-01T00:00:00Z', { id: 1, status: 'funded' }))
    await importText(env, dated('2020-01-01T00:00:00Z', { id: 1, status: 'paid' }))
    expect(await sql(env, 'SELECT status, read_at FROM loans')).toEqual([
      ['paid', '2020-01-01T00:00:00.000Z'],
    ])
  })

  test('of a loan again makes its old words forgotten', async () => {
    const env = mirror()
    const found = async (word: string) =>
      (await kiva(['--mirror', 'loans', 'search', '--q', word, '--count'], env)).stdout
    await importText(env, dated('2020-01-01T00:00:00Z', { id: 1, name: 'Old' }))
    await importText(env, dated('2020-01-02T00:00:00Z', { id: 1, name: 'New' }))
    expect([await found('old'), await found('new')]).toEqual(['0\n', '1\n'])
  })

  test('keeps the places of field partners, and reads country codes in any case', async () => {
    const env = mirror()
    const partner = (id: number, name: string) => ({
      id,
      name,
      countries: [{ iso_code: 'ke', region: 'Africa' }],
    })
    await importText(env, [partner(9, 'A'), partner(4, 'B'), partner(0, 'no id')])
    await importText(env, [partner(4, 'C'), partner(9, 'D')])
    await importText(
      env,
      dated('2020-01-01T00:00:00Z', { id: 1, location: { country_code: 'KE' } }, { id: 0 }),
    )
    expect(await sql(env, 'SELECT id, name, place FROM partners ORDER BY place')).toEqual([
      [9, 'D', 0],
      [4, 'C', 1],
    ])
    expect(await sql(env, 'SELECT code FROM countries')).toEqual([['KE']])
    expect(await sql(env, 'SELECT id FROM loans')).toEqual([[1]])
    const { stdout } = await kiva(['--mirror', 'loans', 'search', '--region', 'af', '--count'], env)
    expect(stdout).toBe('1\n')
  })
})

// A runtime runs the script, and an executable is none.
test.runIf(hasSqlite && !drivesExecutable)(
  'a transaction that fails leaves nothing to the next one',
  async () => {
    expect(await runScript('transactions.ts', join(folder, 'transactions'))).toBe('[[2]]')
  },
)
