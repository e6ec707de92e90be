/** Interprets the status of a loan. Older and partial records have no status. */
import { unlistedStatuses } from '../api/gaps.ts'
import type { loanStatuses } from '../api/records/closed-sets.ts'
import { at, isEmpty } from '../api/records/field-values.ts'
import type { JsonObject } from '../core/json.ts'
import { day } from '../core/time.ts'
import { timeOf } from './time.ts'

/** Where the money of a loan is. */
type Phase =
  | 'raising'
  | 'raised'
  | 'repaying'
  | 'repaid'
  | (typeof unlistedStatuses)[keyof typeof unlistedStatuses]

const documented = {
  fundraising: 'raising',
  funded: 'raised',
  in_repayment: 'repaying',
  paid: 'repaid',
  ended_with_loss: 'lost',
} as const satisfies Readonly<Record<(typeof loanStatuses)[number], Phase>>

const phases: ReadonlyMap<unknown, Phase> = new Map(Object.entries({ ...documented, ...unlistedStatuses }))

/** Returns where the money of a loan is, by its status alone; undefined without a status, and for unknown ones. */
export const phaseOf = (loan: JsonObject): Phase | undefined => phases.get(at(loan, 'status'))

const hasPhase =
  (...wanted: readonly (Phase | undefined)[]) =>
  (loan: JsonObject): boolean => {
    const phase = phaseOf(loan)
    return phase !== undefined && wanted.includes(phase)
  }

const hasStatus =
  (...statuses: readonly (keyof typeof unlistedStatuses)[]) =>
  (loan: JsonObject): boolean =>
    (statuses as readonly unknown[]).includes(at(loan, 'status'))

/** Whether lenders lost money. */
export const isLost = hasPhase('lost')
export const isExpired = hasStatus('expired', 'inactive_expired')
export const isRefunded = hasStatus('refunded')
/** Whether nothing more is raised or repaid. */
export const isOver = hasPhase('repaid', 'lost', 'returned')
/** Whether the borrowers have received the money, even if they have paid it back. */
export const isPaidOut = hasPhase('repaying', 'repaid', 'lost')
/** Whether fundraising has ended, by the status alone. False for unknown statuses. */
export const isPastFundraising = hasPhase('raised', 'repaying', 'repaid', 'lost', 'returned')
/** Whether lenders can neither lend to the loan nor have money in it. */
export const isWithheld = hasPhase('withheld')

const isInRepayment = hasPhase('repaying')

/** Returns the names of a status, the current one first: `defaulted` is the older name of `ended_with_loss`. */
export const namesOfStatus = (status: string): readonly string[] =>
  phases.get(status) === 'lost' ? ['ended_with_loss', 'defaulted'] : [status]

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
