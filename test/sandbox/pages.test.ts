import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/context.ts'
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

test('pages put together are the whole list, each record once', async () => {
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

test('per_page counts on newest and search of loans, up to 100', async () => {
  expect(await paging('/v1/loans/search.json?per_page=30')).toMatchObject({ page_size: 30, pages: 10 })
  expect(await paging('/v1/loans/newest.json?per_page=500')).toMatchObject({ page_size: 100 })
  expect(await paging('/v1/lenders/robin1001/loans.json?per_page=30')).toMatchObject({ page_size: 20 })
})

test('ids_only lists bare ids', async () => {
  const loans = await list(sandbox, '/v1/loans/search.json', 'loans')
  expect((await askJson(sandbox, '/v1/loans/search.json?ids_only=true'))['loans']).toEqual(
    loans.map(({ id }) => id),
  )
})

test('repeated-pages: past the end the last page comes again', async () => {
  const clamped = openSandbox({ faults: ['repeated-pages'] })
  const last = await askJson(clamped, '/v1/loans/search.json?page=15')
  expect(await askJson(clamped, '/v1/loans/search.json?page=99')).toEqual(last)
  expect((last['loans'] as readonly JsonObject[]).length).toBe(20)
})

test('moving-pages: some records come twice, and some never', async () => {
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
