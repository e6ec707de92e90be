/** The values of columns, by which tables are sorted and records counted. */
import { describe, expect, test } from 'vitest'
import type { RecordName } from '../../../src/api/records/record-types.ts'
import { isNested, isObject, type Json, type JsonObject } from '../../../src/core/json.ts'
import { type Column, cellText } from '../../../src/output/table/column.ts'
import { columnsOf } from '../../../src/output/table/record-columns.ts'
import { now, samples } from '../samples.ts'

/** Returns a column and its replacements. */
const withOthers = (column: Column): readonly Column[] => [
  column,
  ...[column.else, column.offScreen].flatMap((other) => (other ? withOthers(other) : [])),
]

const types = Object.keys(samples) as RecordName[]
const all: [type: RecordName, header: string, column: Column][] = (
  await Promise.all(
    types.map(async (type) =>
      (
        await columnsOf(type)
      )
        .flatMap(withOthers)
        .map((column): [RecordName, string, Column] => [type, column.header, column]),
    ),
  )
).flat()

const isNothing = (value: Json | undefined) => value === undefined || value === null || value === ''

describe.each(all)('%s: %s', (type, _, column) => {
  const records = samples[type].filter(isObject)

  test('has a scalar value for each record', () => {
    expect(records.map(column.value).filter(isNested)).toEqual([])
  })

  test('prints text exactly for records with a value', () => {
    const withoutValue = records.filter((record) => isNothing(column.value(record)))
    expect(withoutValue.map((record) => cellText(column, record, now))).toEqual(withoutValue.map(() => ''))
    const told = records.filter((record) => cellText(column, record, now) !== '')
    expect(told.filter((record) => isNothing(column.value(record)))).toEqual([])
  })
})

async function valuesOf(type: RecordName, header: string, records: readonly JsonObject[]) {
  const column = (await columnsOf(type)).find((one) => one.header === header)
  return records.map((record) => [record['id'], column?.value(record)] as const)
}

test.each<[RecordName, string, readonly JsonObject[], readonly Json[]]>([
  [
    'loan_listing',
    'ASKED',
    [
      { id: 1, loan_amount: 1200 },
      { id: 2, loan_amount: '825.50' },
      { id: 3, loan_amount: 95 },
    ],
    [3, 2, 1],
  ],
  [
    'loan_listing',
    'FUNDED',
    [
      { id: 1, loan_amount: 100, funded_amount: 99.999 },
      { id: 2, loan_amount: 1000, funded_amount: 90 },
      { id: 3, loan_amount: 200, funded_amount: 150 },
    ],
    [2, 3, 1],
  ],
  [
    'loan_listing',
    'ENDS',
    [
      { id: 1, planned_expiration_date: '2026-10-16T18:50:00Z' },
      { id: 2, planned_expiration_date: '2026-10-04T15:20:00Z' },
      { id: 3, status: 'in_repayment' },
    ],
    [3, 2, 1],
  ],
  [
    'loan_listing',
    'TO GO',
    [
      { id: 1, status: 'fundraising', loan_amount: 500, funded_amount: 100 },
      { id: 2, status: 'fundraising', loan_amount: 1000, funded_amount: 975 },
      { id: 3, status: 'expired', loan_amount: 1000, funded_amount: 975 },
    ],
    [3, 2, 1],
  ],
  [
    'partner_listing',
    'LATE',
    [
      { id: 1, delinquency_rate: 10.5 },
      { id: 2, delinquency_rate: 9.75 },
      { id: 3, delinquency_rate: 0 },
    ],
    [3, 2, 1],
  ],
  [
    'loan_updates',
    'AMOUNT',
    [
      { id: 1, update_type: 'payment', payment: { amount: 20 } },
      { id: 2, update_type: 'payment', payment: { amount: 3.5 } },
    ],
    [2, 1],
  ],
])('%s sorted by %s', async (type, header, records, ids) => {
  const values = await valuesOf(type, header, records)
  const sorted = values.toSorted(([, one = ''], [, other = '']) =>
    (one ?? '') < (other ?? '') ? -1 : (one ?? '') > (other ?? '') ? 1 : 0,
  )
  expect(sorted.map(([id]) => id)).toEqual(ids)
})

test('the value of ENDS is the end date and does not depend on the current time', async () => {
  const [ends] = (await columnsOf('loan_listing')).filter(({ header }) => header === 'ENDS')
  const loan = { planned_expiration_date: '2026-10-16T18:50:00Z' }
  expect(ends?.value(loan)).toBe('2026-10-16T18:50:00Z')
  expect(ends && cellText(ends, loan, now)).toBe('12d')
})
