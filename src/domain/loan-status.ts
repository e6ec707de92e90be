/** Interprets the status of a loan. Older and partial records have no status. */
import { at, isEmpty } from '../api/records/field-values.ts'
import type { JsonObject } from '../core/json.ts'
import { day } from '../core/time.ts'
import { timeOf } from './time.ts'

const hasStatus =
  (...statuses: readonly string[]) =>
  (loan: JsonObject): boolean => {
    const status = at(loan, 'status')
    return typeof status === 'string' && statuses.includes(status)
  }

/** Whether lenders lost money. `defaulted` is an older name for this status. */
export const isLost = hasStatus('ended_with_loss', 'defaulted')
export const isExpired = hasStatus('expired')
export const isRefunded = hasStatus('refunded')
/** Whether nothing more is raised or repaid. */
export const isOver = hasStatus('paid', 'ended_with_loss', 'defaulted', 'expired', 'refunded')
/** Whether the borrowers have received the money, even if they have paid it back. */
export const isPaidOut = hasStatus('in_repayment', 'paid', 'ended_with_loss', 'defaulted')

/** Whether fundraising has ended, by the status alone. False for unknown statuses. */
export const isPastFundraising = hasStatus(
  'funded',
  'in_repayment',
  'paid',
  'ended_with_loss',
  'defaulted',
  'expired',
  'refunded',
)

const isInRepayment = hasStatus('in_repayment')

/** Whether repayments are behind schedule. */
export const isLate = (loan: JsonObject) => isInRepayment(loan) && at(loan, 'delinquent') === true

/** Whether a loan is fundraising. Without a status, a loan with a fundraising deadline counts. */
export function isFundraising(loan: JsonObject): boolean {
  const status = at(loan, 'status')
  return status === 'fundraising' || (isEmpty(status) && fundraisingEnd(loan) !== undefined)
}

/** The fundraising deadline in milliseconds since the epoch. */
export const fundraisingEnd = (loan: JsonObject) => timeOf(at(loan, 'planned_expiration_date'))

/** Whether fundraising ends in less than three days. */
export function isExpiring(loan: JsonObject, now: number | undefined): boolean {
  const end = fundraisingEnd(loan)
  if (end === undefined || now === undefined || !isFundraising(loan)) return false
  return end > now && end - now < 3 * day
}
