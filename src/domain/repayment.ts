/** Repayment of a loan: amounts paid, due and lost, whether it is late, and its schedule. */
import { behindAfterDays } from '../api/gaps.ts'
import { at, isEmpty } from '../api/records/field-values.ts'
import { isList, type Json, type JsonObject } from '../core/json.ts'
import { day } from '../core/time.ts'
import { centsAt, type Fact, isKnown, known, unknown } from './fact.ts'
import { isLate, isLost, isPaidOut } from './loan-status.ts'
import { type Cents, centsOf, percentOf, restOf, sumOf } from './money.ts'
import { timeOf } from './time.ts'

/** `undefined` means unknown. */
interface Repayment {
  /** The amount lent: the amount raised, or the amount asked for if that is unknown. */
  readonly owed: Cents | undefined
  readonly paid: Cents | undefined
  /** The amount due to lenders by now, by their schedule. */
  readonly due: Cents | undefined
  /** Whether the borrowers are behind schedule. */
  readonly late: boolean
  /** The amount that lenders lost on a loan that ended with a loss. */
  readonly lost: Cents | undefined
  /** Paid as a share of the amount owed, in whole percent, rounded down. */
  readonly percent: number | undefined
}

/**
 * Computes the repayment of a loan. `now` is in milliseconds since the epoch; without it the amount due is
 * unknown.
 */
export function repaymentOf(loan: JsonObject, now?: number): Repayment {
  const owed = centsOf(at(loan, 'funded_amount')) ?? centsOf(at(loan, 'loan_amount'))
  const paid = paidOf(loan)
  return {
    owed,
    paid,
    due: now === undefined ? undefined : dueBy(loan, now),
    late: isLate(loan),
    lost: isLost(loan) ? restOf(owed, paid) : undefined,
    percent: percentOf(paid, owed),
  }
}

/** Returns what was repaid, in cents: {@link paidFact} without the reason. */
export function paidOf(loan: JsonObject): Cents | undefined {
  const paid = paidFact(loan)
  return isKnown(paid) ? paid.value : undefined
}

/**
 * Returns what was repaid, in cents. The live service has `paid_amount` only for loans in repayment and paid ones: without it
 * the payments of a loan that was paid out count, and negative ones, which are corrections, count as they are.
 */
export function paidFact(loan: JsonObject): Fact<Cents> {
  const paid = centsAt(loan, 'paid_amount')
  const payments = at(loan, 'payments')
  if (!isEmpty(at(loan, 'paid_amount')) || !isList(payments) || !isPaidOut(loan)) return paid
  const total = totalOf(payments)
  return total === undefined ? unknown('a payment has no valid amount') : known(Math.max(0, total))
}

/** Returns the amount due to lenders by a time, in cents; undefined without a complete schedule. */
function dueBy(loan: JsonObject, time: number): Cents | undefined {
  const rows = scheduleOf(loan)
  return rows && totalUntil(rows, time)
}

/** Returns what is due to the lenders, by time; undefined if the schedule is missing, empty or incomplete. */
export function scheduleOf(loan: JsonObject): readonly Installment[] | undefined {
  const rows = datedAmounts(at(loan, 'terms.scheduled_payments'), 'due_date')
  if (rows === undefined || rows.length === 0) return undefined
  const paid = borrowersDates(loan)
  if (paid?.length !== rows.length) return rows
  return rows.map((row, at) => ({ ...row, arrives: Math.min(row.time, monthAfter(paid[at] ?? row.time)) }))
}

/** What is due to the lenders on a day. */
export interface Installment extends DatedAmount {
  /**
   * A time in the month in which it reaches the lenders, if the borrowers pay in time: in the middle of the month after
   * they pay, and so before it is due. Undefined if the API does not say when the borrowers pay.
   */
  readonly arrives?: number
}

/** Returns the days on which the borrowers are to pay the partner; undefined if one of them is unknown. */
function borrowersDates(loan: JsonObject): readonly number[] | undefined {
  const rows = at(loan, 'terms.local_payments')
  const times = isList(rows) ? rows.map((row) => timeOf(at(row, 'due_date'))) : []
  return times.every((time) => time !== undefined) ? times.toSorted((a, b) => a - b) : undefined
}

/** Returns the start of the UTC month after that of a time. */
function monthAfter(time: number): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** The latest time, at `now`, at which what is due and not repaid counts as behind its schedule. */
export const behindSince = (now: number) => now - behindAfterDays * day

/** Returns the amount behind its schedule at `now`, in cents, at least 0. */
export const behindOf = (schedule: readonly DatedAmount[], paid: Cents, now: number): Cents =>
  Math.max(0, totalUntil(schedule, behindSince(now)) - paid)

/** Returns the sum of one key over all records, in cents; undefined if any record lacks it. */
export const totalOf = (list: readonly Json[], key = 'amount'): Cents | undefined =>
  sumOf(list.map((item) => centsOf(at(item, key))))

/** Consecutive installments of equal amounts, allowing one cent of difference for rounding. */
export interface Run {
  readonly count: number
  readonly min: Cents
  readonly max: Cents
  readonly first: Json
  readonly last: Json
}

/** Groups a schedule into runs, in order; undefined if any installment has no numeric amount. */
export function runsOf(instalments: readonly Json[]): readonly Run[] | undefined {
  const runs: Run[] = []
  for (const instalment of instalments) {
    const amount = centsOf(at(instalment, 'amount'))
    if (amount === undefined) return undefined
    const before = runs.at(-1)
    const min = Math.min(amount, before?.min ?? amount)
    const max = Math.max(amount, before?.max ?? amount)
    if (before && max - min <= 1)
      runs.splice(-1, 1, { ...before, count: before.count + 1, min, max, last: instalment })
    else runs.push({ count: 1, min: amount, max: amount, first: instalment, last: instalment })
  }
  return runs
}

/** What is due to the lenders of a loan, or was paid to them. `time` is in milliseconds since the epoch. */
export interface DatedAmount {
  readonly time: number
  readonly amount: Cents
}

/**
 * Returns the rows of a list by time; undefined if it is not a list, if a row has no date or amount, or if the amounts
 * are too large to add exactly. `dateKey` is the field with the date.
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
  rows.sort((a, b) => a.time - b.time)
  return sumOf(rows.map(({ amount }) => amount)) === undefined ? undefined : rows
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
