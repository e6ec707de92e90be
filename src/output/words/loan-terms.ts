/** Words for the terms of a loan: how it is repaid, and who bears a loss. */
import { at, number } from '../../api/records/field-values.ts'
import { runsOf, totalOf } from '../../domain/repayment.ts'
import { isList, type Json, type JsonObject } from '../../ports/json.ts'
import { count, date, dollars, words } from './format.ts'
import { line } from './line.ts'

/** `$1,175 on 1 Jul and 1 Nov 2027 · 8-month term` */
export function repaysWords(loan: JsonObject): string {
  const months = count(at(loan, 'terms.repayment_term'))
  return [scheduleWords(loan), months && `${months}-month term`].filter(Boolean).join(' · ')
}

/** `$2,500 in 14 monthly payments until 1 Apr 2028`; without a schedule `monthly`. */
function scheduleWords(loan: JsonObject): string {
  const interval = line(at(loan, 'terms.repayment_interval')).toLowerCase()
  const listed = at(loan, 'terms.scheduled_payments')
  const payments: readonly Json[] = isList(listed) ? listed : []
  const [total, runs] = [totalOf(payments), runsOf(payments) ?? []]
  const dates = payments.map((payment) => date(at(payment, 'due_date'))).filter(Boolean)
  const [first, last] = [dates[0], dates.at(-1)]
  if (total === undefined || first === undefined || dates.length < payments.length) return interval
  if (payments.length === 1) return `${dollars(total)} on ${first}`
  if (payments.length === 2 && runs[0]?.count === 2 && runs[0].min === runs[0].max)
    return `${dollars(runs[0].min)} on ${withoutYearOf(last ?? '', first)} and ${last}`
  const some = [count(payments.length), adjectives.get(interval) ?? interval, 'payments']
    .filter(Boolean)
    .join(' ')
  return `${dollars(total)} in ${some} until ${last}`
}

const withoutYearOf = (other: string, text: string) =>
  text.slice(-5) === other.slice(-5) ? text.slice(0, -5) : text

const adjectives: ReadonlyMap<string, string> = new Map([
  ['irregularly', 'irregular'],
  ['at end of term', ''],
])

/** `lenders bear nonpayment; currency loss shared above 20%` */
export function riskWords(loan: JsonObject): string {
  const about = (key: string) => words(at(loan, `terms.loss_liability.${key}`))
  const rate = number(at(loan, 'terms.loss_liability.currency_exchange_coverage_rate'))
  const above = rate === undefined ? '' : ` above ${Math.round(rate * 1000) / 10}%`
  const [nonpayment, currency] = [about('nonpayment'), about('currency_exchange')]
  return [
    nonpayment && (nonpaymentRisks.get(nonpayment) ?? `nonpayment: ${nonpayment}`),
    currency && (currencyRisks.get(currency) ?? `currency loss: ${currency}`) + above,
  ]
    .filter(Boolean)
    .join('; ')
}

const nonpaymentRisks: ReadonlyMap<string, string> = new Map([
  ['lender', 'lenders bear nonpayment'],
  ['partner', 'the partner bears nonpayment'],
])

const currencyRisks: ReadonlyMap<string, string> = new Map([
  ['none', 'no currency risk'],
  ['shared', 'currency loss shared'],
  ['lender', 'lenders bear currency loss'],
  ['partner', 'the partner bears currency loss'],
])
