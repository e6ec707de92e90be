/** The facts of a loan: what a lender decides by, and the small print. */
import { at, isEmpty } from '../../../api/records/field-values.ts'
import { isExpiring, isFundraising, isLate, isOver } from '../../../domain/loan-status.ts'
import type { Json, JsonObject } from '../../../ports/json.ts'
import { count, date, local, money, words } from '../../words/format.ts'
import { languageName } from '../../words/languages.ts'
import { line } from '../../words/line.ts'
import { repaysWords, riskWords } from '../../words/loan-terms.ts'
import { pageAddress } from '../../words/related.ts'
import { counted, type DetailContext, dotted, type Fact } from '../layout.ts'
import { mediaFacts, pictureAddress } from '../media.ts'
import type { RemainingFields } from '../remaining-fields.ts'
import { borrowerWords } from './borrowers.ts'
import { textsOf } from './story.ts'

/** Returns the facts to decide by: where to lend, repayment, partner, risk, the end of fundraising. */
export function lendingFacts(
  remaining: RemainingFields,
  layout: DetailContext,
  record: JsonObject,
): readonly Fact[] {
  const { paint, now } = layout
  const isOpen = isFundraising(record)
  for (const key of ['repayment_interval', 'repayment_term']) remaining.take(`terms.${key}`)
  for (const key of ['nonpayment', 'currency_exchange', 'currency_exchange_coverage_rate'])
    remaining.take(`terms.loss_liability.${key}`)
  const loss = money(remaining.take('currency_exchange_loss_amount'))
  const end = isOpen ? date(remaining.take('planned_expiration_date')) : ''
  const address = pageAddress('loan', record, layout)
  return [
    isOpen ? ['Lend', address || (layout.site === undefined ? 'live data only' : '')] : ['Page', address],
    [isOver(record) ? 'Terms' : 'Repays', repaysWords(record)],
    ['Partner', partnerWords(remaining)],
    ['Risk', riskWords(record)],
    ['Lost', loss && loss !== '$0' ? paint('danger', `${loss} in currency exchange`) : ''],
    ['Ends', isExpiring(record, now) ? paint('warning', end) : end],
  ]
}

const loanDates = {
  posted_date: 'posted',
  planned_expiration_date: 'fundraising until',
  funded_date: 'funded',
  paid_date: 'paid',
} as const

/** Returns the small print. Facts that say nothing, such as 0 entries, are left out. */
export function smallPrint(
  remaining: RemainingFields,
  { site }: Pick<DetailContext, 'site'>,
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

/** `Umoja Harvest Trust (101) · rating 4`: the name and the rating are known with `--with partner`. */
function partnerWords(remaining: RemainingFields): string {
  const id = remaining.line('partner_id')
  const names = [remaining.line('partner_name'), remaining.line('derived.partner.name')]
  const stars = remaining.line('derived.partner.stars')
  const name = names.find((one) => one !== '')
  return [name === undefined ? id : `${name} (${id})`, stars && `rating ${stars}`].filter(Boolean).join(' · ')
}
