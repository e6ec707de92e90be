import { at, number } from '../../../api/records/field-values.ts'
import { isLate } from '../../../domain/loan-status.ts'
import type { JsonObject } from '../../../ports/json.ts'
import { count, date, local, money, words, yesNo } from '../../words/format.ts'
import { line } from '../../words/line.ts'
import { counted, dotted, type Fact, type Surroundings } from '../layout.ts'
import { mediaFacts, pictureAddress } from '../media.ts'
import type { RemainingFields } from '../remaining-fields.ts'

const loanDates = {
  posted_date: 'posted',
  planned_expiration_date: 'to be funded by',
  funded_date: 'funded',
  paid_date: 'paid',
} as const

/** Returns the facts of a loan apart from borrower, purpose and amount: terms, losses, tags, dates. */
export function loanFacts(
  remaining: RemainingFields,
  { site }: Pick<Surroundings, 'site'>,
  record: JsonObject,
  currency: string,
): readonly Fact[] {
  const months = counted(remaining.take('terms.repayment_term'), 'month', 'months')
  const interval = remaining.line('terms.repayment_interval').toLowerCase()
  const disbursed = date(remaining.take('terms.disbursal_date'))
  const amount = local(remaining.take('terms.disbursal_amount'))
  const dates = Object.entries(loanDates).map(([key, word]) => {
    const value = date(remaining.take(key))
    return value && `${word} ${value}`
  })
  const [translator, portrait] = [remaining.line('translator.byline'), remaining.line('translator.image')]
  takeToldFlags(remaining, record)
  const loss = money(remaining.take('currency_exchange_loss_amount'))
  const entries = counted(remaining.take('journal_totals.entries'), 'entry', 'entries')
  const notices = count(remaining.take('journal_totals.bulkEntries'))
  // Usually equal to the amount asked for.
  const termsAmount = money(remaining.take('terms.loan_amount'))
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
    ['Losses', dotted(liability(remaining), loss && `${loss} lost in currency exchange`)],
    ['Themes', [...remaining.list('themes'), ...remaining.list('theme')].map(line).join(', ')],
    [
      'Tags',
      remaining
        .list('tags')
        .map((tag) => words(at(tag, 'name') ?? tag))
        .join(', '),
    ],
    ['Dates', dotted(...dates)],
    ['Map', mapPoint(remaining)],
    ['Journal', dotted(entries, notices && notices !== '0' ? `${notices} generated` : '')],
    [
      'Translator',
      dotted(translator, pictureAddress(portrait, site) || (portrait && `picture #${portrait}`)),
    ],
    ...mediaFacts(remaining, { site }),
    ['Bonus credit', yesNo(remaining.take('bonus_credit_eligibility'))],
  ]
}

/** Takes the `delinquent` flag if it is false, or if the status of the loan already says `late`. */
function takeToldFlags(remaining: RemainingFields, record: JsonObject): void {
  const delinquent = at(record, 'delinquent')
  if (delinquent === false || isLate(record)) remaining.take('delinquent')
}

/** `-0.3, 36.1 (town)` */
function mapPoint(remaining: RemainingFields): string {
  const pairs = remaining.line('location.geo.pairs').split(' ').join(', ')
  const level = remaining.line('location.geo.level')
  const type = remaining.line('location.geo.type')
  return [pairs, level && `(${level})`, type !== 'point' && type].filter(Boolean).join(' ')
}

function liability(remaining: RemainingFields): string {
  const nonpayment = words(remaining.take('terms.loss_liability.nonpayment'))
  const currency = words(remaining.take('terms.loss_liability.currency_exchange'))
  const rate = number(remaining.take('terms.loss_liability.currency_exchange_coverage_rate'))
  const above = rate === undefined ? '' : `above ${Math.round(rate * 1000) / 10} %`
  return dotted(
    nonpayment && `nonpayment: ${nonpayment}`,
    currency && `currency: ${[currency, above].filter(Boolean).join(', ')}`,
  )
}
