import { expect, test } from 'vitest'
import { recordTypes } from '../../src/api/records/record-types.ts'
import { parseJson } from '../../src/api/wire/json.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { Rows } from '../../src/explore/rows/rows.ts'
import { cleanRecord } from '../../src/output/gate/text.ts'
import { everyPage, openSandbox } from '../sandbox/open.ts'
import { columnOf, loan, loanColumns, now, rowsOf } from './helpers.ts'

const records = await everyPage(openSandbox(), '/v1/loans/search.json', 'loans')

test('returns the records that were appended, page by page', () => {
  const rows = rowsOf(records.slice(0, 20))
  rows.append(records.slice(20))
  expect(rows.count).toBe(records.length)
  expect(Array.from(records, (_, index) => rows.raw(index))).toEqual(records)
  expect(Array.from(records, (_, index) => rows.record(index))).toEqual(
    records.map((record) => cleanRecord(record)),
  )
})

test('keeps exact numbers, emoji and records longer than a block', () => {
  const text = `{"id":9007199254740993,"name":"👩‍🌾 ${'é'.repeat(300_000)}","sum":1e400}`
  const rows = rowsOf([parseJson(text), loan(2)])
  expect(JSON.stringify(rows.raw(0))).toBe(JSON.stringify(parseJson(text)))
  expect(rows.raw(1)).toEqual(loan(2))
  expect(rows.key(0)).toBe('9007199254740993')
})

test('keeps a record of characters that take three bytes each', () => {
  const records = [loan(1), loan(2, { name: '日'.repeat(300_000) }), loan(3)]
  const rows = rowsOf(records)
  expect(records.map((_, index) => rows.raw(index))).toEqual(records)
})

test('sanitizes a record, but not the raw one', () => {
  const rows = rowsOf([loan(1, { name: 'a\x1b[2Jb', use: 'one\ntwo' })])
  expect(rows.record(0)).toMatchObject({ name: 'a\ufffd[2Jb', use: 'one\ntwo' })
  expect(rows.raw(0)).toMatchObject({ name: 'a\x1b[2Jb' })
  expect(rows.cell(0, columnOf('NAME'))).toBe('a\ufffd[2jb')
  expect(rows.cell(0, columnOf('USE'))).toBe('one two')
})

test('returns the same record again only after an update', () => {
  const rows = rowsOf(records)
  const first = rows.record(0)
  expect(rows.record(0)).toBe(first)
  for (let index = 1; index <= 200; index++) rows.record(index)
  expect(rows.record(0)).not.toBe(first)
})

test('finds rows by key', () => {
  const rows = rowsOf([loan(7), { name: 'no id' }, loan(7), { id: null }, { id: '#1' }])
  expect(Array.from({ length: 5 }, (_, index) => rows.key(index))).toEqual(['7', '#1', '7 #2', '#3', '#1 #4'])
  expect(Array.from({ length: 5 }, (_, index) => rows.idOf(index))).toEqual([
    '7',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(rows.indexOf('7')).toBe(0)
  expect(rows.indexOf('7 #2')).toBe(2)
  expect(rows.indexOf('8')).toBeUndefined()
})

test('folds ids of lenders', () => {
  const rows = new Rows(recordTypes.lender_listing, [], () => now)
  rows.append([{ lender_id: 'Robin1001' }, 'bare'])
  expect([rows.key(0), rows.key(1), rows.text(1)]).toEqual(['robin1001', 'bare', 'bare'])
})

test('the text has the folded cells in the order of the columns', () => {
  const rows = rowsOf([
    loan(1, {
      name: 'Đặng José',
      location: { country: 'Viet Nam' },
      use: 'to buy piglets',
      planned_expiration_date: '2026-03-20T00:00:00Z',
    }),
  ])
  const cells = rows.text(0).split('\n')
  expect(cells).toHaveLength(loanColumns.length)
  expect(cells).toEqual(loanColumns.map((_, column) => rows.cell(0, column)))
  expect(cells.slice(0, 8)).toEqual([
    '1',
    'dang jose',
    'viet nam',
    '',
    'buy piglets',
    '$1,000',
    '$750',
    '25%',
  ])
  expect(rows.cell(0, columnOf('ENDS'))).toBe('5d')
  expect(rows.cell(0, 99)).toBe('')
})

test('numbers are those that the cells show', () => {
  const rows = rowsOf([
    loan(1, { loan_amount: '1525.00', posted_date: '2026-03-01T00:00:00Z' }),
    { id: 2, loan_amount: 'a lot' },
  ])
  const numbers = (index: number) =>
    ['ASKED', 'TO GO', 'FUNDED', 'POSTED', 'NAME'].map((header) => rows.number(index, columnOf(header)))
  expect(numbers(0)).toEqual([1525, 1275, 16, Date.parse('2026-03-01'), Number.NaN])
  expect(numbers(1)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN])
})

test('an update merges details into the rows that it knows', () => {
  const rows = rowsOf([loan(1, { description: { languages: ['en'] }, tags: [1] }), loan(2)])
  rows.record(0)
  const details: JsonObject = {
    id: 1,
    name: 'Ana',
    description: { texts: { en: 'x' } },
    tags: [2],
    terms: {},
  }
  expect(rows.update([loan(99), details])).toEqual([0])
  expect(rows.record(0)).toEqual({
    ...loan(1),
    name: 'Ana',
    description: { languages: ['en'], texts: { en: 'x' } },
    tags: [2],
    terms: {},
  })
  expect([rows.count, rows.version, rows.cell(0, columnOf('NAME'))]).toEqual([2, 1, 'ana'])
  expect(rows.update([loan(99), { name: 'no id' }])).toEqual([])
  expect(rows.version).toBe(1)
})

test('a key __proto__ is an ordinary field', () => {
  const rows = rowsOf([parseJson('{"id":1,"__proto__":{"a":1}}')])
  rows.update([parseJson('{"id":1,"__proto__":{"b":2}}')])
  expect(JSON.stringify(rows.record(0))).toBe('{"id":1,"__proto__":{"a":1,"b":2}}')
})

test('any value may be a record', () => {
  const odd = [null, 5, 'x', [], {}, { name: { first: 1 }, location: 3, loan_amount: [], id: {} }]
  const rows = rowsOf(odd)
  expect(odd.map((_, index) => rows.raw(index))).toEqual(odd)
  for (const [index] of odd.entries()) expect(rows.text(index)).toEqual(expect.any(String))
})
