/** Repeats, limits and changes of a list, as the reader notices them. */
import { expect, test } from 'vitest'
import type { RawPage } from '../../src/records/pages.ts'
import { uniqueRecords } from '../../src/records/read.ts'
import type { ResumePoint } from '../../src/records/reading.ts'
import { advance, noResumePoint } from '../../src/records/reading.ts'

const pageOf = (ids: readonly (number | undefined)[], more: Partial<RawPage> = {}): RawPage => ({
  records: ids.map((id) => (id === undefined ? { name: 'x' } : { id })),
  single: false,
  paging: undefined,
  headers: {},
  ...more,
})
const told = (total: number) => ({ paging: { page: 1, total, page_size: 20, pages: 9 } })

interface Options {
  readonly idFields?: readonly string[]
  readonly limit?: number
  readonly from?: ResumePoint
}

async function read(pages: readonly RawPage[], { idFields = ['id'], limit, from }: Options = {}) {
  async function* each() {
    yield* pages
  }
  const dropped: number[] = []
  const found = []
  const onDropped = (repeats: number) => void dropped.push(repeats)
  for await (const page of uniqueRecords(each(), { idFields, limit, from, onDropped })) found.push(page)
  return {
    found,
    dropped,
    ids: found.map(({ records }) => records.map((one) => (one as { id?: number }).id)),
  }
}

test('a record that came before is dropped, and one without an id never is', async () => {
  const { ids, dropped, found } = await read([pageOf([1, 2, 1]), pageOf([2, undefined, undefined])])
  expect(ids).toEqual([
    [1, 2],
    [undefined, undefined],
  ])
  expect(dropped).toEqual([1, 1])
  expect(found.map(({ repeats, received, hasChanged }) => [repeats, received, hasChanged])).toEqual([
    [1, 3, true],
    [1, 3, true],
  ])
})

test('what an earlier run has read is known', async () => {
  const from = { ...noResumePoint, delivered: 2, ids: ['1', '2'] }
  const { ids, found } = await read([pageOf([2, 3])], { from })
  expect(ids).toEqual([[3]])
  expect(advance(from, found[0] as never).ids).toEqual(['1', '2', '3'])
})

test('everything is kept where records cannot come twice', async () => {
  const { ids, found } = await read([pageOf([1, 1])], { idFields: [] })
  expect([ids, found[0]?.hasChanged]).toEqual([[[1, 1]], false])
})

test.each([
  ['another total', pageOf([1], told(100)), pageOf([2], told(101)), true],
  ['the same total', pageOf([1], told(100)), pageOf([2], told(100)), false],
  ['no total', pageOf([1]), pageOf([2]), false],
  [
    'an empty page before the last one',
    pageOf([1], told(100)),
    pageOf([], { ...told(100), end: 'empty' }),
    true,
  ],
  ['the end of a list without totals', pageOf([1]), pageOf([], { end: 'empty' }), false],
] as const)('a change is noticed: %s', async (_, first, second, hasChanged) => {
  const { found } = await read([first, second])
  expect(found.map((page) => page.hasChanged)).toEqual([false, hasChanged])
})

test('the limit counts what an earlier run has read, and ends the reading', async () => {
  const from = { ...noResumePoint, delivered: 2 }
  const { ids } = await read([pageOf([3, 4]), pageOf([5, 6]), pageOf([7])], { limit: 5, from })
  expect(ids).toEqual([[3, 4], [5]])
})

test('a page that stands in for another has no records of its own', async () => {
  const { ids } = await read([pageOf([1]), pageOf([9], { end: 'clamped' })])
  expect(ids).toEqual([[1], []])
})

test('a list that grows faster than it is read ends with an error', async () => {
  const pages = [pageOf([1]), ...Array.from({ length: 250 }, () => pageOf([1]))]
  await expect(read(pages)).rejects.toMatchObject({
    kind: 'partial',
    message: expect.stringContaining('grows faster'),
  })
})

test('ids that were not found are counted, and some of them are named', () => {
  const missing = Array.from({ length: 70 }, (_, id) => id)
  const rest = { received: 0, repeats: 0, recordIds: [], hasChanged: false, hasGap: false }
  const page = { ...pageOf([]), ...rest, missing }
  const point = advance(advance(noResumePoint, page), page)
  expect([point.missingCount, point.missing.length]).toEqual([140, 100])
})
