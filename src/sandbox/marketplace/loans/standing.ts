/** How a loan stands on a day: whether its payments keep up with its schedule. */

import { day, monthOf } from '../calendar.ts'
import type { Loan, Marketplace } from '../model.ts'
import { makeTerms } from './make-terms.ts'
import { dueDay } from './payout.ts'
import { planPayments } from './plan-payments.ts'
import { makeSchedule } from './schedule.ts'

/** What is paid, due, and overdue for more than a month, in cents, by some day. */
export interface Standing {
  readonly paid: number
  readonly due: number
  readonly longOverdue: number
}

const monthOverdue = 30 * day

/**
 * Returns how a loan stands today: its payments against its schedule. Nothing is due by a schedule that the
 * service doesn't show.
 */
export function standingOf(market: Pick<Marketplace, 'randomFor' | 'today'>, loan: Loan): Standing {
  const schedule = makeSchedule(market, loan)
  const first = monthOf(loan.begins)
  let paid = 0
  let due = 0
  let dueBefore = 0
  for (const { at, cents } of planPayments(market, loan, schedule)) if (at <= market.today) paid += cents
  for (const { month, cents } of makeTerms(market, loan).isUnscheduled ? [] : schedule) {
    // What is due on a day is due in its course, not at midnight.
    const at = dueDay(first + month)
    if (at < market.today) due += cents
    if (at < market.today - monthOverdue) dueBefore += cents
  }
  return { paid, due, longOverdue: Math.max(0, dueBefore - paid) }
}

/**
 * Whether the service calls the loan delinquent: something has been due for a month. A few partners don't
 * report it, and what is late for less time isn't told.
 */
export function isDelinquent(market: Pick<Marketplace, 'randomFor' | 'today'>, loan: Loan): boolean {
  if (loan.status !== 'in_repayment' || ['steady', 'early'].includes(loan.course)) return false
  return standingOf(market, loan).longOverdue > 0 && market.randomFor('reported', loan.index).chance(0.85)
}
