/** What a loan's fields come to: how far it is funded, and how long it may still be. */
import type { JsonObject } from '../../context.ts'
import { left, timeOf, wholePercent, words } from './format.ts'
import { at, number } from './reading.ts'
import { dayLong } from './span.ts'

/** Share of the amount asked for that is raised, 0 to 1; undefined when the record doesn't tell. */
export function fundedShare(loan: JsonObject): number | undefined {
  const asked = number(at(loan, 'loan_amount'))
  const funded = number(at(loan, 'funded_amount'))
  if (asked === undefined || funded === undefined || asked <= 0) return undefined
  return Math.min(1, Math.max(0, funded / asked))
}

export function fundedPercent(loan: JsonObject): string {
  const share = fundedShare(loan)
  return share === undefined ? '' : wholePercent(share)
}

/** Older and partial records have no status; what has an end of fundraising is raising funds. */
export function isFundraising(loan: JsonObject): boolean {
  const status = at(loan, 'status')
  return status === 'fundraising' || (status === undefined && expiry(loan) !== undefined)
}

const expiry = (loan: JsonObject) => timeOf(at(loan, 'planned_expiration_date'))

/** Time until fundraising ends; of a loan that no longer raises funds, its status. */
export function timeLeft(loan: JsonObject, now: number | undefined): string {
  return isFundraising(loan) ? left(at(loan, 'planned_expiration_date'), now) : words(at(loan, 'status'))
}

/** Whether fundraising ends in less than three days. */
export function isExpiring(loan: JsonObject, now: number | undefined): boolean {
  const end = expiry(loan)
  if (end === undefined || now === undefined || !isFundraising(loan)) return false
  return end > now && end - now < 3 * dayLong
}
