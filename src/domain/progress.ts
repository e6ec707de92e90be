import type { JsonObject } from '../core/json.ts'
import { fundingOf } from './funding.ts'
import { isPaidOut } from './loan-status.ts'
import type { Cents } from './money.ts'
import { repaymentOf } from './repayment.ts'

/**
 * The progress of a loan at its current stage: money raised, later money repaid. `undefined` means unknown.
 */
export interface Progress {
  readonly stage: 'funded' | 'repaid'
  readonly done: Cents | undefined
  readonly whole: Cents | undefined
  /** `done` as a share of `whole`, in whole percent, rounded down. */
  readonly percent: number | undefined
}

/**
 * Returns how much of the amount asked for is raised or, once the loan is paid out, how much of the amount
 * raised is repaid.
 */
export function progressOf(loan: JsonObject): Progress {
  if (isPaidOut(loan)) {
    const { paid, owed, percent } = repaymentOf(loan)
    return { stage: 'repaid', done: paid, whole: owed, percent }
  }
  const { raised, requested, percent } = fundingOf(loan)
  return { stage: 'funded', done: raised, whole: requested, percent }
}
