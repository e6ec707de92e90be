import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordTypes } from '../../src/api/records/record-types.ts'
import { narrows } from '../../src/explore/rows/filter-within.ts'
import { columnsOf } from '../../src/output/table/record-columns.ts'
import { Cells } from '../../src/records/filter.ts'
import { filterColumnsOf } from '../../src/records/filter-columns.ts'
import { parseFilter, testsOf } from '../../src/records/row-filter.ts'
import { everyPage, openSandbox } from '../sandbox/open.ts'
import { filterOf, loan, matches, now, rowsOf, selected } from './helpers.ts'

const day = 86_400_000
const inDays = (days: number) => new Date(now + days * day).toISOString()

const rows = rowsOf([
  loan(10, {
    name: 'Ana María',
    location: { country: 'Kenya' },
    sector: 'Food',
    use: 'to buy maize seed',
    loan_amount: 2500,
    funded_amount: 2000,
    planned_expiration_date: inDays(2),
    posted_date: inDays(-20),
  }),
  loan(11, {
    name: 'Kenya',
    location: { country: 'Peru' },
    sector: 'Retail',
    use: 'to buy 👩‍🌾 seeds 100%',
    loan_amount: 500,
    funded_amount: 250,
    planned_expiration_date: inDays(10),
    posted_date: inDays(-1),
  }),
  loan(12, { name: 'Людмила', status: 'paid', paid_amount: 250, posted_date: inDays(-400) }),
  { id: 13 },
])

test.each<readonly [string, readonly number[]]>([
  ['', [10, 11, 12, 13]],
  ['  ', [10, 11, 12, 13]],
  ['SEED maria', [10]],
  ['mariá', [10]],
  ['люд', [12]],
  ['👩‍🌾', [11]],
  ['kenya', [10, 11]],
  ['country:kenya', [10]],
  ['Country:KEN sector:food', [10]],
  ['name:kenya', [11]],
  ['name:kenya country:kenya', []],
  ['asked:2500', [10]],
  ['asked:$2,500', [10]],
  ['loan_amount:2500', [10]],
  ['asked:>500', [10, 12]],
  ['asked:>=$500', [10, 11, 12]],
  ['asked:<1000', [11]],
  ['asked:=500', [11]],
  ['togo:<=500', [10, 11]],
  ['to-go:<=250', [11]],
  ['funded:>=80%', [10]],
  ['funded:<80', [11]],
  ['ends:<3d', [10]],
  ['ends:>1w', [11]],
  ['ends:<48h', []],
  ['ends:<=48h', [10]],
  ['posted:<2d', [11]],
  ['posted:>30d', [12]],
  ['posted:>2026-02-01', [10, 11]],
  ['id:>11', [12, 13]],
  ['posted=""', [13]],
  ['asked=""', [13]],
  ['use=""', [12, 13]],
  // Unfinished conditions match all rows; what is no condition is a word.
  ['country:', [10, 11, 12, 13]],
  ['ends:<', [10, 11, 12, 13]],
  ['ends:<=', [10, 11, 12, 13]],
  ['ends:<soon', []],
  ['http://x', []],
  [':kenya', []],
  ['nothing:kenya', []],
  ['100%', [11, 12]],
])('%j finds %j', (text, ids) => {
  expect(selected(rows, { filter: filterOf(text) }).map((index) => Number(rows.key(index)))).toEqual(ids)
})

test('a header wins over the last part of a path', async () => {
  const columns = await columnsOf('lending_action')
  const { terms } = parseFilter('name:ana id:5 loan:6', columns)
  const read = terms.flatMap(({ anyOf }) =>
    anyOf.map((one) => one.kind !== 'word' && columns[one.column]?.header),
  )
  expect(read).toEqual(['FROM', 'ID', 'LOAN'])
})

const word = fc.constantFrom(
  'm',
  'ma',
  'maize',
  'k',
  'ken',
  '2',
  '25',
  '2500',
  '250',
  '$2',
  '',
  '<3d',
  '>50',
  '<',
  '=500',
)
const name = fc.constantFrom('', '', 'country:', 'asked:', 'ends:', 'x:')
const text = fc
  .array(
    fc.tuple(name, word).map((pair) => pair.join('')),
    { maxLength: 3 },
  )
  .map((all) => all.join(' '))
const listed = rowsOf(await everyPage(openSandbox(), '/v1/loans/search.json', 'loans'))

test('a filter that narrows a former one finds only rows of that one', () => {
  let narrowed = 0
  fc.assert(
    fc.property(text, text, fc.nat(6), (before, more, cut) => {
      const former = filterOf(before)
      for (const filter of [
        filterOf(before + more),
        filterOf(`${before} ${more}`),
        filterOf(before.slice(0, cut)),
      ]) {
        if (!narrows(filter, former)) continue
        narrowed += 1
        for (const all of [rows, listed])
          for (let index = 0; index < all.count; index++)
            if (matches(filter, all, index)) expect(matches(former, all, index)).toBe(true)
      }
    }),
  )
  expect(narrowed).toBeGreaterThan(50)
})

test('time left begins at 0, and less than that is over', () => {
  const ends = [-5000, -1, 0, 1 / 1440, 2, 3, 4]
  const list = rowsOf([
    ...ends.map((days, id) => loan(id, { planned_expiration_date: inDays(days) })),
    loan(ends.length, { status: 'paid', planned_expiration_date: inDays(2) }),
    loan(ends.length + 1),
  ])
  const found = (text: string) =>
    selected(list, { filter: filterOf(text) }).map((index) => Number(list.key(index)))
  expect(found('ends:<3d')).toEqual([3, 4])
  expect(found('ends:<=3d')).toEqual([3, 4, 5])
  expect(found('ends:..3d')).toEqual([3, 4, 5])
  expect(found('ends:0d..3d')).toEqual([3, 4, 5])
  expect(found('ends:0d')).toEqual([3])
  expect(found('ends:>0d')).toEqual([3, 4, 5, 6])
  expect(found('ends:<0d')).toEqual([0, 1, 2])
  expect(found('ends:<=0d')).toEqual([0, 1, 2])
  expect(found('-ends:<0d')).toEqual([3, 4, 5, 6, 7, 8])
  expect(found('-ends:<3d')).toEqual([0, 1, 2, 5, 6, 7, 8])
  // A date is compared with that of the field, which tables in a pipe show for every loan.
  expect(found('ends:2026-03-16')).toEqual([4, 7])
  expect(found('ends:>2026-03-16')).toEqual([5, 6])
})

test('a number is also that of the field, but not in a range of other units', async () => {
  const columns = await filterColumnsOf({ ...recordTypes.loan_listing, derived: ['people', 'funding'] })
  const cells = new Cells(columns, () => now)
  for (const [index, women] of [0.413, 0.6].entries())
    cells.set(index, { id: index, derived: { people: { women }, funding: { days_to_fund: 4.26 + index } } })
  const found = (text: string) =>
    [0, 1].filter((index) => testsOf(parseFilter(text, columns), cells).every((test) => test(index)))
  expect([found('women:41'), found('women:0.413'), found('women:<50'), found('women:<0.5')]).toEqual([
    [0],
    [0],
    [0],
    [],
  ])
  expect([found('days_to_fund:4.3'), found('days-to-fund=4.26'), found('days-to-fund:5.2')]).toEqual([
    [0],
    [0],
    [],
  ])
})

test('a condition on a column with other forms is no word of the row', () => {
  for (const text of ['country:ken', 'name:ana', 'status:paid'])
    expect(narrows(filterOf(text), filterOf(text.replace(/.*:/, '')))).toBe(true)
  for (const text of ['use:"to buy"', 'posted:"2026"'])
    expect(narrows(filterOf(text), filterOf(text.replace(/.*:/, '')))).toBe(false)
})

test('a longer word narrows, a shorter one does not', () => {
  expect(narrows(filterOf('maize s'), filterOf('maiz'))).toBe(true)
  expect(narrows(filterOf('country:ken'), filterOf('country:k'))).toBe(true)
  expect(narrows(filterOf('mai'), filterOf('maiz'))).toBe(false)
  expect(narrows(filterOf('asked:2500'), filterOf('asked:250'))).toBe(false)
  expect(narrows(filterOf('asked:>500'), filterOf('asked:>50'))).toBe(false)
})

test('a negated filter narrows by a shorter word, and an exact one by nothing but itself', () => {
  // A row without `ke` has no `ken` either.
  expect(narrows(filterOf('-ke'), filterOf('-ken'))).toBe(true)
  expect(narrows(filterOf('-ken'), filterOf('-ke'))).toBe(false)
  expect(narrows(filterOf('country=kenya'), filterOf('country:ken'))).toBe(true)
  expect(narrows(filterOf('country:kenya'), filterOf('country=kenya'))).toBe(false)
  expect(narrows(filterOf('country=kenya'), filterOf('country=kenya'))).toBe(true)
})

test('above a month begins with the first moment of the next one, which no month 13 has', () => {
  const posted = rowsOf(
    ['2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z'].map((posted_date, id) => loan(id, { posted_date })),
  )
  const found = (text: string) => [0, 1].filter((index) => matches(filterOf(text), posted, index))
  expect([found('posted:>2026-01'), found('posted:<=2026-01'), found('posted:>2026-01-31')]).toEqual([
    [1],
    [0],
    [1],
  ])
  expect(filterOf('posted:2026-12').problems).toEqual([])
  for (const month of ['13', '00'])
    expect(filterOf(`posted:2026-${month}`).problems).toMatchObject([
      { kind: 'value', value: `2026-${month}` },
    ])
})

test('both names of a status are found by either, and keep their words', () => {
  const statuses = ['ended_with_loss', 'defaulted', 'expired', 'inactive_expired', 'issue', 'deleted']
  const list = rowsOf(statuses.map((status, id) => loan(id, { status })))
  const found = (text: string) => statuses.filter((_, index) => matches(filterOf(text), list, index))
  const lost = ['ended_with_loss', 'defaulted']
  for (const value of ['ended_with_loss', '"ended with loss"', 'defaulted'])
    for (const sign of [':', '=']) expect([value, found(`status${sign}${value}`)]).toEqual([value, lost])
  expect(found('status:loss')).toEqual(lost)
  expect(found('-status:defaulted')).toEqual(statuses.slice(2))
  expect(found('status=loss')).toEqual([])
  expect(found('defaulted')).toEqual(['defaulted'])
  expect(found('status:expired')).toEqual(['expired', 'inactive_expired'])
  expect(found('status=inactive_expired,issue,deleted')).toEqual(statuses.slice(3))
})

test('any text is a filter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (input) => {
      for (let index = 0; index < rows.count; index++)
        expect(matches(filterOf(input), rows, index)).toEqual(expect.any(Boolean))
    }),
  )
})

test('after a day is from the first moment of the next one, and a month ends with 12', () => {
  const edges = rowsOf([
    loan(20, { posted_date: '2026-03-31T00:00:00Z' }),
    loan(21, { posted_date: '2026-03-31T23:59:59.999Z' }),
    loan(22, { posted_date: '2026-04-01T00:00:00Z' }),
    loan(23, { posted_date: '2027-01-05T00:00:00Z' }),
  ])
  const found = (text: string) =>
    selected(edges, { filter: filterOf(text) }).map((index) => Number(edges.key(index)))
  expect(found('posted:>2026-03-31')).toEqual([22, 23])
  expect(found('posted:>=2026-03-31')).toEqual([20, 21, 22, 23])
  expect(found('posted:<2026-03-31')).toEqual([])
  expect(found('posted:<=2026-03-31')).toEqual([20, 21])
  expect(found('posted:2026-03-31')).toEqual([20, 21])
  expect(found('posted:>2026-03-31T23:59:59.999Z')).toEqual([22, 23])
  expect(found('posted:2026-03..2026-03')).toEqual([20, 21])
  for (const month of ['2026-13', '2026-00'])
    expect(filterOf(`posted:${month}`).problems).toMatchObject([{ kind: 'value', value: month }])
})
