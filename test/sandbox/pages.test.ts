import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { askJson, everyPage, list, openSandbox } from './open.ts'

const sandbox = openSandbox()
const paging = async (path: string, on = sandbox) => (await askJson(on, path))['paging']

test.each([
  ['/v1/loans/search.json', 20],
  ['/v1/loans/newest.json', 20],
  ['/v1/lenders/robin1001/loans.json', 20],
  ['/v1/teams/201/loans.json', 20],
  ['/v1/lenders/search.json', 50],
  ['/v1/teams/201/lenders.json', 50],
  ['/v1/loans/2100001/lenders.json', 50],
  ['/v1/teams/search.json', 20],
  ['/v1/journal_entries/search.json', 20],
  ['/v1/journal_entries/500001/comments.json', 20],
  ['/v1/partners.json', 200],
])('%s has pages of %d', async (path, page_size) => {
  const { total } = (await paging(path)) as { total: number }
  expect(await paging(path)).toEqual({ page: 1, total, page_size, pages: Math.ceil(total / page_size) })
})

test('all pages together contain each record once', async () => {
  for (const query of ['', 'sort_by=loan_amount', 'sort_by=repayment_term']) {
    const loans = await everyPage(sandbox, `/v1/loans/search.json?${query}`, 'loans')
    expect(new Set(loans.map(({ id }) => id)).size).toBe(300)
  }
})

test('a page past the end is empty', async () => {
  expect(await list(sandbox, '/v1/loans/search.json?page=16', 'loans')).toEqual([])
  expect(await paging('/v1/loans/search.json?page=16')).toEqual({
    page: 16,
    total: 300,
    page_size: 20,
    pages: 15,
  })
  expect(await paging('/v1/loans/search.json?q=nothing-like-it')).toEqual({
    page: 1,
    total: 0,
    page_size: 20,
    pages: 0,
  })
})

test('per_page works for newest and search of loans, up to 100', async () => {
  expect(await paging('/v1/loans/search.json?per_page=30')).toMatchObject({ page_size: 30, pages: 10 })
  expect(await paging('/v1/loans/newest.json?per_page=500')).toMatchObject({ page_size: 100 })
  expect(await paging('/v1/lenders/robin1001/loans.json?per_page=30')).toMatchObject({ page_size: 20 })
})

test('ids_only lists only ids', async () => {
  const loans = await list(sandbox, '/v1/loans/search.json', 'loans')
  expect((await askJson(sandbox, '/v1/loans/search.json?ids_only=true'))['loans']).toEqual(
    loans.map(({ id }) => id),
  )
})

test('repeated-pages: past the end, the last page is repeated', async () => {
  const clamped = openSandbox({ faults: ['repeated-pages'] })
  const last = await askJson(clamped, '/v1/loans/search.json?page=15')
  expect(await askJson(clamped, '/v1/loans/search.json?page=99')).toEqual(last)
  expect((last['loans'] as readonly JsonObject[]).length).toBe(20)
})

test('stale-pages: a struck request gets the previous page, with its number', async () => {
  const stale = openSandbox({ faults: [{ name: 'stale-pages', probability: 1 }] })
  const before = await askJson(sandbox, '/v1/loans/search.json?page=4')
  expect(await askJson(stale, '/v1/loans/search.json?page=5')).toEqual(before)
  expect(await askJson(stale, '/v1/loans/search.json')).toEqual(
    await askJson(sandbox, '/v1/loans/search.json'),
  )
})

test('missing-paging: the reply contains only the list', async () => {
  const bare = openSandbox({ faults: ['missing-paging'] })
  expect(Object.keys(await askJson(bare, '/v1/loans/search.json'))).toEqual(['loans'])
})

test('growing-list: each request adds one record at the beginning, until all are there', async () => {
  const growing = openSandbox({ faults: ['growing-list'] })
  const whole = await list(sandbox, '/v1/loans/search.json', 'loans')
  const page = async (number: number) => await askJson(growing, `/v1/loans/search.json?page=${number}`)
  const ids = (tree: Awaited<ReturnType<typeof page>>) =>
    (tree['loans'] as readonly JsonObject[]).map(({ id }) => id)
  const [first, second, third] = [await page(1), await page(1), await page(2)]
  expect(ids(second).slice(1)).toEqual(ids(first).slice(0, -1))
  expect(ids(third)[0]).toBe(ids(second).at(-1))
  expect([first, second, third].map(({ paging }) => (paging as JsonObject)['total'])).toEqual([271, 272, 273])
  for (let more = 0; more < 40; more++) await page(1)
  expect(ids(await page(1))).toEqual(whole.map(({ id }) => id))
  expect(await page(1)).toMatchObject({ paging: { total: 300 } })
})

test('moving-pages: some records are repeated, and some are missing', async () => {
  const moving = openSandbox({ faults: ['moving-pages'] })
  const pages = await Promise.all(
    Array.from({ length: 15 }, (_, nth) => list(moving, `/v1/loans/search.json?page=${nth + 1}`, 'loans')),
  )
  const ids = pages.flat().map(({ id }) => id)
  const seen = new Set(ids)
  expect(seen.size).toBeLessThan(ids.length)
  expect(seen.size).toBeLessThan(300)
  expect(pages[0]).toEqual(await list(sandbox, '/v1/loans/search.json', 'loans'))
})
