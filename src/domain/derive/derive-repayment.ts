/** Derived fields about repayment: when the lenders have their money back, and what is missing. */

import { at } from '../../api/records/field-values.ts'
import { isList, type JsonObject } from '../../ports/json.ts'
import { isLate, isLost, isPaidOut } from '../loan-status.ts'
import type { Cents } from '../money.ts'
import { behindOf, scheduleOf } from '../repayment.ts'
import { type DatedAmount, datedAmounts, dayReached, totalUntil } from '../schedule.ts'
import { type Derived, dateOf, dollars, toDerived } from './derived.ts'
import { centsAt, combine, type Fact, known, unknown, when } from './fact.ts'

/**
 * Derives the group `repayment` of a `loan_detail` record at `now`, in milliseconds since the epoch. All
 * shares are of the schedule's total: partly funded loans are paid out too.
 */
export function deriveRepayment(loan: JsonObject, now: number): Derived {
  const schedule = scheduleFact(loan)
  const payments = paymentsFact(loan)
  const paid = centsAt(loan, 'paid_amount')
  const funded = centsAt(loan, 'funded_amount')
  const begun: Fact<true> = isPaidOut(loan) ? known(true) : unknown('repayment has not begun')
  const ended: Fact<true> = isLost(loan) ? known(true) : unknown('the loan did not end with a loss')
  const on = (percent: number) => combine([schedule], (course) => reached(course, percent))
  const received = (percent: number) =>
    combine([schedule, payments], ({ total }, rows) => reached({ rows, total }, percent))
  return toDerived({
    half_on: on(50),
    three_quarters_on: on(75),
    all_on: on(100),
    half_at: received(50),
    three_quarters_at: received(75),
    all_at: received(100),
    behind: when(
      begun,
      combine([schedule, paid], ({ rows }, paid) => dollars(behindOf(rows, paid, now))),
    ),
    late: known(isLate(loan)),
    lost: when(ended, combine([funded, paid], restInDollars)),
    exchange_loss: combine([centsAt(loan, 'currency_exchange_loss_amount')], dollars),
  })
}

const restInDollars = (whole: Cents, part: Cents) => dollars(Math.max(0, whole - part))

/** Rows by time, and the amount to reach in cents. */
interface Course {
  readonly rows: readonly DatedAmount[]
  readonly total: Cents
}

function scheduleFact(loan: JsonObject): Fact<Course> {
  const listed = at(loan, 'terms.scheduled_payments')
  if (!isList(listed) || listed.length === 0) return unknown('the loan has no repayment schedule')
  const rows = scheduleOf(loan)
  if (!rows) return unknown('a scheduled payment has no date or no amount')
  const total = totalUntil(rows)
  return total > 0 ? known({ rows, total }) : unknown("the schedule's total is 0")
}

function paymentsFact(loan: JsonObject): Fact<readonly DatedAmount[]> {
  if (!isList(at(loan, 'payments'))) return unknown('payments is missing')
  const rows = datedAmounts(at(loan, 'payments'), 'settlement_date')
  return rows ? known(rows) : unknown('a payment has no settlement date or no amount')
}

function reached({ rows, total }: Course, percent: number): Fact<string> {
  const time = dayReached(rows, percent, total)
  return time === undefined ? unknown('not reached yet') : dateOf(time)
}
