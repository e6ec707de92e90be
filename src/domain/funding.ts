/** How much of a loan is funded, how fast it raises money, and what to expect by the deadline. */
import { at } from '../api/records/field-values.ts'
import type { JsonObject } from '../ports/json.ts'
import { day, hour } from '../time-units.ts'
import { fundraisingEnd, isFundraising, isRefunded } from './loan-status.ts'
import { type Cents, centsOf, percentOf, restOf } from './money.ts'
import { timeOf } from './time.ts'

/** `undefined` means unknown. */
export interface Funding {
  readonly asked: Cents | undefined
  readonly raised: Cents | undefined
  readonly toGo: Cents | undefined
  /**
   * Raised as a share of the amount asked for, in whole percent, rounded down. Unknown for refunded loans.
   */
  readonly percent: number | undefined
  /**
   * The average since the loan was posted, in whole dollars. Known only while fundraising, after the first
   * hour.
   */
  readonly pace: Pace | undefined
  /** The projection at that pace. */
  readonly outlook: Outlook | undefined
}

/** An amount per hour, or per day if less than a dollar an hour comes in. */
export interface Pace {
  readonly amount: Cents
  readonly per: 'hour' | 'day'
}

/** Either fully funded in this many milliseconds, or this many percent funded at the deadline. */
export type Outlook = { readonly fullIn: number } | { readonly percentAtEnd: number }

/**
 * Computes the funding of a loan. `now` is in milliseconds since the epoch; without it pace and outlook are
 * unknown.
 */
export function fundingOf(loan: JsonObject, now?: number): Funding {
  const asked = centsOf(at(loan, 'loan_amount'))
  const raised = centsOf(at(loan, 'funded_amount'))
  const posted = timeOf(at(loan, 'posted_date'))
  const passed = now === undefined || posted === undefined || !isFundraising(loan) ? 0 : now - posted
  const left = now === undefined ? 0 : (fundraisingEnd(loan) ?? now) - now
  const toGo = restOf(asked, raised)
  const isRising = passed >= hour && asked !== undefined && raised !== undefined && raised > 0
  return {
    asked,
    raised,
    toGo,
    percent: isRefunded(loan) ? undefined : percentOf(raised, asked),
    pace: isRising && toGo ? paceOf(raised, passed) : undefined,
    outlook: isRising && toGo && left > 0 ? outlookOf(raised, asked, passed, left) : undefined,
  }
}

function paceOf(raised: Cents, passed: number): Pace | undefined {
  const dollars = (time: number) => Math.round((raised * time) / passed / 100)
  const [hourly, daily] = [dollars(hour), dollars(day)]
  if (hourly > 0) return { amount: hourly * 100, per: 'hour' }
  return daily > 0 ? { amount: daily * 100, per: 'day' } : undefined
}

function outlookOf(raised: Cents, asked: Cents, passed: number, left: number): Outlook {
  const needed = ((asked - raised) * passed) / raised
  if (needed <= left) return { fullIn: Math.ceil(needed) }
  const more = Math.floor((raised * left) / passed)
  return { percentAtEnd: percentOf(raised + more, asked) ?? 0 }
}
