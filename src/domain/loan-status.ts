/** What the status of a loan means. Older and partial records have none. */
import { at } from '../api/records/field-values.ts'
import type { JsonObject } from '../ports/json.ts'
import { day } from '../time-units.ts'
import { timeOf } from './time.ts'

const hasStatus =
  (...statuses: readonly string[]) =>
  (loan: JsonObject): boolean =>
    statuses.some((status) => status === at(loan, 'status'))

/** Lenders lost money; `defaulted` is an older name. */
export const isLost = hasStatus('ended_with_loss', 'defaulted')
export const isExpired = hasStatus('expired')
export const isRefunded = hasStatus('refunded')
/** The borrowers have the money, or had it. */
export const isPaidOut = hasStatus('in_repayment', 'paid', 'ended_with_loss', 'defaulted')

const isInRepayment = hasStatus('in_repayment')

/** Whether the borrowers are behind their schedule. */
export const isLate = (loan: JsonObject) => isInRepayment(loan) && at(loan, 'delinquent') === true

/** Without a status, a loan with an end of fundraising is raising funds. */
export function isFundraising(loan: JsonObject): boolean {
  const status = at(loan, 'status')
  return status === 'fundraising' || (status === undefined && fundraisingEnd(loan) !== undefined)
}

/** When fundraising ends, in milliseconds since the epoch. */
export const fundraisingEnd = (loan: JsonObject) => timeOf(at(loan, 'planned_expiration_date'))

/** Whether fundraising ends in less than three days. */
export function isExpiring(loan: JsonObject, now: number | undefined): boolean {
  const end = fundraisingEnd(loan)
  if (end === undefined || now === undefined || !isFundraising(loan)) return false
  return end > now && end - now < 3 * day
}
