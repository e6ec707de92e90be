import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import type { Rows } from '../../src/explore/rows/rows.ts'
import { Selection, type SelectionOptions, type Sort } from '../../src/explore/rows/selection.ts'
import { isLong } from '../e2e/how-long.ts'
import { everyPage, openSandbox } from '../sandbox/open.ts'
import { columnOf, filterOf, loan, matches, options, rowsOf, selected } from './helpers.ts'

const records = await everyPage(openSandbox({ loans: 1200 }), '/v1/loans/search.json', 'loans')
const listed = rowsOf(records)

const by = (header: string, isDescending = false): Sort => ({ column: columnOf(header), isDescending })
const idsOf = (rows: Rows, indexes: readonly number[]) => indexes.map((index) => Number(rows.key(index)))

const odd = rowsOf([
  loan(1, { name: 'Zoë', loan_amount: 500 }),
  loan(2, { name: 'ana', loan_amount: 25 }),
  loan(3, { name: '', loan_amount: null }),
  loan(4, { name: 'Árpád', loan_amount: 500 }),
  loan(5, { name: 'bo', loan_amount: 'unknown' }),
])

test.each<readonly [string, boolean, readonly number[]]>([
  ['NAME', false, [2, 4, 5, 1, 3]],
  ['NAME', true, [1, 5, 4, 2, 3]],
  ['ASKED', false, [2, 1, 4, 5, 3]],
  ['ASKED', true, [5, 1, 4, 2, 3]],
])('sorts by %s, descending: %s', (header, isDescending, ids) => {
  expect(idsOf(odd, selected(odd, { sort: by(header, isDescending) }))).toEqual(ids)
})

test('sorts by dates', () => {
  const dates = selected(listed, { sort: by('POSTED', true) }).map((index) =>
    String((listed.record(index) as JsonObject)['posted_date']),
  )
  expect(dates).toEqual(dates.toSorted().toReversed())
  expect(new Set(dates).size).toBeGreaterThan(100)
})

test('keeps only rows with these keys', () => {
  expect(selected(odd, { keys: new Set(['4', '2', '99']) })).toEqual([1, 3])
  expect(selected(odd, { keys: new Set() })).toEqual([])
})

test('keeps rows with one of the wanted values of each facet', () => {
  const facets = new Map([
    ['SECTOR', new Set(['Food', 'Retail'])],
    ['STATUS', new Set(['fundraising'])],
    ['PARTNER', new Set<string>()],
    // No field holds the region.
    ['REGION', new Set(['af'])],
  ])
  const wanted = records.flatMap(({ sector, status }, index) =>
    (sector === 'Food' || sector === 'Retail') && status === 'fundraising' ? [index] : [],
  )
  expect(wanted.length).toBeGreaterThan(5)
  expect(selected(listed, { facets })).toEqual(wanted)
  expect(selected(listed, { facets: new Map([['SECTOR', new Set(['None'])]]) })).toEqual([])
})

test('works in small slices', () => {
  const selection = new Selection(listed, options({ filter: filterOf('a') }))
  expect(selection.advance(() => false)).toBe(false)
  const first = [...selection.indexes]
  expect(first.length).toBeGreaterThan(0)
  let calls = 1
  while (!selection.advance(() => false)) calls += 1
  expect(calls).toBeGreaterThan(5)
  expect(selection.indexes.slice(0, first.length)).toEqual(first)
  expect(selection.indexes).toEqual(selected(listed, { filter: filterOf('a') }))
  expect(selection.advance(() => false)).toBe(true)
})

test('with a sort, shows rows only once all are sorted', () => {
  const selection = new Selection(listed, options({ sort: by('NAME') }))
  while (!selection.advance(() => false)) expect(selection.indexes).toEqual([])
  expect(selection.indexes).toHaveLength(listed.count)
})

test.each([1, 30, 600])('picks up %i appended rows', (more) => {
  for (const sort of [undefined, by('NAME'), by('ASKED', true)]) {
    const rows = rowsOf(records.slice(0, 200))
    const selection = new Selection(rows, options({ sort, filter: filterOf('a') }))
    selection.advance(() => true)
    rows.append(records.slice(200, 200 + more))
    expect(selection.isComplete).toBe(false)
    selection.advance(() => true)
    expect(selection.indexes).toEqual(selected(rows, { sort, filter: filterOf('a') }))
  }
})

test('a longer filter looks only at the rows of the former one', () => {
  let looked = 0
  const text = (index: number) => {
    looked += 1
    return listed.text(index)
  }
  const counting = { ...countable(listed), text }
  const type = (typed: string, within?: Selection) => {
    const selection = new Selection(counting, options({ filter: filterOf(typed), within }))
    looked = 0
    selection.advance(() => true)
    return { selection, looked }
  }
  const all = type('')
  const short = type('ag', all.selection)
  expect(short.looked).toBe(listed.count)
  const long = type('agri', short.selection)
  expect(long.looked).toBe(short.selection.indexes.length)
  expect(long.looked).toBeLessThan(listed.count)
  expect(long.selection.indexes).toEqual(selected(listed, { filter: filterOf('agri') }))
  // Shorter again: back to the selection before. Another word: back to all rows.
  const again = type('ag', long.selection)
  expect(again.looked).toBe(0)
  expect(again.selection.indexes).toEqual(short.selection.indexes)
  expect(type('fo', again.selection).looked).toBe(listed.count)
})

/** Copies the methods of rows into a plain object. */
const countable = (rows: Rows) => ({
  count: rows.count,
  version: rows.version,
  now: rows.now,
  key: (index: number) => rows.key(index),
  cell: (index: number, column: number) => rows.cell(index, column),
  forms: (index: number, column: number) => rows.forms(index, column),
  number: (index: number, column: number) => rows.number(index, column),
  hasFacet: (facet: string) => rows.hasFacet(facet),
  facetCode: (index: number, facet: string) => rows.facetCode(index, facet),
  facetValues: (facet: string, code: number) => rows.facetValues(facet, code),
})

test('another sort puts the rows of the former selection into its own order', () => {
  const type = (sort: Sort | undefined, within?: Selection) => {
    const selection = new Selection(odd, options({ sort, within }))
    selection.advance(() => true)
    expect(selection.indexes).toEqual(selected(odd, { sort }))
    return selection
  }
  const byName = type(by('NAME'), type(undefined))
  type(undefined, type(by('ASKED'), byName))
  type(by('NAME', true), byName)
})

test('updated rows are looked at again', () => {
  const rows = rowsOf([loan(1), loan(2)])
  const before = new Selection(rows, options({ filter: filterOf('new') }))
  before.advance(() => true)
  rows.update([{ id: 2, name: 'new' }])
  const after = new Selection(rows, options({ filter: filterOf('new'), within: before }))
  after.advance(() => true)
  expect(after.indexes).toEqual([1])
})

const sorts = [undefined, by('NAME'), by('NAME', true), by('ASKED'), by('COUNTRY', true)]
const marked = new Set(['2100003', '2100010', '2100050', '2100100', '2100111', '2100200'])
const step = fc.record({
  filter: fc
    .constantFrom('', 'a', 'ag', 'agri', 'to', 'to b', 'asked:>500', 'country:p', 'zzz')
    .map(filterOf),
  facets: fc.constantFrom<ReadonlyMap<string, ReadonlySet<string>>>(
    new Map(),
    new Map([['SECTOR', new Set(['Food'])]]),
    new Map([['SECTOR', new Set(['Food', 'Retail'])]]),
  ),
  sort: fc.constantFrom(...sorts),
  keys: fc.constantFrom(undefined, undefined, marked),
  append: fc.nat({ max: 150 }),
  slices: fc.constantFrom(0, 1, 3, 1000),
})

// In parts, each of which has the time of a test.
test.each(isLong ? [1, 2, 3, 4, 5] : [1])(
  'any way of typing, sorting and loading ends with the same rows as a fresh selection (%i)',
  () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 8 }), (steps) => {
        const rows = rowsOf(records.slice(0, 150))
        let within: Selection | undefined
        let last: SelectionOptions = options()
        for (const { append, slices, ...change } of steps) {
          last = options(change)
          const selection = new Selection(rows, { ...last, within })
          rows.append(records.slice(rows.count, rows.count + append))
          for (let slice = 0; slice < slices; slice++) selection.advance(() => false)
          if (selection.isComplete) expect(selection.indexes).toEqual(expectedOf(rows, last))
          within = selection
        }
        within?.advance(() => true)
        expect(within?.indexes).toEqual(expectedOf(rows, last))
      }),
      { numRuns: 50 },
    )
  },
)

/** A second, plain way to the same rows. */
function expectedOf(rows: Rows, { filter, facets, sort, keys }: SelectionOptions): readonly number[] {
  const sectors = facets.get('SECTOR')
  const found = Array.from({ length: rows.count }, (_, index) => index).filter(
    (index) =>
      (keys?.has(rows.key(index)) ?? true) &&
      (sectors?.has(String((rows.raw(index) as JsonObject)['sector'])) ?? true) &&
      matches(filter, rows, index),
  )
  if (!sort) return found
  const sign = sort.isDescending ? -1 : 1
  const keyOf = (index: number) =>
    Number.isNaN(rows.number(index, sort.column))
      ? rows.cell(index, sort.column)
      : rows.number(index, sort.column)
  return found.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    return a === b ? one - other : a < b ? -sign : sign
  })
}
