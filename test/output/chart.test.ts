/** Bar charts as text: counting, layout and width. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordName } from '../../src/api/records/record-types.ts'
import type { Json } from '../../src/core/json.ts'
import type { Statistic } from '../../src/domain/statistics.ts'
import { width } from '../../src/output/terminal/width.ts'
import type { View } from '../../src/output/view.ts'
import { printed, unsafeIn, viewOf } from './helpers.ts'
import { samples } from './samples.ts'

const draw = (records: Iterable<Json>, view: Partial<View> = {}, returns: RecordName = 'loan_listing') =>
  printed('chart', records, viewOf(returns, view))
const by = (...path: string[]) => ({ aggregation: { by: path } })
const measured = (statistic: Statistic, ...path: string[]) => ({
  aggregation: { by: ['sector'], measure: { statistic, path } },
})
const sum = (...path: string[]) => measured('sum', ...path)
const sectors = (...names: readonly Json[]) => names.map((sector) => ({ sector, loan_amount: 100 }))
const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/))

describe('counting records', () => {
  test('groups records by a field, largest first, with shares, bars and a total', async () => {
    const text = await draw(sectors('Food', 'Arts', 'Food', 'Food'), { width: 40 })
    expect(text).toBe(
      [
        'SECTOR  LOANS  SHARE',
        `Food        3    75%  ${'█'.repeat(18)}`,
        `Arts        1    25%  ${'█'.repeat(6)}`,
        'total       4',
        '',
      ].join('\n'),
    )
  })

  test('equal groups are sorted by name, whatever the order of the records', async () => {
    expect(await draw(sectors('b', 'a', 'c'))).toBe(await draw(sectors('c', 'b', 'a')))
  })

  test("without a given field, the chart groups by the record type's default field", async () => {
    expect(await draw(sectors('Food'))).toMatch(/^SECTOR /)
    expect(await draw([{ country_code: 'KE' }], {}, 'lender_detail')).toMatch(/^COUNTRY .*\nKenya /)
  })

  test('records without a value count as unknown, and a note says how many', async () => {
    const text = await draw([...sectors('Food', null, ''), {}, 84, 'x', null])
    expect(rowsOf(text)).toEqual([
      ['SECTOR', 'LOANS', 'SHARE'],
      ['Food', '1', '14%', expect.stringMatching(/^█+$/)],
      ['unknown', '6', '86%'],
      ['total', '7'],
      [''],
      ['6 of 7 loans have no sector.'],
    ])
  })

  test('each distinct value of a list counts once per record', async () => {
    const tags = (...names: readonly string[]) => ({ tags: names.map((name) => ({ name })) })
    const text = await draw([tags('#a', '#b', '#a'), tags('#a')], by('tags', 'name'))
    expect(rowsOf(text)).toEqual([
      ['TAG', 'LOANS', 'SHARE'],
      ['#a', '2', '100%', expect.anything()],
      ['#b', '1', '50%', expect.anything()],
      ['total', '2'],
      [''],
      ['1 of 2 loans has more than one tag, and counts for each.'],
    ])
  })

  test.each([
    ['loan_detail', ['borrowers', 'gender'], { borrowers: [{ gender: 'F' }] }, 'female'],
    ['loan_detail', ['borrowers', 'gender'], { borrowers: [{ gender: 'toString' }] }, 'toString'],
    ['loan_listing', ['status'], { status: 'in_repayment' }, 'in repayment'],
    ['loan_listing', ['posted_date'], { posted_date: '2026-11-20T23:46:11Z' }, 'Nov 2026'],
    ['loan_listing', ['posted_date'], { posted_date: 'soon' }, 'soon'],
    ['loan_listing', ['partner_id'], { partner_id: 1234 }, '1234'],
    ['loan_listing', ['loan_amount'], { loan_amount: 1234.5 }, '$1,234.50'],
    ['loan_listing', ['delinquent'], { delinquent: false }, 'no'],
    ['loan_listing', ['location', 'country_code'], { location: { country_code: 'not one' } }, 'not one'],
    ['loan_listing', ['location'], { location: { town: 'A' } }, '{"town":"A"}'],
  ] as const)('%s by %j: %j is labeled %s', async (returns, path, record, label) => {
    const text = await draw([record], { aggregation: { by: path } }, returns)
    expect(rowsOf(text)[1]?.[0]).toBe(label)
  })

  test('months are sorted latest first', async () => {
    const at = (date: string) => ({ posted_date: date })
    const text = await draw(
      [at('2026-01-02'), at('2025-12-31'), at('2026-01-30'), at('2026-02-01')],
      by('posted_date'),
    )
    expect(rowsOf(text).map(([label]) => label)).toEqual([
      'MONTH',
      'Feb 2026',
      'Jan 2026',
      'Dec 2025',
      'total',
    ])
  })
})

describe('summing a field', () => {
  test('sums amounts as money, and a note says how many records have none', async () => {
    const odd = [Number.NaN, null, 'much', undefined].map((amount) => ({
      sector: 'Food',
      loan_amount: amount as Json,
    }))
    const text = await draw(
      [...sectors('Food', 'Arts'), { sector: 'Arts', loan_amount: '50.5' }, ...odd],
      sum('loan_amount'),
    )
    expect(rowsOf(text)).toEqual([
      ['SECTOR', 'AMOUNT', 'SHARE'],
      ['Arts', '$150.50', '60%', expect.anything()],
      ['Food', '$100', '40%', expect.anything()],
      ['total', '$250.50'],
      [''],
      ['4 of 7 loans have no amount, and add nothing.'],
    ])
  })

  test('adds all values of a list', async () => {
    const record = { sector: 'Food', payments: [{ amount: 1 }, { amount: 2.5 }] }
    const text = await draw([record], sum('payments', 'amount'), 'loan_detail')
    expect(rowsOf(text)[1]?.[1]).toBe('$3.50')
  })

  test('sums are exact to the cent, however large', async () => {
    const records = [9e13, 9e13, 0.01].map((loan_amount) => ({ sector: 'Food', loan_amount }))
    expect(rowsOf(await draw(records, sum('loan_amount')))[1]?.[1]).toBe('$180,000,000,000,000.01')
  })

  test('other statistics have no shares; the last row is for all records', async () => {
    const of = (sector: string, loan_amount?: number) => ({ sector, ...(loan_amount && { loan_amount }) })
    const records = [of('Food', 10), of('Food', 25), of('Arts', 100), of('Arts'), of('', 1)]
    expect(rowsOf(await draw(records, { ...measured('avg', 'loan_amount'), width: 50 }))).toEqual([
      ['SECTOR', 'AVG AMOUNT'],
      ['Arts', '$100', '█'.repeat(29)],
      ['Food', '$17.50', expect.stringMatching(/^█{5}.$/)],
      ['unknown', '$1'],
      ['all', '$34'],
      [''],
      ['1 of 5 loans has no sector.'],
      ['1 of 5 loans has no amount, and is left out.'],
    ])
    const many = Array.from({ length: 20 }, (_, at) => of(`S${at}`, 100 - at))
    const shortened = rowsOf(await draw(many, { ...measured('median', 'loan_amount'), rows: 13 }))
    expect(shortened.slice(-3)).toEqual([
      ['S3', '$97', expect.anything()],
      ['16 others', '$88.50'],
      ['all', '$90.50'],
    ])
  })

  test.each([
    [6, ['17%', '17%', '17%', '17%', '16%', '16%']],
    [3, ['34%', '33%', '33%']],
    [7, ['15%', '15%', '14%', '14%', '14%', '14%', '14%']],
  ])('the shares of %i equal values make 100%', async (count, shares) => {
    const records = Array.from({ length: count }, (_, at) => ({ sector: `S${at}` }))
    const chart = await draw(records, { width: 80 })
    expect(chart.match(/\d+%/g)).toEqual(shares)
  })

  test('with negative sums, the chart has no shares and bars show absolute size', async () => {
    const of = (sector: string, loan_amount: number) => ({ sector, loan_amount })
    const text = await draw([of('a', 50), of('b', -100), of('c', 0)], { ...sum('loan_amount'), width: 40 })
    expect(rowsOf(text)).toEqual([
      ['SECTOR', 'AMOUNT'],
      ['a', '$50', '█'.repeat(12)],
      ['c', '$0'],
      ['b', '-$100', '█'.repeat(24)],
      ['total', '-$50'],
    ])
  })

  test('huge and tiny numbers are printed exactly', async () => {
    const of = (sector: string, loan_amount: number) => ({ sector, loan_amount })
    const text = await draw([of('a', 1e18), of('b', 1)], { ...sum('loan_amount'), width: 80 })
    expect(rowsOf(text).slice(1, 3)).toEqual([
      ['a', '$1,000,000,000,000,000,000', '100%', expect.stringMatching(/^█+$/)],
      ['b', '$1', '<1%', '▏'],
    ])
  })
})

describe('layout', () => {
  const many = Array.from({ length: 60 }, (_, at) => sectors(...Array(60 - at).fill(`Sector ${at}`))).flat()

  test('on a screen, groups that do not fit are combined into one row', async () => {
    const lines = rowsOf(await draw(many, { rows: 24 }))
    expect(lines.length).toBeLessThanOrEqual(24 - 4)
    expect(lines.at(-2)).toEqual(['45 others', '1,035', '56%'])
    expect(rowsOf(await draw(many, { rows: 3 })).length).toBe(7)
  })

  test('without a screen, no group is dropped or shortened, and the bars are ASCII', async () => {
    const text = await draw(many, { width: undefined })
    expect(rowsOf(text).length).toBe(62)
    expect(text).toMatch(/^[\n\x20-\x7e]*$/)
    const long = 'x'.repeat(150)
    expect(await draw(sectors(long), { width: undefined })).toContain(long)
  })

  test('plain text prints one line per group, without bars', async () => {
    expect(await draw(sectors('Food', 'Food', 'Arts', ''), { plain: true })).toBe(
      'loans by sector:\nFood: 2, 50%\nArts: 1, 25%\nunknown: 1, 25%\ntotal: 4\n\n1 of 4 loans has no sector.\n',
    )
  })

  test('no records print nothing', async () => expect(await draw([])).toBe(''))

  test('color only adds escape sequences', async () => {
    const coloured = await draw(many, { color: true })
    expect(coloured).toContain('\x1b[36m█')
    expect(coloured.replaceAll(/\x1b\[\d+m/g, '')).toBe(await draw(many))
  })

  test.each(Object.keys(samples) as RecordName[])(
    '%s fits into the width, grouped by each of its fields',
    async (returns) => {
      for (const key of Object.keys(samples[returns][0] as object)) {
        for (const columns of [40, 80, 200]) {
          const text = await draw(samples[returns], { ...by(key), width: columns }, returns)
          for (const line of text.split('\n\n')[0]?.split('\n') ?? [])
            expect(width(line), line).toBeLessThanOrEqual(columns)
        }
      }
    },
  )

  test('any text is sanitized, stays on one line and fits into the width', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { maxLength: 8 }), async (names) => {
        const text = await draw(sectors(...names), { width: 60 })
        expect(unsafeIn(text.replaceAll(/[\u200c\u200d]/g, ''))).toEqual([])
        for (const line of text.split('\n')) expect(width(line)).toBeLessThanOrEqual(60)
      }),
    )
  })

  test('bars start in the same column after labels of any script', async () => {
    const text = await draw(sectors('นงลักษณ์', '農業', 'زراعة', 'Ag', '👩‍🌾'), { width: 60 })
    const ends = text
      .split('\n')
      .slice(0, 6)
      .map((line) => width(line.replace(/ *(█.*)?$/, '')))
    expect(new Set(ends).size).toBe(1)
  })
})

describe('many groups', () => {
  test('groups beyond the limit are counted together', async () => {
    function* loans() {
      for (let id = 0; id < 60_000; id++) yield { id }
    }
    const text = await draw(loans(), { ...by('id'), rows: 24 })
    expect(rowsOf(text).slice(-2)).toEqual([
      ['more than 49985 others', '59,985', '100%'],
      ['total', '60,000'],
    ])
  })
})
