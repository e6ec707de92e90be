/** How much of a loan is funded, and what to expect by the deadline. */
import { at } from '../api/records/field-values.ts'
import type { JsonObject } from '../core/json.ts'
import { day } from '../core/time.ts'
import { fundraisingEnd, isFundraising, isRefunded } from './loan-status.ts'
import { type Cents, ceilingOf, centsOf, type Fraction, floorOf, percentOf, restOf } from './money.ts'
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
  /**
   * What to expect at the average pace since the loan was posted. Known only while fundraising, after the first day.
   */
  readonly forecast: Forecast | undefined
}

/** Either fully funded in this many milliseconds, or this many percent funded at the deadline. */
type Forecast = { readonly fullIn: number } | { readonly percentAtEnd: number }

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

/** The first day says little about the pace: most loans raise fast when they are new. */
export const isEarly = (passed: number) => passed < day

function forecastOf(loan: JsonObject, raised: Cents, toGo: Cents, now: number): Forecast | undefined {
  const passed = now - (timeOf(at(loan, 'posted_date')) ?? now)
  const end = fundraisingEnd(loan)
  if (isEarly(passed) || raised <= 0 || (end !== undefined && end <= now)) return undefined
  const pace = { raised: BigInt(raised), toGo: BigInt(toGo), passed: BigInt(Math.floor(passed)) }
  const line = end === undefined ? undefined : { ...pace, left: BigInt(Math.ceil(end - now)) }
  if (!line || shortfallOf(line).top === 0n)
    return { fullIn: ceilingOf({ top: pace.toGo * pace.passed, bottom: pace.raised }) }
  const percent = projectedPercent(line)
  return percent && { percentAtEnd: floorOf(percent) }
}

/**
 * Where the funding of a loan leads along a straight line: at its average pace since it was posted. The loan page and
 * the derived fields share these formulas. Amounts are in cents, times in milliseconds. `passed` and `left` are
 * greater than 0.
 */
export interface FundingLine {
  readonly raised: bigint
  readonly toGo: bigint
  /** Time since the loan was posted. */
  readonly passed: bigint
  /** Time until the deadline. */
  readonly left: bigint
}

/** Returns the amount missing at the deadline, in cents; 0 if the loan will be full. */
export function shortfallOf({ raised, toGo, passed, left }: FundingLine): Fraction {
  const missing = toGo * passed - raised * left
  return { top: missing > 0n ? missing : 0n, bottom: passed }
}

/** Returns the percent funded at the deadline, at most 100; undefined if no amount was asked for. */
export function projectedPercent({ raised, toGo, passed, left }: FundingLine): Fraction | undefined {
  const bottom = passed * (raised + toGo)
  const top = 100n * raised * (passed + left)
  if (bottom <= 0n) return undefined
  return top > 100n * bottom ? { top: 100n, bottom: 1n } : { top, bottom }
}
