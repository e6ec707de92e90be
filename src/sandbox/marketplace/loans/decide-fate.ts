/** Decides the course of a loan, from fundraising to the last payment, expiration, refund or loss. */

import { day, findMonthStart } from '../calendar.ts'
import type { LoanStatus } from '../model.ts'
import type { Random } from '../random.ts'

const fundraisingDays = 30
/** Terms in months. Common terms are listed more than once. */
const terms = [4, 6, 8, 8, 10, 12, 12, 14, 14, 18, 20, 24, 26, 36]

/**
 * Returns the state of the loan as of now. `filled` is the part of its fundraising that is done, from 0 to 1.
 */
export function decideFate(random: Random, posted: number, today: number, example: boolean) {
  const needs = example ? 15 * day : (0.2 + 33 * random.next() ** 1.5) * day
  const expires = posted + fundraisingDays * day
  const term = example ? 14 : random.pick(terms)
  const end = Math.floor(posted + Math.min(needs, fundraisingDays * day))
  const begins = end + random.between(15, 75) * day
  const broken = random.chance(0.05)
  const withdrawn = random.chance(0.012)
  const common = { term, expires, begins, broken }
  const filled = Math.min(1, (Math.min(end, today) - posted) / needs)
  if (end > today) return { fate: { ...common, status: 'fundraising' as const }, filled }
  if (needs > fundraisingDays * day) return { fate: { ...common, status: 'expired' as const }, filled }
  return { fate: { ...common, funded: end, status: statusAfter() }, filled: 1 }

  function statusAfter(): LoanStatus {
    if (withdrawn && begins - 5 * day < today) return 'refunded'
    if (begins > today) return 'funded'
    const last = settleMonth(begins, term)
    if (broken) return last + 180 * day < today ? 'ended_with_loss' : 'in_repayment'
    return last <= today ? 'paid' : 'in_repayment'
  }
}

/**
 * Returns the time at which the installment of month `month` reaches lenders, in seconds: the 15th, a little
 * over a month after the borrower paid it.
 */
export function settleMonth(begins: number, month: number): number {
  return findMonthStart(begins, month + 1) + 14 * day
}
