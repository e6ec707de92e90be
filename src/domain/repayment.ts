/** What of a loan is repaid, is due, came late, was lost; and its schedule. */

import { at } from '../api/records/field-values.ts'
import { isList, type Json, type JsonObject } from '../ports/json.ts'
import { isLate, isLost } from './loan-status.ts'
import { type Cents, centsOf, percentOf, restOf, sumOf } from './money.ts'
import { timeOf } from './time.ts'

/** undefined means unknown. */
export interface Repayment {
  /** What lenders gave: what was raised, else what was asked for. */
  readonly owed: Cents | undefined
  readonly paid: Cents | undefined
  /** What the lenders' schedule has up to now. */
  readonly due: Cents | undefined
  /** The borrowers are behind their schedule. */
  readonly late: boolean
  /** What lenders did not get back of a loan that ended with a loss. */
  readonly lost: Cents | undefined
  /** Paid of what is owed, in whole percent rounded down. */
  readonly percent: number | undefined
}

/** `now` in milliseconds since the epoch; without it nothing is known to be due. */
export function repaymentOf(loan: JsonObject, now?: number): Repayment {
  const owed = centsOf(at(loan, 'funded_amount')) ?? centsOf(at(loan, 'loan_amount'))
  const paid = centsOf(at(loan, 'paid_amount'))
  return {
    owed,
    paid,
    due: now === undefined ? undefined : dueBy(at(loan, 'terms.scheduled_payments'), now),
    late: isLate(loan),
    lost: isLost(loan) ? restOf(owed, paid) : undefined,
    percent: percentOf(paid, owed),
  }
}

function dueBy(schedule: Json | undefined, now: number): Cents | undefined {
  const instalments = isList(schedule) ? schedule : []
  const times = instalments.map((one) => timeOf(at(one, 'due_date')))
  if (instalments.length === 0 || times.includes(undefined)) return undefined
  return totalOf(instalments.filter((_, index) => (times[index] ?? now) <= now))
}

/** The sum of a key of all records in cents; undefined where one has none. */
export const totalOf = (list: readonly Json[], key = 'amount'): Cents | undefined =>
  sumOf(list.map((item) => centsOf(at(item, key))))

/** Instalments in a row of the same amount, give or take the cent that makes the sum right. */
export interface Run {
  readonly count: number
  readonly least: Cents
  readonly most: Cents
  readonly first: Json
  readonly last: Json
}

/** The runs of a schedule, in its order; undefined where an instalment has no amount that is a number. */
export function runsOf(instalments: readonly Json[]): readonly Run[] | undefined {
  const runs: Run[] = []
  for (const one of instalments) {
    const amount = centsOf(at(one, 'amount'))
    if (amount === undefined) return undefined
    const before = runs.at(-1)
    const least = Math.min(amount, before?.least ?? amount)
    const most = Math.max(amount, before?.most ?? amount)
    if (before && most - least <= 1)
      runs.splice(-1, 1, { ...before, count: before.count + 1, least, most, last: one })
    else runs.push({ count: 1, least: amount, most: amount, first: one, last: one })
  }
  return runs
}
