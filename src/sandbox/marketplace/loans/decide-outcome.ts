/**
 * Decides the course of a loan, from fundraising to the last payment, expiration, refund or loss. Nothing here
 * depends on the day on which the loan is seen.
 */

import { day, monthOf } from '../calendar.ts'
import type { Course, Loan } from '../model.ts'
import type { Random } from '../random.ts'
import { dueDay, payoutFor } from './terms.ts'

/** Smallest share of a loan, in US dollars. */
export const share = 25
/** Terms in months. Common terms are listed more than once. */
const terms = [4, 6, 8, 8, 10, 12, 12, 14, 14, 18, 20, 24, 26, 36]
const maxLenders = 150
const minDays = 30
const maxDays = 82
/** Seconds after which no loan is fundraising any more. */
export const longestFundraising = (maxDays + 1) * day
/** What the example loan of the help has raised on day 0, and from how many lenders; then what it needs. */
export const exampleFunding = { raised: 1525, lenders: 41, backers: 61, days: 15 } as const
/** Days after the last due date at which a loan counts as lost. */
const patience = 180
/** Seconds before repayment at which a withdrawn loan is refunded. */
export const withdrawal = 5 * day

type Fundraising = Pick<Loan, 'expires' | 'closes' | 'total' | 'backers'> & {
  /** Whether borrowers get what was raised. */
  readonly succeeds: boolean
}
type Repaying = Pick<Loan, 'term' | 'begins' | 'course' | 'turn' | 'delay' | 'ends'> & {
  /** Whether it is withdrawn, and refunded, before repayment begins. */
  readonly withdrawn: boolean
}

/**
 * Returns the course of fundraising. Most loans have 30 days, the others up to 82. More than half are full
 * within four days, and many of the others in the last days. Of those that are not, a third get what they have.
 */
export function planFundraising(
  random: Random,
  posted: number,
  requested: number,
  example: boolean,
): Fundraising {
  const window = minDays + (random.chance(0.68) ? 0 : Math.floor((maxDays - minDays + 1) * random.next()))
  const kind = random.next()
  const pace = random.next()
  const days = example ? minDays : window
  // Deadlines are at midnight: the marketplace is seen as of midnight, and no loan is past its deadline later that day.
  const expires = example ? posted + days * day : Math.ceil(posted / day + days) * day
  const fails = !example && kind >= 0.91
  const succeeds = !fails || kind >= 0.972
  const needs = example
    ? exampleFunding.days
    : kind < 0.44
      ? 0.1 + 4 * pace ** 2
      : kind < 0.74
        ? 3 + (0.75 * days - 3) * pace ** 1.6
        : days * (1 - 0.1 * pace ** 2)
  const part = succeeds ? 0.55 + 0.42 * pace : 0.04 + 0.9 * pace ** 1.1
  const total = fails
    ? Math.min(requested - share, Math.max(succeeds ? share : 0, floorToShares(requested * part)))
    : requested
  const backers = Math.min(maxLenders, Math.ceil((total / share) * (0.45 + 0.5 * random.next())))
  return {
    expires,
    closes: fails ? expires : Math.floor(posted + needs * day),
    total,
    backers: example ? exampleFunding.backers : backers,
    succeeds,
  }
}

/**
 * Returns the course of repayment after fundraising has closed. `risk` is the partner's.
 */
export function planRepayment(
  random: Random,
  index: number,
  closes: number,
  risk: number,
  example: boolean,
): Repaying {
  const term = example ? 14 : random.pick(terms)
  const begins = closes + random.between(10, 50) * day
  const withdrawn = random.chance(0.012)
  const course = chooseCourse(random.next(), risk)
  const turn = 1 + random.below(term)
  const delay = 1 + random.below(4)
  const first = monthOf(begins)
  const ends =
    course === 'broken'
      ? dueDay(first + term) + patience * day
      : payoutFor(first + lastMonth(course, term, turn, delay), index)
  return { term, begins, course, turn, delay, ends, withdrawn }
}

function chooseCourse(luck: number, risk: number): Course {
  const broken = 0.004 + 0.13 * risk
  const slow = broken + 0.01 + 0.17 * risk
  const catching = slow + 0.03 + 0.3 * risk
  if (luck < broken) return 'broken'
  if (luck < slow) return 'slow'
  if (luck < catching) return 'catching up'
  return luck > 0.92 ? 'early' : 'steady'
}

/** Returns the month of the term in which the last payment is made. It can be after the term. */
function lastMonth(course: Course, term: number, turn: number, delay: number): number {
  if (course === 'early') return turn
  if (course === 'slow') return term + delay
  return course === 'catching up' ? Math.max(term, turn + delay) : term
}

const floorToShares = (amount: number) => Math.floor(amount / share) * share
