/** Words for the state of a loan. */
import { at } from '../../api/records/field-values.ts'
import { type Funding, fundingOf } from '../../domain/funding.ts'
import { isExpired, isFundraising, isLate } from '../../domain/loan-status.ts'
import { repaymentOf } from '../../domain/repayment.ts'
import type { Json, JsonObject } from '../../ports/json.ts'
import { dollars, words } from './format.ts'
import { inWords } from './span.ts'

/**
 * `in repayment, late`, `ended with loss, $103.13 lost of $275`, `expired, $225 short`; '' without a status.
 */
export function standing(loan: JsonObject): string {
  return [statusWords(loan), shortfall(loan)].filter(Boolean).join(', ')
}

function shortfall(loan: JsonObject): string {
  const { lost, owed } = repaymentOf(loan)
  if (lost) return `${dollars(lost)} lost of ${dollars(owed)}`
  const { toGo } = fundingOf(loan)
  return isExpired(loan) && toGo ? `${dollars(toGo)} short` : ''
}

/** `in repayment, late` */
export function statusWords(loan: JsonObject): string {
  return `${words(at(loan, 'status'))}${isLate(loan) ? ', late' : ''}`
}

/** Returns the fundraising deadline; for a loan that is no longer fundraising, its status in words. */
export function endOrStatus(loan: JsonObject): Json | undefined {
  return isFundraising(loan) ? at(loan, 'planned_expiration_date') : statusWords(loan)
}

/** `$38 an hour, will be 84 % at its end`, `$10 a day, will be full in 3 days`; '' if the pace is unknown. */
export function speedWords({ pace, outlook }: Funding): string {
  if (!pace) return ''
  const speed = `${dollars(pace.amount)} ${pace.per === 'hour' ? 'an hour' : 'a day'}`
  if (!outlook) return speed
  return 'fullIn' in outlook
    ? `${speed}, will be full in ${inWords(outlook.fullIn)}`
    : `${speed}, will be ${outlook.percentAtEnd} % at its end`
}
