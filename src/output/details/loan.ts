import type { Json, JsonObject } from '../../context.ts'
import { bar, count, date, leftInWords, local, money, wholePercent, words, yesNo } from '../format.ts'
import { htmlText } from '../html-text.ts'
import { fundedShare, isExpiring, isFundraising } from '../loan-state.ts'
import { at, isEmpty, isObject, line, number } from '../reading.ts'
import { paymentsBlock, scheduleBlock } from './payments.ts'
import type { Rest } from './rest.ts'
import type { Drawn, Shape } from './shape.ts'
import {
  type Block,
  beside,
  counted,
  dotted,
  type Fact,
  factsBlock,
  flow,
  headed,
  indented,
  proseBlock,
  type Sheet,
  tableBlock,
  titleBlock,
} from './sheet.ts'

/** A loan, for the person who might lend. */
export const loanShape: Shape = (rest, sheet, record) => {
  const id = rest.line('id')
  const status = words(rest.take('status'))
  const head = titleBlock(sheet, rest.line('name'), dotted(status, id && `#${id}`))
  const funding = fundingBlock(rest, sheet, record)
  const currency = rest.line('terms.disbursal_currency')
  return {
    blocks: [
      [...head, ...proseBlock(sheet, rest.line('use')), ...flow(sheet.columns, whereAndWhat(rest))],
      funding,
      factsBlock(sheet, facts(rest, record, currency)),
      ...descriptions(rest, sheet),
      ...beside(
        sheet,
        scheduleBlock(
          sheet,
          rest.take('terms.scheduled_payments'),
          rest.take('terms.local_payments'),
          currency,
        ),
        borrowersBlock(sheet, rest),
      ),
      paymentsBlock(sheet, rest.take('payments'), currency),
    ],
    links: id ? [`kiva loans lenders ${id}`, `kiva loans updates ${id}`] : [],
    page: id && `lend/${id}`,
  } satisfies Drawn
}

function whereAndWhat(rest: Rest): readonly string[] {
  const code = rest.line('location.country_code')
  const country = rest.line('location.country')
  const place = [rest.line('location.town'), country && code ? `${country} (${code})` : country || code]
  const trade = [rest.line('sector'), rest.line('activity')]
  const borrowers = counted(rest.take('borrower_count'), 'borrower', 'borrowers')
  const partner = rest.line('partner_id')
  return [
    place.filter(Boolean).join(', '),
    [...new Set(trade)].filter(Boolean).join(', '),
    borrowers,
    partner && `partner ${partner}`,
    languages(rest.list('description.languages')),
  ]
}

const languageNames: Readonly<Record<string, string>> = {
  ar: 'Arabic', en: 'English', es: 'Spanish', fr: 'French', id: 'Indonesian', pt: 'Portuguese', ru: 'Russian',
  sw: 'Swahili', th: 'Thai', vi: 'Vietnamese',
} // biome-ignore format: a word list

function languages(codes: readonly Json[]): string {
  const names = [...new Set(codes.map(line))].map((code) => languageNames[code] ?? code)
  return names.length === 0 ? '' : `in ${names.join(names.length === 2 ? ' and ' : ', ')}`
}

function fundingBlock(rest: Rest, { paint, now, columns }: Sheet, record: JsonObject): Block {
  const share = fundedShare(record)
  const [funded, asked] = [rest.take('funded_amount'), rest.take('loan_amount')]
  const missing = (number(asked) ?? 0) - (number(funded) ?? 0)
  const basket = money(rest.take('basket_amount'))
  const paid = money(rest.take('paid_amount'))
  const lenders = counted(rest.take('lender_count'), 'lender', 'lenders')
  const open = isFundraising(record)
  const end = open ? ending(at(record, 'planned_expiration_date'), now) : ''
  const parts = [
    isEmpty(funded) ? money(asked) : `${money(funded)} of ${money(asked)}`,
    open && missing > 0 ? `${money(missing)} to go` : share === undefined ? '' : wholePercent(share),
    basket && basket !== '$0' ? `${basket} in baskets` : '',
    paid && `${paid} repaid`,
    isExpiring(record, now) ? paint('warning', end) : end,
    lenders,
  ]
  if (share === undefined) return flow(columns, parts)
  const lines = flow(columns && columns - barColumns - 2, parts)
  const drawn = `${paint('accent', bar(share, barColumns))}  `
  return lines.map((line, index) => (index === 0 ? drawn : ' '.repeat(barColumns + 2)) + line)
}

const barColumns = 30

function ending(value: Json | undefined, now: number | undefined): string {
  if (isEmpty(value)) return ''
  return now === undefined ? `until ${date(value)}` : leftInWords(value, now)
}

const loanDates = [
  ['posted_date', 'posted'],
  ['planned_expiration_date', 'fundraising until'],
  ['funded_date', 'funded'],
  ['paid_date', 'paid'],
] as const

function facts(rest: Rest, record: JsonObject, currency: string): readonly Fact[] {
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

/** The description in each language, under the language's name when there are several. */
function descriptions(rest: Rest, sheet: Sheet): readonly Block[] {
  const texts = rest.take('description.texts')
  const told = isObject(texts) ? Object.entries(texts).filter(([, value]) => !isEmpty(value)) : []
  return told.map(([code, value]) => {
    const prose = proseBlock(sheet, htmlText(typeof value === 'string' ? value : line(value)))
    return told.length > 1 ? [sheet.paint('label', languageNames[code] ?? code), ...prose] : prose
  })
}

function borrowersBlock(sheet: Sheet, rest: Rest): Block {
  const rows = rest.list('borrowers').map((borrower) => {
    if (!isObject(borrower)) return [line(borrower), '', '']
    const name = [line(at(borrower, 'first_name')), line(at(borrower, 'last_name'))].filter(Boolean).join(' ')
    const pictured = at(borrower, 'pictured')
    return [
      name,
      genders[line(at(borrower, 'gender'))] ?? line(at(borrower, 'gender')),
      isEmpty(pictured) ? '' : yesNo(pictured),
    ]
  })
  return headed(
    sheet,
    rows.length === 1 ? 'Borrower' : 'Borrowers',
    tableBlock(
      indented(sheet),
      [
        { header: 'name', align: 'left' },
        { header: '', align: 'left' },
        { header: 'pictured', align: 'left' },
      ],
      rows,
    ),
  )
}

const genders: Readonly<Record<string, string>> = { F: 'female', M: 'male' }
