/** csv and tsv: one line of cells per record. */
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { records } from '../../../src/api/records/fields.ts'
import { type RecordName, recordTypes, unknownType } from '../../../src/api/records/record-types.ts'
import type { Json } from '../../../src/core/json.ts'
import { ExactNumber } from '../../../src/core/numbers.ts'
import { formats } from '../../../src/output/formats.ts'
import type { View } from '../../../src/output/view.ts'
import { each, viewOf } from '../helpers.ts'
import { group, samples } from '../samples.ts'
import { readCsv, readTsv } from './read-cells.ts'

const loose: Partial<View> = { type: unknownType }

/** Returns what a program gets. */
async function text(format: 'csv' | 'tsv', records: Iterable<Json>, view: View): Promise<string> {
  let written = ''
  for await (const piece of (await formats[format].load())(each(records), view)) written += piece
  return written
}

describe('csv', () => {
  test('quotes cells only if needed and changes nothing else', async () => {
    const records = [
      { a: 'x', b: 'say "hi", or\nnot', c: '', d: null, e: 1.5 },
      { a: '=1+1', b: ' b ', c: [1, { d: 'é' }], d: {}, e: false },
      { e: new ExactNumber('9007199254740993') },
    ]
    expect(await text('csv', records, viewOf('comment', loose))).toBe(
      'a,b,c,d,e\r\n' +
        'x,"say ""hi"", or\nnot","",,1.5\r\n' +
        '=1+1, b ,"[1,{""d"":""é""}]",{},false\r\n' +
        ',,,,9007199254740993\r\n',
    )
  })

  test('preserves any text', async () => {
    const row = fc.record({ a: fc.string({ unit: 'binary' }), b: fc.string({ unit: 'binary' }) })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), async (rows) => {
        const [header, ...lines] = readCsv(await text('csv', rows, viewOf('comment', loose)))
        expect(header).toEqual(['a', 'b'])
        expect(lines).toEqual(rows.map(({ a, b }) => [a, b]))
      }),
    )
  })

  test('prints a line for each record, even if all its fields are missing', async () => {
    const fields = [['name']]
    expect(await text('csv', [{}, { name: 'x' }], viewOf('comment', { fields }))).toBe('name\r\n""\r\nx\r\n')
  })
})

describe('tsv', () => {
  test('escapes tabs, line breaks and backslashes', async () => {
    const records = [{ a: 'x\ty\nz\r\\', b: null, c: [1, 'tab\t'] }]
    expect(await text('tsv', records, viewOf('comment', loose))).toBe(
      'a\tb\tc\nx\\ty\\nz\\r\\\\\t\t[1,"tab\\\\t"]\n',
    )
  })

  test('preserves any text', async () => {
    const row = fc.record({ a: fc.string({ unit: 'binary' }), b: fc.string({ unit: 'binary' }) })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), async (rows) => {
        const [, ...lines] = readTsv(await text('tsv', rows, viewOf('comment', loose)))
        expect(lines).toEqual(rows.map(({ a, b }) => [a, b]))
      }),
    )
  })
})

describe.each(['csv', 'tsv'] as const)('the columns of %s', (format) => {
  const empty = format === 'csv' ? null : ''
  const cellsOf = async (format: 'csv' | 'tsv', record: Json, view: View) => {
    const written = await text(format, [record], view)
    const [header = [], cells = []] = format === 'csv' ? readCsv(written) : readTsv(written)
    return Object.fromEntries(header.map((name, at) => [name, cells[at]]))
  }
  const headerOf = (written: string) => written.split(/\r?\n/)[0]?.split(/[,\t]/)

  test('are the declared fields of a loan, with those of its objects', async () => {
    const columns =
      'id name status loan_amount funded_amount basket_amount paid_amount activity sector use ' +
      'location.country_code location.country location.town location.geo.level location.geo.pairs location.geo.type ' +
      'partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes theme tags ' +
      'image.id image.template_id video.id video.youtube_id delinquent borrower_count description.languages'
    for (const records of [samples.loan_listing, [{ id: 5 }], []])
      expect(headerOf(await text(format, records, viewOf('loan_listing')))).toEqual(columns.split(' '))
  })

  test.each(Object.keys(records) as RecordName[])(
    'are the same for every record of a type, none included: %s',
    async (returns) => {
      const names = headerOf(await text(format, samples[returns], viewOf(returns))) ?? []
      expect(headerOf(await text(format, [], viewOf(returns)))).toEqual(names)
      expect(new Set(names).size).toBe(names.length)
      const first = new Set(names.map((name) => name.split('.')[0]))
      expect([...first]).toEqual(Object.keys(records[returns]))
    },
  )

  test('hold single values, and lists and objects with free keys as JSON', async () => {
    const loan = {
      id: 5,
      location: { country: 'Kenya', geo: { pairs: '1 2' } },
      tags: [{ name: 'x' }],
      description: { languages: ['en'], texts: { en: 'a', sw: 'b' } },
      terms: { repayment_term: 8, loss_liability: { nonpayment: 'lender' }, scheduled_payments: [] },
      journal_totals: { bulkEntries: 2 },
    }
    const cells = await cellsOf(format, loan, viewOf('loan_detail'))
    expect(Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell))).toEqual({
      id: '5',
      'location.country': 'Kenya',
      'location.geo.pairs': '1 2',
      tags: '[{"name":"x"}]',
      'description.languages': '["en"]',
      'description.texts': '{"en":"a","sw":"b"}',
      'terms.repayment_term': '8',
      'terms.loss_liability.nonpayment': 'lender',
      'terms.scheduled_payments': '[]',
      'journal_totals.bulkEntries': '2',
    })
  })

  test('include the derived fields of --with', async () => {
    const type = { ...recordTypes.loan_listing, derived: ['people', 'mine'] as const }
    const loan = { id: 5, derived: { people: { women: 0.5 }, mine: { lent: false }, why: { majority: 'x' } } }
    const cells = await cellsOf(format, loan, viewOf('loan_listing', { type }))
    expect(Object.entries(cells).filter(([name]) => name.startsWith('derived'))).toEqual([
      ['derived.people.women', '0.5'],
      ['derived.people.majority', empty],
      ['derived.mine.lent', 'false'],
      ['derived.mine.in_country', empty],
      ['derived.mine.in_sector', empty],
      ['derived.mine.in_partner', empty],
      ['derived.mine.why', empty],
      ['derived.why', '{"majority":"x"}'],
    ])
  })

  test('keep values of another kind than declared', async () => {
    const loan = {
      name: { first: 'Ada' },
      location: [{ country: 'Kenya' }, { country: 'Peru' }],
      'location.country': 'Chad',
    }
    const onOmitted = vi.fn()
    const cells = await cellsOf(format, loan, viewOf('loan_listing', { onOmitted }))
    expect([cells['name'], cells['location.country']]).toEqual(['{"first":"Ada"}', '["Kenya","Peru"]'])
    expect(onOmitted.mock.calls).toEqual([['location.country']])
  })

  test('are the selected fields, named by their paths', async () => {
    const fields = [['location', 'country'], ['id'], ['tags', 'name'], ['not', 'there']]
    const record = { id: 5, location: { country: 'Kenya' }, tags: [{ name: 'x' }] }
    const written = await text(format, [record], viewOf('loan_listing', { fields }))
    expect(headerOf(written)).toEqual(['location.country', 'id', 'tags.name', 'not.there'])
    expect(written.split('\n')[1]).toMatch(/^Kenya[,\t]5[,\t].*x/)
  })

  test('of a selected object are its fields, each once and where it was named', async () => {
    const written = async (...names: readonly string[]) =>
      headerOf(
        await text(format, [group], viewOf('loan_listing', { fields: names.map((name) => name.split('.')) })),
      )
    const [code, country, town] = ['country_code', 'country', 'town'].map((name) => `location.${name}`)
    const geo = ['level', 'pairs', 'type'].map((name) => `location.geo.${name}`)
    expect(await written('status', 'location', 'id')).toEqual(['status', code, country, town, ...geo, 'id'])
    expect(await written('location.geo', 'location')).toEqual([...geo, code, country, town])
    // Lists and single values are one column.
    expect(await written('tags', 'description', 'name')).toEqual(['tags', 'description.languages', 'name'])
    expect(
      headerOf(
        await text(
          format,
          samples.partner_listing,
          viewOf('partner_listing', { fields: [['countries', 'location']] }),
        ),
      ),
    ).toEqual(['countries.location'])
  })

  test('of records without a type are the keys of the first fifty records', async () => {
    const records = [...Array.from({ length: 49 }, (_, id) => ({ id })), { id: 49, late: 'x' }, 50]
    expect(headerOf(await text(format, records.slice(0, 50), viewOf('comment', loose)))).toEqual([
      'id',
      'late',
    ])
    await expect(text(format, records, viewOf('comment', loose))).rejects.toThrow('the field "value"')
  })

  test('of plain values are one column, even if a record type was expected', async () => {
    for (const view of [viewOf('comment', loose), viewOf('lender_listing')])
      expect(headerOf(await text(format, ['ada', 'bo'], view))).toEqual(['value'])
  })

  test('are missing for an empty list without a type', async () => {
    expect(await text(format, [], viewOf('comment', loose))).toBe('')
  })

  test('report each omitted field', async () => {
    const onOmitted = vi.fn()
    const view = viewOf('release', { onOmitted })
    await text(
      format,
      [
        { id: '1', date: '', codename: 'x' },
        { id: '2', mood: 1 },
      ],
      view,
    )
    expect(onOmitted.mock.calls).toEqual([['codename'], ['mood']])
  })

  test('report omitted fields of objects, where all of the object is printed', async () => {
    const loan = {
      location: { country: 'Kenya', region: 'x', geo: { datum: 1 } },
      image: 7,
      video: '',
      tags: [{ id: 1 }],
    }
    const omittedOf = async (...fields: readonly string[]) => {
      const onOmitted = vi.fn()
      const paths = fields.length === 0 ? undefined : fields.map((name) => name.split('.'))
      await text(format, [loan], viewOf('loan_listing', { fields: paths, onOmitted }))
      return onOmitted.mock.calls.flat()
    }
    expect(await omittedOf()).toEqual(['location.region', 'location.geo.datum', 'image'])
    expect(await omittedOf('location.geo', 'id')).toEqual(['location.geo.datum'])
    expect(await omittedOf('location.country', 'tags')).toEqual([])
  })

  test('are not printed again by a continued run', async () => {
    const view = viewOf('release', { continued: true })
    expect((await text(format, [{ id: '1', date: 'x' }], view)).trimEnd()).toMatch(/^1[,\t]x$/)
    expect(await text(format, [], view)).toBe('')
  })

  test('records that wait for the columns are written before a failure', async () => {
    const failing = async function* () {
      yield { id: 1 }
      throw new Error('cut')
    }
    let written = ''
    const read = async () => {
      for await (const piece of (await formats[format].load())(failing(), viewOf('comment', loose)))
        written += piece
    }
    await expect(read()).rejects.toThrow('cut')
    expect(written.split(/\r?\n/)).toEqual(['id', '1', ''])
  })
})

describe('--csv-safe', () => {
  test.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx'],
    // Full-width signs: a spreadsheet in Chinese or Japanese treats them like the ASCII signs.
    ...['＝1+1', '＋1', '－1', '＠SUM(A1)'],
    // Spaces that importers trim, and invisible characters.
    ...[' =1+1', '  \t@SUM(A1)', '\u00a0=1', '\u3000＝1', '\ufeff=1', '\u200b=1', '\0=1', '\n=1'],
  ])('escapes %j with an apostrophe', async (formula) => {
    const view = viewOf('comment', { ...loose, csvSafe: true })
    const [, [shown, number] = []] = readCsv(await text('csv', [{ a: formula, b: -1 }], view))
    expect([shown, number]).toEqual([`'${formula}`, '-1'])
    const [, [untouched] = []] = readCsv(await text('csv', [{ a: formula }], viewOf('comment', loose)))
    expect(untouched).toBe(formula)
  })

  test.each([' plain', 'a=1', '  two words', 'x -1', "'=1", '', ' '])('does not change %j', async (words) => {
    const view = viewOf('comment', { ...loose, csvSafe: true })
    expect(readCsv(await text('csv', [{ a: words, b: 1 }], view))[1]).toEqual([words, '1'])
  })
})
