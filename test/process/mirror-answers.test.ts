/**
 * What `--mirror` and `kiva sandbox --mirror` answer of a few loans, partners and lenders that are as real ones are: read at
 * different times, with old statuses. Needs `npm run build`, and a runtime with SQLite.
 */
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { hasSqlite, start } from '../support/process.ts'
import { closeServers, serveHttp } from '../support/servers.ts'

const folder = folderForAll()
const env = { KIVA_DATA_DIR: join(folder, 'data'), KIVA_CONFIG_DIR: join(folder, 'config') }

const day = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * day).toISOString()
const page = (days: number, ...loans: readonly object[]) =>
  JSON.stringify({ header: { date: dayBefore(days) }, loans: loans.map((loan) => ({ terms: {}, ...loan })) })
const put = async (text: string) => {
  const { code, stderr } = await kiva(['mirror', 'import', '-'], env, text)
  expect([code, stderr]).toEqual([0, ''])
}
const idsOf = async (...words: readonly string[]) => {
  const { code, stdout } = await kiva(
    ['--mirror', ...words, '-o', 'json', '--fields', 'id,status', '--quiet'],
    env,
  )
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

const statuses = [
  'ended_with_loss',
  'defaulted',
  'inactive',
  'inactive_expired',
  'issue',
  'reviewed',
  'deleted',
  'refunded',
  'expired',
]

describe.runIf(hasSqlite)('on a runtime with SQLite', () => {
  beforeAll(async () => {
    await put(
      page(
        2,
        ...statuses.map((status, at) => ({
          id: at + 1,
          status,
          funded_amount: 100,
          posted_date: '2010-01-01T00:00:00Z',
          payments: [{ amount: 30.5, settlement_date: '2010-02-01T00:00:00Z' }, { amount: -0.5 }],
        })),
      ),
    )
    await put(page(5, { id: 20, status: 'paid' }) + page(1, { id: 21, status: 'paid' }))
    await put('{"partners":[{"id":7,"name":"Seven","countries":[]},{"id":3,"name":"Three","countries":[]}]}')
  })

  test('--status ended_with_loss finds the older name too, and records keep it', async () => {
    expect(await idsOf('loans', 'search', '--status', 'ended_with_loss', '--sort-by', 'oldest')).toEqual([
      { id: 1, status: 'ended_with_loss' },
      { id: 2, status: 'defaulted' },
    ])
    expect(
      await idsOf('loans', 'search', '--status', 'paid,ended_with_loss', '--sort-by', 'oldest'),
    ).toHaveLength(4)
  })

  test('--q finds a name however its letters are typed', async () => {
    await put(page(1, { id: 30, status: 'paid', name: 'Łukasz Straße' }))
    for (const q of ['lukasz', 'ŁUKASZ', 'strasse', 'Straße lukasz'])
      expect(await idsOf('loans', 'search', '--q', q)).toEqual([{ id: 30, status: 'paid' }])
  })

  test('no status is refused: in details, tables, filters, groups, SQL and the lake', async () => {
    const ids = statuses.map((_, at) => at + 1)
    expect(await idsOf('loans', 'show', ids.join(','))).toEqual(
      statuses.map((status, at) => ({ id: at + 1, status })),
    )
    for (const [at, status] of statuses.entries()) {
      const found = await idsOf('loans', 'search', '--filter', `status=${status}`, '--sort-by', 'oldest')
      expect([status, found.map(({ id }: { id: number }) => id)]).toEqual([
        status,
        at < 2 ? [1, 2] : [at + 1],
      ])
    }
    const groups = await kiva(['--mirror', 'loans', 'search', '--by', 'status', '-o', 'json', '--quiet'], env)
    expect(
      JSON.parse(groups.stdout)
        .map(({ status }: { status: string }) => status)
        .sort(),
    ).toEqual(['paid', ...statuses].sort())
    const table = await kiva(['--mirror', 'loans', 'show', ids.join(','), '-o', 'table', '--quiet'], env)
    for (const status of statuses) expect(table.stdout).toContain(status.replaceAll('_', ' '))
    const lost = await kiva(
      [
        'sql',
        "SELECT status, derived(id, 'repayment.lost') AS lost FROM loans WHERE lost IS NOT NULL ORDER BY id",
        '-o',
        'ndjson',
      ],
      env,
    )
    expect(lost.stdout).toBe('{"status":"ended_with_loss","lost":70}\n{"status":"defaulted","lost":70}\n')
    const { code } = await kiva(['mirror', 'export', '--out', join(folder, 'lake')], env)
    expect(code).toBe(0)
  })

  test('partners keep the order of the service', async () => {
    expect((await idsOf('partners', 'list')).map(({ id }: { id: number }) => id)).toEqual([7, 3])
  })

  describe('served', () => {
    let base: string
    const serve = async () => {
      const { child, said, ended } = start(['sandbox', '--mirror', '--http'], env)
      base = JSON.parse(await said(/\n/)).base_url
      onTestFinished(async () => {
        child.kill('SIGINT')
        await ended
      })
    }

    test('a reply is as old as its oldest record, in seconds', async () => {
      await serve()
      for (const ids of ['20,21', '21,20']) {
        const { headers } = await fetch(`${base}/v1/loans/${ids}.json`)
        const age = Number(headers.get('age'))
        expect([ids, Math.floor(age / 86_400)]).toEqual([ids, 5])
        expect(Date.now() - Date.parse(headers.get('date') ?? '')).toBeGreaterThanOrEqual(5 * day)
      }
      const { headers } = await fetch(`${base}/v1/loans/21.json`)
      expect(Math.floor(Number(headers.get('age')) / 86_400)).toBe(1)
    })

    test('a search sees what another run stored since the same search before', async () => {
      await serve()
      const search = async () =>
        JSON.parse(await (await fetch(`${base}/v1/loans/search.json?status=funded`)).text())
      expect((await search()).paging.total).toBe(0)
      await put(page(1, { id: 30, status: 'funded' }))
      const { paging, loans } = await search()
      expect([paging.total, loans.map(({ id }: { id: number }) => id)]).toEqual([1, [30]])
    })

    test('calls for tokens are refused in JSON, with and without the suffix', async () => {
      await serve()
      for (const path of ['request_token', 'request_token.json', 'access_token.json']) {
        const reply = await fetch(`${base}/oauth/${path}`, { method: 'POST' })
        expect([path, reply.status, JSON.parse(await reply.text()).code]).toEqual([
          path,
          501,
          'org.kiva.NotMirrored',
        ])
      }
      const page = await fetch(`${base}/oauth/authorize`)
      expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    })
  })

  describe('the list of @me', () => {
    afterEach(closeServers)

    test('is served without the loans that the service leaves out', async () => {
      const loan = '{"id":84,"terms":{},"posted_date":"2010-01-01T00:00:00Z"}'
      const url = await serveHttp((request, response) => {
        const path = request.url ?? ''
        const list = path.includes('/partners')
          ? '"partners":[]'
          : /\/lenders\/robin\.json/.test(path)
            ? '"lenders":[{"lender_id":"robin"}]'
            : `"loans":[${/\/lenders\//.test(path) ? '{"id":84},{"id":85}' : /search|\b84\b/.test(path) ? loan : ''}]`
        const total = path.includes('/partners') ? 0 : 2
        const paging = `"paging":{"page":1,"total":${total},"page_size":20,"pages":1}`
        response.setHeader('content-type', 'application/json').end(`{${paging},${list}}`)
      })
      const own = {
        KIVA_DATA_DIR: join(folder, 'mine'),
        KIVA_BASE_URL: url,
        KIVA_APP_ID: 'org.example.pull',
        KIVA_LENDER: 'robin',
        KIVA_STATE_DIR: join(folder, 'state'),
      }
      const pulled = await kiva(['mirror', 'pull'], own)
      expect([pulled.code, pulled.stderr]).toEqual([0, ''])
      const words = ['--mirror', 'lenders', 'loans', '@me', '-o', 'ndjson', '--fields', 'id', '--quiet']
      expect(await kiva(words, own)).toMatchObject({ code: 0, stdout: '{"id":84}\n', stderr: '' })
    })
  })
})
