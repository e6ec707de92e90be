/** csv and tsv: a line of cells for each record. */
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type RecordName, recordTypes, unknownType } from '../../../src/api/records/record-types.ts'
import { ExactNumber } from '../../../src/exact-number.ts'
import { formats } from '../../../src/output/formats.ts'
import type { View } from '../../../src/output/view.ts'
import type { Json } from '../../../src/ports/json.ts'
import { each, viewOf } from '../helpers.ts'
import { samples } from '../samples.ts'
import { readCsv, readTsv } from './read-cells.ts'

const loose: Partial<View> = { type: unknownType }

/** What a program gets. */
async function text(format: 'csv' | 'tsv', records: Iterable<Json>, view: View): Promise<string> {
  let written = ''
  for await (const piece of (await formats[format].load())(each(records), view)) written += piece
  return written
}

describe('csv', () => {
  test('has quotes where they are needed, and nothing else is changed', async () => {
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

  test('holds any text', async () => {
    const row = fc.record({ a: fc.string({ unit: 'binary' }), b: fc.string({ unit: 'binary' }) })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), async (rows) => {
        const [header, ...lines] = readCsv(await text('csv', rows, viewOf('comment', loose)))
        expect(header).toEqual(['a', 'b'])
        expect(lines).toEqual(rows.map(({ a, b }) => [a, b]))
      }),
    )
  })

  test('has a line for each record, also where all of it is missing', async () => {
    const fields = [['name']]
    expect(await text('csv', [{}, { name: 'x' }], viewOf('comment', { fields }))).toBe('name\r\n""\r\nx\r\n')
  })
})

describe('tsv', () => {
  test('escapes what would break a line, and the escape itself', async () => {
    const records = [{ a: 'x\ty\nz\r\\', b: null, c: [1, 'tab\t'] }]
    expect(await text('tsv', records, viewOf('comment', loose))).toBe(
      'a\tb\tc\nx\\ty\\nz\\r\\\\\t\t[1,"tab\\\\t"]\n',
    )
  })

  test('holds any text', async () => {
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
  const headerOf = (written: string) => written.split(/\r?\n/)[0]?.split(/[,\t]/)

  test.each(Object.keys(recordTypes) as RecordName[])('are the fields of a type: %s', async (returns) => {
    const fields = Object.keys(recordTypes[returns].fields)
    expect(headerOf(await text(format, samples[returns], viewOf(returns)))).toEqual(fields)
    expect(headerOf(await text(format, [], viewOf(returns)))).toEqual(fields)
  })

  test('are those that were asked for, by their paths', async () => {
    const fields = [['location', 'country'], ['id'], ['tags', 'name'], ['not', 'there']]
    const record = { id: 5, location: { country: 'Kenya' }, tags: [{ name: 'x' }] }
    const written = await text(format, [record], viewOf('loan_listing', { fields }))
    expect(headerOf(written)).toEqual(['location.country', 'id', 'tags.name', 'not.there'])
    expect(written.split('\n')[1]).toMatch(/^Kenya[,\t]5[,\t].*x/)
  })

  test('of records without a type are the keys of the first fifty', async () => {
    const records = [...Array.from({ length: 49 }, (_, id) => ({ id })), { id: 49, late: 'x' }, 50]
    expect(headerOf(await text(format, records.slice(0, 50), viewOf('comment', loose)))).toEqual([
      'id',
      'late',
    ])
    await expect(text(format, records, viewOf('comment', loose))).rejects.toThrow('the field value came')
  })

  test('of bare values are one, also where a type was promised', async () => {
    for (const view of [viewOf('comment', loose), viewOf('lender_listing')])
      expect(headerOf(await text(format, ['ada', 'bo'], view))).toEqual(['value'])
  })

  test('of nothing without a type are none', async () => {
    expect(await text(format, [], viewOf('comment', loose))).toBe('')
  })

  test('leave no field out silently', async () => {
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

  test('are not written again where an earlier run has written them', async () => {
    const view = viewOf('release', { continued: true })
    expect((await text(format, [{ id: '1', date: 'x' }], view)).trimEnd()).toMatch(/^1[,\t]x$/)
    expect(await text(format, [], view)).toBe('')
  })

  test('what the first fifty hold is written before a failure', async () => {
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
    // Full-width: a spreadsheet in Chinese or Japanese takes them for the signs themselves.
    ...['＝1+1', '＋1', '－1', '＠SUM(A1)'],
    // Spaces that importers trim, and characters that nobody sees.
    ...[' =1+1', '  \t@SUM(A1)', '\u00a0=1', '\u3000＝1', '\ufeff=1', '\u200b=1', '\0=1', '\n=1'],
  ])('shows %j as it is', async (formula) => {
    const view = viewOf('comment', { ...loose, csvSafe: true })
    const [, [shown, number] = []] = readCsv(await text('csv', [{ a: formula, b: -1 }], view))
    expect([shown, number]).toEqual([`'${formula}`, '-1'])
    const [, [untouched] = []] = readCsv(await text('csv', [{ a: formula }], viewOf('comment', loose)))
    expect(untouched).toBe(formula)
  })

  test.each([' plain', 'a=1', '  two words', 'x -1', "'=1", '', ' '])('leaves %j alone', async (words) => {
    const view = viewOf('comment', { ...loose, csvSafe: true })
    expect(readCsv(await text('csv', [{ a: words, b: 1 }], view))[1]).toEqual([words, '1'])
  })
})
