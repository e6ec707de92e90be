import type { JsonObject } from '../../context.ts'
import { count, date, local, money, words } from '../words/format.ts'
import { at, line, number } from '../words/reading.ts'
import { counted, dotted, type Fact } from './layout.ts'
import type { Rest } from './unshown-fields.ts'

const loanDates = [
  ['posted_date', 'posted'],
  ['planned_expiration_date', 'fundraising until'],
  ['funded_date', 'funded'],
  ['paid_date', 'paid'],
] as const

/** What a loan is besides who asks for what: terms, losses, tags, dates. */
export function loanFacts(rest: Rest, record: JsonObject, currency: string): readonly Fact[] {
  const months = counted(rest.take('terms.repayment_term'), 'month', 'months')
  const interval = rest.line('terms.repayment_interval').toLowerCase()
  const disbursed = date(rest.take('terms.disbursal_date'))
  const amount = local(rest.take('terms.disbursal_amount'))
  const dates = loanDates.map(([key, word]) => {
    const value = date(rest.take(key))
    return value && `${word} ${value}`
  })
  const loss = money(rest.take('currency_exchange_loss_amount'))
  const entries = counted(rest.take('journal_totals.entries'), 'entry', 'entries')
  const notices = count(rest.take('journal_totals.bulkEntries'))
  // Usually the amount asked for, again.
  const termsAmount = money(rest.take('terms.loan_amount'))
  const differs = termsAmount !== money(at(record, 'loan_amount'))
  return [
    [
      'Terms',
      dotted(
        [months, interval].filter(Boolean).join(', '),
        disbursed && `disbursed ${disbursed}`,
        [currency, amount].filter(Boolean).join(' '),
        differs && termsAmount ? `a loan of ${termsAmount}` : '',
      ),
    ],
    ['Losses', dotted(liability(rest), loss && `${loss} lost in currency exchange`)],
    ['Themes', [...rest.list('themes'), ...rest.list('theme')].map(line).join(', ')],
    [
      'Tags',
      rest
        .list('tags')
        .map((tag) => line(at(tag, 'name') ?? tag))
        .join('  '),
    ],
    ['Dates', dotted(...dates)],
    ['Map', mapPoint(rest)],
    ['Journal', dotted(entries, notices && notices !== '0' ? `${notices} generated` : '')],
    ['Translator', rest.line('translator.byline')],
  ]
}

/** `-0.3, 36.1 (town)` */
function mapPoint(rest: Rest): string {
  const pairs = rest.line('location.geo.pairs').split(' ').join(', ')
  const level = rest.line('location.geo.level')
  const type = rest.line('location.geo.type')
  return [pairs, level && `(${level})`, type !== 'point' && type].filter(Boolean).join(' ')
}

function liability(rest: Rest): string {
  const nonpayment = words(rest.take('terms.loss_liability.nonpayment'))
  const currency = words(rest.take('terms.loss_liability.currency_exchange'))
  const rate = number(rest.take('terms.loss_liability.currency_exchange_coverage_rate'))
  const above = rate === undefined ? '' : `above ${Math.round(rate * 1000) / 10} %`
  return dotted(
    nonpayment && `nonpayment: ${nonpayment}`,
    currency && `currency: ${[currency, above].filter(Boolean).join(', ')}`,
  )
}
