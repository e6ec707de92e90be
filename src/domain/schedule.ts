/** Dated amounts of a loan: what is due to the lenders, and what was paid to them. */
import { at } from '../api/records/field-values.ts'
import { isList, type Json } from '../ports/json.ts'
import { day } from '../time-units.ts'
import { type Cents, centsOf } from './money.ts'
import { timeOf } from './time.ts'

/** `time` is in milliseconds since the epoch. */
export interface DatedAmount {
  readonly time: number
  readonly amount: Cents
}

/**
 * Returns the rows of a list by time; undefined if it is not a list, or if a row has no date or amount.
 * `dateKey` is the field with the date.
 */
export function datedAmounts(
  list: Json | undefined,
  dateKey: 'due_date' | 'settlement_date',
): readonly DatedAmount[] | undefined {
  if (!isList(list)) return undefined
  const rows: DatedAmount[] = []
  for (const row of list) {
    const [time, amount] = [timeOf(at(row, dateKey)), centsOf(at(row, 'amount'))]
    if (time === undefined || amount === undefined) return undefined
    rows.push({ time, amount })
  }
  return rows.sort((a, b) => a.time - b.time)
}

/** Returns the sum of all amounts until a time, inclusive; of all rows without a time. */
export const totalUntil = (rows: readonly DatedAmount[], time = Number.POSITIVE_INFINITY): Cents =>
  rows.reduce((sum, row) => (row.time <= time ? sum + row.amount : sum), 0)

/**
 * Returns the start of the first UTC day at whose end the running sum is at least `percent` of `whole`, in
 * milliseconds since the epoch; undefined if no day reaches it. Rows are by time.
 */
export function dayReached(rows: readonly DatedAmount[], percent: number, whole: Cents): number | undefined {
  let sum = 0n
  for (const [index, { time, amount }] of rows.entries()) {
    sum += BigInt(amount)
    const next = rows[index + 1]
    const isLastOfDay = next === undefined || startOfDay(next.time) > startOfDay(time)
    if (isLastOfDay && sum * 100n >= BigInt(percent) * BigInt(whole)) return startOfDay(time)
  }
  return undefined
}

const startOfDay = (time: number) => Math.floor(time / day) * day
