/** What a loan's fields come to: how far it is funded or repaid, how it stands, and how long it may still be. */
import type { JsonObject } from '../../context.ts'
import { left, money, timeOf, words } from './format.ts'
import { at, number } from './reading.ts'
import { dayLong } from './span.ts'

/** What is counted of a loan at its time of life. */
export interface Progress {
  readonly stage: 'funded' | 'repaid'
  /** US dollars; undefined where the record doesn't tell. */
  readonly done: number | undefined
  readonly whole: number | undefined
  /** `done` of `whole`, 0 to 1; undefined where one of them is not told, or nothing is counted any more. */
  readonly share: number | undefined
}

/** What lenders gave up on; `defaulted` is an older name. */
const lossy = ['ended_with_loss', 'defaulted']
const repaying = ['in_repayment', 'paid', ...lossy]

const hasStatus = (loan: JsonObject, statuses: readonly unknown[]) => statuses.includes(at(loan, 'status'))

/** Until it is handed out, what is raised of what was asked for; from then on, what is repaid of what was raised. */
export function progressOf(loan: JsonObject): Progress {
  const asked = number(at(loan, 'loan_amount'))
  const raised = number(at(loan, 'funded_amount'))
  const isRepaying = hasStatus(loan, repaying)
  const done = isRepaying ? number(at(loan, 'paid_amount')) : raised
  const whole = isRepaying ? (raised ?? asked) : asked
  const counted = done !== undefined && whole !== undefined && whole > 0 && !hasStatus(loan, ['refunded'])
  return {
    stage: isRepaying ? 'repaid' : 'funded',
    done,
    whole,
    share: counted ? Math.min(1, Math.max(0, done / whole)) : undefined,
  }
}

/** `in repayment, late`, `ended with loss, $103.13 lost of $275`, `expired, $225 short`; '' without a status. */
export function standing(loan: JsonObject): string {
  const { done, whole } = progressOf(loan)
  const missing = whole === undefined || done === undefined ? 0 : whole - done
  const told = missing > 0 ? remainder(loan, money(missing), money(whole)) : ''
  return [statusWords(loan), told].filter(Boolean).join(', ')
}

function remainder(loan: JsonObject, missing: string, whole: string): string {
  if (hasStatus(loan, lossy)) return `${missing} lost of ${whole}`
  return hasStatus(loan, ['expired']) ? `${missing} short` : ''
}

/** `in repayment, late` */
export function statusWords(loan: JsonObject): string {
  return `${words(at(loan, 'status'))}${isLate(loan) ? ', late' : ''}`
}

/** Whether its borrowers are behind their schedule. */
export const isLate = (loan: JsonObject) =>
  hasStatus(loan, ['in_repayment']) && at(loan, 'delinquent') === true

/** Older and partial records have no status; what has an end of fundraising is raising funds. */
export function isFundraising(loan: JsonObject): boolean {
  const status = at(loan, 'status')
  return status === 'fundraising' || (status === undefined && expiry(loan) !== undefined)
}

const expiry = (loan: JsonObject) => timeOf(at(loan, 'planned_expiration_date'))

/** Time until fundraising ends; of a loan that no longer raises funds, its status. */
export function timeLeft(loan: JsonObject, now: number | undefined): string {
  return isFundraising(loan) ? left(at(loan, 'planned_expiration_date'), now) : statusWords(loan)
}

/** Whether fundraising ends in less than three days. */
export function isExpiring(loan: JsonObject, now: number | undefined): boolean {
  const end = expiry(loan)
  if (end === undefined || now === undefined || !isFundraising(loan)) return false
  return end > now && end - now < 3 * dayLong
}
