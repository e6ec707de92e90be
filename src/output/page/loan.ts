/** The page of a loan, for current and potential lenders. */

import { at, isEmpty, number } from '../../api/records/field-values.ts'
import { isList, isObject, type Json, type JsonObject } from '../../core/json.ts'
import { fundingOf } from '../../domain/funding.ts'
import { isExpiring, isFundraising, isLate, isOver } from '../../domain/loan-status.ts'
import { progressOf } from '../../domain/progress.ts'
import { runsOf, totalOf } from '../../domain/repayment.ts'
import {
  count,
  date,
  dollars,
  leftInWords,
  local,
  money,
  oneDecimal,
  percent,
  shareWithTenths,
  words,
  yesNo,
} from '../words/format.ts'
import { languageName } from '../words/languages.ts'
import { line } from '../words/line.ts'
import { alarm, forecastWords, statusAndShortfall } from '../words/loan-words.ts'
import { pageLink, showCommand } from '../words/related.ts'
import { yearsInWords } from '../words/span.ts'
import type { Maker, PageContext, RemainingFields } from './generic.ts'
import { instalments, payments, schedule } from './loan-schedule.ts'
import { mediaFacts, pictureAddress } from './media.ts'
import {
  counted,
  dotted,
  type Fact,
  facts,
  flow,
  headed,
  isFilled,
  type Part,
  prose,
  section,
  table,
  title,
  type Words,
} from './page.ts'
import { storySections, textsOf } from './story.ts'

export const loanPage: Maker = (remaining, context, record) => {
  const id = remaining.line('id')
  remaining.take('status')
  const currency = remaining.line('terms.disbursal_currency')
  const borrowers = remaining.list('borrowers')
  const number = remaining.take('borrower_count') ?? borrowers.length
  const name = dotted(
    remaining.line('name'),
    number === 0 || number === 1 ? '' : counted(number, 'borrower', 'borrowers'),
  )
  const repayments = schedule(
    context,
    instalments(remaining.take('terms.scheduled_payments')),
    instalments(remaining.take('terms.local_payments')),
    currency,
  )
  return {
    sections: [
      section(
        title(name, dotted(statusAndShortfall(record), id && `#${id}`), alarm(record)),
        prose(remaining.line('use')),
        flow([place(remaining), remaining.line('activity') || remaining.line('sector')]),
      ),
      section([progress(remaining, context, record)]),
      section(facts(lendingFacts(remaining, context, record))),
      ...storySections(remaining, context, record, showCommand('loan', id)),
      section(borrowersTable(borrowers)),
      { ...section(repayments), isBeside: true },
      section(payments(remaining.list('payments'), currency)),
      section(facts(smallPrint(remaining, context, record, { borrowers, currency }))),
    ],
    hasAddress: true,
  }
}

/** `Nakuru, Kenya` */
function place(remaining: RemainingFields): string {
  const code = remaining.line('location.country_code')
  return [remaining.line('location.town'), remaining.line('location.country') || code]
    .filter(Boolean)
    .join(', ')
}

/** Returns the progress of a loan: its amounts and the time left, then its lenders and pace. */
function progress(remaining: RemainingFields, { now }: PageContext, record: JsonObject): Part {
  const { done = 0, whole = 0, percent: share } = progressOf(record)
  const { main, raising, basket } = amounts(remaining, record)
  return {
    kind: 'progress',
    share: share === undefined ? undefined : done / whole,
    first: [percent(share), main, timeLeft(now, record)].filter(isFilled),
    second: [
      raising,
      counted(remaining.take('lender_count'), 'lender', 'lenders'),
      forecastWords(fundingOf(record, now)),
      basket,
    ].filter(isFilled),
  }
}

/**
 * `$975 to go of $2,500`, `$171.87 of $275 repaid`: only the amounts that the record has. `raising` is what was
 * raised of the amount asked for, if a loan was paid out with less.
 */
function amounts(remaining: RemainingFields, record: JsonObject) {
  const [requested = '', raised = '', paid = '', basket = ''] = amountFields.map((key) =>
    money(remaining.take(key)),
  )
  const { toGo } = fundingOf(record)
  const raising = raised && `${ofWhole(raised, requested)} raised`
  const inBaskets = basket && basket !== '$0' ? `${basket} in baskets` : ''
  const { stage, done } = progressOf(record)
  const repaid = paid || (done === undefined ? '' : dollars(done))
  if (stage === 'repaid' && repaid)
    return {
      main: `${ofWhole(repaid, raised || requested)} repaid`,
      raising: raised === requested ? '' : raising,
      basket: inBaskets,
    }
  const isOpen = isFundraising(record) && toGo
  return {
    main: isOpen ? `${dollars(toGo)} to go of ${requested}` : raising || requested,
    raising: paid && `${paid} repaid`,
    basket: inBaskets,
  }
}

const amountFields = ['loan_amount', 'funded_amount', 'paid_amount', 'basket_amount'] as const

const ofWhole = (part: string, whole: string) => [part, whole].filter(Boolean).join(' of ')

function timeLeft(now: number | undefined, record: JsonObject): Words {
  if (!isFundraising(record) || now === undefined) return ''
  const text = leftInWords(at(record, 'planned_expiration_date'), now)
  return isExpiring(record, now) ? { tone: 'warning', text } : text
}

/** Returns the facts to decide by: where to lend, repayment, partner, risk, the end of fundraising. */
function lendingFacts(
  remaining: RemainingFields,
  { now, site }: PageContext,
  record: JsonObject,
): readonly Fact[] {
  const isOpen = isFundraising(record)
  for (const key of ['repayment_interval', 'repayment_term']) remaining.take(`terms.${key}`)
  for (const key of ['nonpayment', 'currency_exchange', 'currency_exchange_coverage_rate'])
    remaining.take(`terms.loss_liability.${key}`)
  const loss = money(remaining.take('currency_exchange_loss_amount'))
  const end = isOpen ? date(remaining.take('planned_expiration_date')) : ''
  const address = pageLink('loan', record, site)
  return [
    isOpen ? ['Lend', address || (site === undefined ? 'not in the sandbox' : '')] : ['Page', address],
    [isOver(record) ? 'Terms' : 'Repays', repaysWords(record)],
    ['Partner', partnerWords(remaining)],
    ['Risk', riskWords(record)],
    ['Lost', loss && loss !== '$0' ? { tone: 'danger', text: `${loss} in currency exchange` } : ''],
    ['Ends', isExpiring(record, now) ? { tone: 'warning', text: end } : end],
  ]
}

/** `Umoja Harvest Trust (101) · rating 4.0 · default 0% · 7 years`: with `--with partner`; without it, only its id. */
function partnerWords(remaining: RemainingFields): string {
  const id = remaining.line('partner_id')
  const names = [remaining.line('partner_name'), remaining.line('derived.partner.name')]
  const rating = oneDecimal(remaining.take('derived.partner.rating'))
  const defaultRate = percent(remaining.take('derived.partner.default_rate'))
  const years = number(remaining.take('derived.partner.years'))
  const name = names.find((text) => text !== '')
  return dotted(
    name === undefined ? id : `${name} (${id})`,
    rating && `rating ${rating}`,
    defaultRate && `default ${defaultRate}`,
    years === undefined ? '' : yearsInWords(years),
  )
}

/** Returns how a loan is repaid: `$1,175 on 1 Jul and 1 Nov 2027 · 8-month term`. */
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
  const several = [count(payments.length), adjectives.get(interval) ?? interval, 'payments']
    .filter(Boolean)
    .join(' ')
  return `${dollars(total)} in ${several} until ${last}`
}

/** Returns a date without its year, if a later date has the same one. */
const withoutYearOf = (later: string, date: string) =>
  date.slice(-5) === later.slice(-5) ? date.slice(0, -5) : date

const adjectives: ReadonlyMap<string, string> = new Map([
  ['irregularly', 'irregular'],
  ['at end of term', ''],
])

/** Returns who bears a loss: `lenders bear nonpayment; currency loss shared above 20%`. */
export function riskWords(loan: JsonObject): string {
  const risk = (key: string) => words(at(loan, `terms.loss_liability.${key}`))
  const rate = number(at(loan, 'terms.loss_liability.currency_exchange_coverage_rate'))
  const above = rate === undefined ? '' : ` above ${shareWithTenths(rate)}`
  const [nonpayment, currency] = [risk('nonpayment'), risk('currency_exchange')]
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

/** Returns a table of several borrowers, with their number in the heading. */
function borrowersTable(borrowers: readonly Json[]): readonly Part[] {
  if (borrowers.length < 2) return []
  const columns = ['name', 'gender', 'pictured'].map((header) => ({ header, align: 'left' as const }))
  const cells = borrowers.map(borrowerCells)
  // It is the rule to be in the picture, so only a group with somebody who is not has the column.
  const rows = cells.some(({ 2: pictured }) => pictured === 'no')
    ? cells
    : cells.map((row) => row.slice(0, 2))
  return headed(`Borrowers (${count(borrowers.length)})`, table(columns, rows))
}

/** Returns the small print. Facts that say nothing, such as 0 entries, are left out. */
function smallPrint(
  remaining: RemainingFields,
  { site }: Pick<PageContext, 'site'>,
  record: JsonObject,
  { borrowers, currency }: { readonly borrowers: readonly Json[]; readonly currency: string },
): readonly Fact[] {
  const disbursed = date(remaining.take('terms.disbursal_date'))
  const amount = local(remaining.take('terms.disbursal_amount'))
  const dates = Object.entries(loanDates).map(([key, word]) => {
    const value = date(remaining.take(key))
    const isMoot = key === 'planned_expiration_date' && !isEmpty(at(record, 'funded_date'))
    return value && !isMoot ? `${word} ${value}` : ''
  })
  const [translator, portrait] = [remaining.line('translator.byline'), remaining.line('translator.image')]
  takeImpliedFlags(remaining, record)
  const sector = remaining.line('sector')
  const entries = remaining.take('journal_totals.entries')
  const notices = count(remaining.take('journal_totals.bulkEntries'))
  // Usually equal to the amount asked for.
  const termsAmount = money(remaining.take('terms.loan_amount'))
  const differs = termsAmount !== money(at(record, 'loan_amount'))
  return [
    ['Borrower', borrowers.length === 1 ? borrowerWords(borrowers[0] ?? null) : ''],
    ['Sector', sector === at(record, 'activity') ? '' : sector],
    ['Themes', [...remaining.list('themes'), ...remaining.list('theme')].map(line).join(', ')],
    [
      'Tags',
      remaining
        .list('tags')
        .map((tag) => words(at(tag, 'name') ?? tag))
        .join(', '),
    ],
    [
      'Disbursed',
      dotted(
        disbursed,
        [currency, amount].filter(Boolean).join(' '),
        differs && termsAmount ? `a loan of ${termsAmount}` : '',
      ),
    ],
    ['Dates', dotted(...dates)],
    ['Languages', languages(remaining, record)],
    [
      'Journal',
      entries === 0
        ? ''
        : dotted(
            counted(entries, 'entry', 'entries'),
            notices && notices !== '0' ? `${notices} generated` : '',
          ),
    ],
    [
      'Translator',
      dotted(translator, pictureAddress(portrait, site) || (portrait && `picture #${portrait}`)),
    ],
    ['Bonus credit', remaining.take('bonus_credit_eligibility') === true ? 'yes' : ''],
    ['Map', mapPoint(remaining)],
    ...mediaFacts(remaining, { site }),
  ]
}

const loanDates = {
  posted_date: 'posted',
  planned_expiration_date: 'fundraising until',
  funded_date: 'funded',
  paid_date: 'paid',
} as const

/** Takes the `delinquent` flag if it is false, or if the status of the loan already says `late`. */
function takeImpliedFlags(remaining: RemainingFields, record: JsonObject): void {
  const delinquent = at(record, 'delinquent')
  if (delinquent === false || isLate(record)) remaining.take('delinquent')
}

/** The languages without a text on the page. */
function languages(remaining: RemainingFields, record: JsonObject): string {
  const shown = new Set(textsOf(record).map(([code]) => code))
  const codes = new Set(remaining.list('description.languages').map(line))
  return [...codes]
    .filter((code) => !shown.has(code))
    .map(languageName)
    .join(', ')
}

/** `-0.3, 36.1 (town)` */
function mapPoint(remaining: RemainingFields): string {
  const pairs = remaining.line('location.geo.pairs').split(' ').join(', ')
  const level = remaining.line('location.geo.level')
  const type = remaining.line('location.geo.type')
  return [pairs, level && `(${level})`, type !== 'point' && type].filter(Boolean).join(' ')
}

/** `Amina W., female, not pictured` */
function borrowerWords(borrower: Json): string {
  const [name, gender, pictured] = borrowerCells(borrower)
  return [name, gender, pictured === 'no' ? 'not pictured' : ''].filter(Boolean).join(', ')
}

function borrowerCells(borrower: Json): readonly [name: string, gender: string, pictured: string] {
  if (!isObject(borrower)) return [line(borrower), '', '']
  const [gender, pictured] = [line(at(borrower, 'gender')), at(borrower, 'pictured')]
  const names = ['first_name', 'last_name'].map((key) => line(at(borrower, key)))
  return [names.filter(Boolean).join(' '), genders.get(gender) ?? gender, yesNo(pictured)]
}

const genders: ReadonlyMap<string, string> = new Map([
  ['F', 'female'],
  ['M', 'male'],
])
