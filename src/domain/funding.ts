/** How much of a loan is funded, and what to expect by the deadline. */
import { at } from '../api/records/field-values.ts'
import type { JsonObject } from '../ports/json.ts'
import { day } from '../time-units.ts'
import { fundraisingEnd, isFundraising, isRefunded } from './loan-status.ts'
import { type Cents, centsOf, percentOf, restOf } from './money.ts'
import { timeOf } from './time.ts'

/** `undefined` means unknown. */
export interface Funding {
  readonly requested: Cents | undefined
  readonly raised: Cents | undefined
  readonly toGo: Cents | undefined
  /**
   * Raised as a share of the amount asked for, in whole percent, rounded down. Unknown for refunded loans.
   */
  readonly percent: number | undefined
  /** What to expect at the average pace since the loan was posted. Known only while fundraising, after the first day. */
  readonly forecast: Forecast | undefined
}

/** Either fully funded in this many milliseconds, or this many percent funded at the deadline. */
export type Forecast = { readonly fullIn: number } | { readonly percentAtEnd: number }

/**
 * Computes the funding of a loan. `now` is in milliseconds since the epoch; without it the forecast is unknown.
 */
export function fundingOf(loan: JsonObject, now?: number): Funding {
  const requested = centsOf(at(loan, 'loan_amount'))
  const raised = centsOf(at(loan, 'funded_amount'))
  const toGo = restOf(requested, raised)
  return {
    requested,
    raised,
    toGo,
    percent: isRefunded(loan) ? undefined : percentOf(raised, requested),
    forecast:
      now !== undefined && raised && toGo && isFundraising(loan)
        ? forecastOf(loan, raised, toGo, now)
        : undefined,
  }
}

function forecastOf(loan: JsonObject, raised: Cents, toGo: Cents, now: number): Forecast | undefined {
  const passed = now - (timeOf(at(loan, 'posted_date')) ?? now)
  const left = (fundraisingEnd(loan) ?? Number.POSITIVE_INFINITY) - now
  if (passed < day || left <= 0) return undefined
  const needed = (toGo * passed) / raised
  if (needed <= left) return { fullIn: Math.ceil(needed) }
  return { percentAtEnd: percentOf(raised + Math.floor((raised * left) / passed), raised + toGo) ?? 0 }
}
