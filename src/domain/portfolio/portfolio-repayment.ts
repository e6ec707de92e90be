/** How the loans of a portfolio are repaid. */
import { at } from '../../api/records/field-values.ts'
import type { JsonObject } from '../../ports/json.ts'
import { type Fraction, rounded, sumOfFractions } from '../fraction.ts'
import { isLate, isLost } from '../loan-status.ts'
import { centsOf } from '../money.ts'
import { behindOf, scheduleOf } from '../repayment.ts'
import { stageOf } from './count-stages.ts'
import { remainder, repaidShare } from './repaid-share.ts'

/** Percentages are null without loans, and rounded half up to 4 decimals. They assume an equal share of each loan. */
export interface PortfolioRepayment {
  /** The mean repaid share of the loans that are or were repaid. */
  readonly repaid_percent: number | null
  /** The number of loans in that mean. */
  readonly repaid_of: number
  /** The number of loans that the service reports as delinquent. */
  readonly late: number
  /** The number of loans behind their schedule, by our own sum; null if no schedule is known. */
  readonly behind: number | null
  /** The number of loans that ended with a loss. */
  readonly lost: number
  /** The number of loans that ended. */
  readonly lost_of: number
  /** The mean share of the ended loans that was not repaid. */
  readonly lost_percent: number | null
  /** The number of loans left out: the amount raised is 0 or missing, or the amount paid is missing. */
  readonly unknown: number
}

/** Computes the repayment of counted loans at `now`, in milliseconds since the epoch. */
export function repaymentOfAll(loans: readonly JsonObject[], now: number): PortfolioRepayment {
  const begun = loans
    .map((loan) => ({ loan, stage: stageOf(loan), share: repaidShare(loan) }))
    .filter(({ stage }) => stage === 'repaying' || stage === 'ended')
  const known = begun.filter(({ share }) => share !== undefined)
  const ended = known.filter(({ stage }) => stage === 'ended')
  const shares = (list: typeof begun) => list.flatMap(({ share }) => share ?? [])
  return {
    repaid_percent: meanPercent(shares(known)),
    repaid_of: known.length,
    late: loans.filter(isLate).length,
    behind: countBehind(
      begun.filter(({ stage }) => stage === 'repaying').map(({ loan }) => loan),
      now,
    ),
    lost: ended.filter(({ loan }) => isLost(loan)).length,
    lost_of: ended.length,
    lost_percent: meanPercent(shares(ended).map(remainder)),
    unknown: begun.length - known.length,
  }
}

function meanPercent(shares: readonly Fraction[]): number | null {
  const { top, bottom } = sumOfFractions(shares)
  return shares.length === 0 ? null : rounded({ top: 100n * top, bottom: bottom * BigInt(shares.length) })
}

function countBehind(loans: readonly JsonObject[], now: number): number | null {
  const known = loans.flatMap((loan) => {
    const [schedule, paid] = [scheduleOf(loan), centsOf(at(loan, 'paid_amount'))]
    return schedule && paid !== undefined ? behindOf(schedule, paid, now) > 0 : []
  })
  return known.length === 0 && loans.length > 0 ? null : known.filter(Boolean).length
}
