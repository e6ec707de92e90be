/** What becomes of a loan: from asking to the last payment, or to the end of hope. */
import { day, firstOfMonth } from '../calendar.ts'
import type { Dice } from '../random.ts'

/** The five of service.md, and two that the live service has beside them: no filter finds these alone. */
export type LoanStatus =
  | 'fundraising'
  | 'funded'
  | 'in_repayment'
  | 'paid'
  | 'ended_with_loss'
  | 'expired'
  | 'refunded'

const fundraisingDays = 30

/** What became of the loan up to now. `filled` is how much of the fundraising it has behind it, 0 to 1. */
export function lifeOf(roll: Dice, posted: number, today: number, example: boolean) {
  const needs = example ? 15 * day : (0.2 + 33 * roll.next() ** 1.5) * day
  const expires = posted + fundraisingDays * day
  const term = example ? 14 : roll.pick([4, 6, 8, 8, 10, 12, 12, 14, 14, 18, 20, 24, 26, 36])
  const end = Math.floor(posted + Math.min(needs, fundraisingDays * day))
  const begins = end + roll.between(15, 75) * day
  const broken = roll.chance(0.05)
  const withdrawn = roll.chance(0.012)
  const common = { term, expires, begins, broken }
  const filled = Math.min(1, (Math.min(end, today) - posted) / needs)
  if (end > today) return { sketch: { ...common, status: 'fundraising' as const }, filled }
  if (needs > fundraisingDays * day) return { sketch: { ...common, status: 'expired' as const }, filled }
  return { sketch: { ...common, funded: end, status: statusAfter() }, filled: 1 }

  function statusAfter(): LoanStatus {
    if (withdrawn && begins - 5 * day < today) return 'refunded'
    if (begins > today) return 'funded'
    const last = settles(begins, term)
    if (broken) return last + 180 * day < today ? 'ended_with_loss' : 'in_repayment'
    return last <= today ? 'paid' : 'in_repayment'
  }
}

/** When the instalment of month `month` reaches lenders: on the 15th, a good month after the borrower paid it. */
export function settles(begins: number, month: number): number {
  return firstOfMonth(begins, month + 1) + 14 * day
}
