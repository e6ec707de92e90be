import type { JsonObject } from '../ports/json.ts'
import { fundingOf } from './funding.ts'
import { isPaidOut } from './loan-status.ts'
import type { Cents } from './money.ts'
import { repaymentOf } from './repayment.ts'

/** What is counted of a loan at its time of life: first what is raised, then what is repaid. undefined means unknown. */
export interface Progress {
  readonly stage: 'funded' | 'repaid'
  readonly done: Cents | undefined
  readonly whole: Cents | undefined
  /** `done` of `whole`, in whole percent rounded down. */
  readonly percent: number | undefined
}

/** Until a loan is paid out, what is raised of what was asked for; from then on, what is repaid of what was raised. */
export function progressOf(loan: JsonObject): Progress {
  if (isPaidOut(loan)) {
    const { paid, owed, percent } = repaymentOf(loan)
    return { stage: 'repaid', done: paid, whole: owed, percent }
  }
  const { raised, asked, percent } = fundingOf(loan)
  return { stage: 'funded', done: raised, whole: asked, percent }
}
