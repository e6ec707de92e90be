/** Words for a loan: its state, what it is for, and its country. */
import { countryName } from '../../api/country-names.ts'
import { at } from '../../api/records/field-values.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { type Funding, fundingOf } from '../../domain/funding.ts'
import { isExpired, isLate, isLost, isWithheld } from '../../domain/loan-status.ts'
import type { Progress } from '../../domain/progress.ts'
import { repaymentOf } from '../../domain/repayment.ts'
import { dollars, type Format, percent, words } from './format.ts'
import { line } from './line.ts'
import { roughly } from './span.ts'

/**
 * `in repayment, late`, `ended with loss, $103.13 lost of $275`, `expired, $225 short`, `issue, not on offer`; '' without a
 * status.
 */
export function statusAndShortfall(loan: JsonObject): string {
  return [statusWords(loan), shortfall(loan)].filter(Boolean).join(', ')
}

function shortfall(loan: JsonObject): string {
  if (isWithheld(loan)) return 'not on offer'
  const { lost, owed } = repaymentOf(loan)
  if (lost) return `${dollars(lost)} lost of ${dollars(owed)}`
  const { toGo } = fundingOf(loan)
  return isExpired(loan) && toGo ? `${dollars(toGo)} short` : ''
}

/** `in repayment, late` */
export function statusWords(loan: JsonObject): string {
  return `${words(at(loan, 'status'))}${isLate(loan) ? ', late' : ''}`
}

/** Returns the color of a state that lenders must not miss; `undefined` for any other. */
export function alarm(loan: JsonObject): 'danger' | 'warning' | undefined {
  if (isLate(loan) || isLost(loan)) return 'danger'
  return isExpired(loan) ? 'warning' : undefined
}

/** `full in about 2 days at this pace`, `about 84% funded at the end at this pace`; '' if the pace is unknown. */
export function forecastWords({ forecast }: Funding): string {
  if (!forecast) return ''
  if ('fullIn' in forecast) return `full in about ${roughly(forecast.fullIn)} at this pace`
  const share = forecast.percentAtEnd === 0 ? 'less than 1' : `about ${forecast.percentAtEnd}`
  return `${share}% funded at the end at this pace`
}

/** Where a loan stands, for a list of loans at several stages: `61% funded`, `funded`, `25% repaid`, `repaid`. */
export function stageWords({ stage, percent: share }: Progress): string {
  if (share === undefined) return ''
  return share === 100 ? stage : `${percent(share)} ${stage}`
}

/** What a loan is for: `buy a cart` for a `use` of `to buy a cart`. */
export const useWords: Format = (value) => line(value).replace(/^to\s+/i, '')

/** Returns the name of a country by its code; any other value stays as it is. */
export const country = (value: Json | undefined) => countryName(line(value)) ?? line(value)
