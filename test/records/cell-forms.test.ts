/** A condition on a column matches the value of the field, and any form in which a table shows it. */
import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../../src/api/records/derived-fields.ts'
import { valueAt } from '../../src/api/records/field-paths.ts'
import type { Field, Fields } from '../../src/api/records/fields.ts'
import { type DerivedType, derivedGroupsOf, recordTypes } from '../../src/api/records/record-types.ts'
import { isNested, type Json, type JsonObject } from '../../src/core/json.ts'
import { type Column, cellText, inWords } from '../../src/output/table/column.ts'
import { columnNamed, headingNamed } from '../../src/output/table/column-named.ts'
import { offScreen } from '../../src/output/table/columns-for.ts'
import { typeColumnsOf } from '../../src/output/table/derived-columns.ts'
import { line } from '../../src/output/words/line.ts'
import { Cells } from '../../src/records/filter.ts'
import { filterColumnsOf } from '../../src/records/filter-columns.ts'
import { parseFilter, testsOf } from '../../src/records/row-filter.ts'
import { jsonReply, run } from '../harness.ts'

const now = Date.parse('2026-03-14T15:09:26Z')
const count = 40

const dates = [-4000, -20, -1, 0.1, 2, 20].map((days) =>
  new Date(now + days * 86_400_000).toISOString().replace(/\.\d+/, ''),
)
/** Values of fields by their type: those that kiva writes in words of its own. */
const pools: Readonly<Record<Field['type'], readonly Json[]>> = {
  integer: [0, 7, 1234],
  number: [0, 0.413, 4.26, 1500],
  money: [0, 25, 178.566, 2500, 1000],
  local: [0, 12_345.6],
  percent: [0, 5.3, 12.345],
  string: ['in_repayment', 'to buy Maize', 'KE', 'no_end', '4.26', 'Not Rated'],
  text: ['to sell, in a_market'],
  html: ['<p>Good <b>news</b></p>'],
  date: dates,
  boolean: [true, false],
  object: [],
  map: [{ en: { summary: 'A summary' } }],
}
const ownChoices: Readonly<Record<string, readonly Json[]>> = { update_type: ['payment', 'journal_entry'] }

/** Makes a record of fields. Fields that have as many values still differ in their order. */
function madeOf(fields: Fields, index: number, seed = 1): JsonObject {
  const made = Object.entries(fields).map(([name, field], at): readonly [string, Json] => {
    const choices = ownChoices[name] ?? [
      ...(field.choices ?? []),
      ...(field.choices ? [] : pools[field.type]),
    ]
    const key = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(seed * 31 + at + 1, 0x85ebca6b)
    const place = ((key ^ (key >>> 15)) >>> 0) % Math.max(1, choices.length)
    const value = field.fields ? madeOf(field.fields, index, seed * 31 + at) : (choices[place] ?? null)
    return [name, field.list ? [value] : value]
  })
  return Object.fromEntries(made)
}

const types = Object.values(recordTypes).flatMap((type): readonly DerivedType[] => [
  type,
  ...derivedGroupsOf(type).map((group) => ({ ...type, derived: [group] })),
])

/** Returns the texts that stand for a cell. */
function formsOf(column: Column, record: JsonObject): readonly string[] {
  const plain = offScreen(column)
  const path = column.path ?? plain.path
  const value = path === undefined ? column.value(record) : valueAt(record, path.split('.'))
  const shown = [inWords(column), plain].flatMap((one) => [
    cellText(one, record, now),
    cellText(one, record, undefined),
  ])
  const all = [...shown, isNested(value) ? '' : line(value)]
  return [...new Set(all)].filter((form) => form !== '' && !form.includes('"'))
}

const withOwnWords = new Set<string>()

describe.each(types.map((type) => [`${type.name} ${type.derived ?? ''}`, type] as const))(
  '%s',
  async (_, type) => {
    const columns = await filterColumnsOf(type)
    const base = type.derived ? (await typeColumnsOf({ type: { ...type, derived: undefined } })).length : 0
    const shown = (await typeColumnsOf({ type })).slice(base)
    const records = Array.from({ length: count }, (_, index) => madeOf(fieldsOf(type), index))
    const cells = new Cells(columns, () => now)
    for (const [index, record] of records.entries()) cells.set(index, record)
    const keeps = (text: string) => {
      const filter = parseFilter(text, columns)
      expect([text, filter.problems]).toEqual([text, []])
      const tests = testsOf(filter, cells)
      return records.map((_, index) => tests.every((test) => test(index)))
    }
    test.each(shown.map((column) => [column.header, column] as const))('%s', (header, column) => {
      const isNamed = shown[headingNamed(header, columns) - base] === column
      expect(isNamed || columnNamed(header, columns) >= 0).toBe(true)
      if (!isNamed) return
      const indexes = new Map<string, number[]>()
      for (const [index, record] of records.entries()) {
        const forms = formsOf(column, record)
        if (forms.length > 1) withOwnWords.add(header)
        for (const form of forms) indexes.set(form, [...(indexes.get(form) ?? []), index])
      }
      for (const [form, having] of indexes)
        for (const sign of [':', '=']) {
          const text = `"${header}"${sign}"${form}"`
          const kept = keeps(text)
          expect([text, having.filter((index) => !kept[index])]).toEqual([text, []])
          expect([text, keeps(`-${text}`)]).toEqual([text, kept.map((is) => !is)])
        }
    })
  },
)

test('these columns have words of their own', () => {
  const expected = [
    'ASKED',
    'TO GO',
    'ENDS',
    'STATUS',
    'POSTED',
    'USE',
    'COUNTRY',
    'OUTLOOK',
    'LOGIN',
    'WOMEN',
  ]
  expect([...withOwnWords]).toEqual(expect.arrayContaining(expected))
})

describe('a status is found by all that kiva says of it', () => {
  const loans = ['in_repayment', 'in_repayment', 'paid', 'funded', 'ended_with_loss'].map((status, at) => ({
    id: at + 1,
    status,
    delinquent: at === 1,
  }))
  const list = async (filter: string) => {
    const send = async () =>
      jsonReply({ paging: { page: 1, total: loans.length, page_size: 20, pages: 1 }, loans })
    return (await run(['loans', 'search', '-o', 'ids', '--filter', filter], { send })).stdout
  }

  test.each([
    ['status:in_repayment', '1 2'],
    ['status=in_repayment', '1 2'],
    ['status:"in_repayment"', '1 2'],
    ['status:"in repayment"', '1 2'],
    ['status=in_REPAYMENT', '1 2'],
    ['status:repayment', '1 2'],
    ['status:"in repayment, late"', '2'],
    ['status="in repayment, late"', '2'],
    ['status:late', '2'],
    ['status=late', '2'],
    ['-status:in_repayment', '3 4 5'],
    ['-status=late', '1 3 4 5'],
    // Words find what tables show, also those in a pipe.
    ['repayment', '1 2'],
    ['in_repayment', '1 2'],
    ['"in repayment, late"', '2'],
    ['late', '2'],
    ['-repayment', '3 4 5'],
  ])('%s', async (filter, ids) => {
    expect((await list(filter)).split('\n').filter(Boolean).join(' ')).toBe(ids)
  })
})
