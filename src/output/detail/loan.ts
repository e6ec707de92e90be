import { isObject } from '../../api/json.ts'
import type { Json, JsonObject } from '../../context.ts'
import { htmlText } from '../terminal/html-text.ts'
import { bar, date, leftInWords, money, wholePercent, words, yesNo } from '../words/format.ts'
import { fundedShare, isExpiring, isFundraising } from '../words/loan-state.ts'
import { at, isEmpty, line, number } from '../words/reading.ts'
import { commands, type DetailView } from './detail-view.ts'
import {
  type Block,
  beside,
  counted,
  dotted,
  factsBlock,
  flow,
  headed,
  indented,
  type Layout,
  proseBlock,
  titleBlock,
} from './layout.ts'
import { loanFacts } from './loan-facts.ts'
import { paymentsBlock, scheduleBlock } from './payments.ts'
import { tableBlock } from './small-table.ts'
import type { UnshownFields } from './unshown-fields.ts'

/** A loan, for the person who might lend. */
export const loanView: DetailView = (unshown, layout, record) => {
  const id = unshown.line('id')
  const status = words(unshown.take('status'))
  const head = titleBlock(layout, unshown.line('name'), dotted(status, id && `#${id}`))
  const funding = fundingBlock(unshown, layout, record)
  const currency = unshown.line('terms.disbursal_currency')
  return {
    blocks: [
      [...head, ...proseBlock(layout, unshown.line('use')), ...flow(layout.columns, whereAndWhat(unshown))],
      funding,
      factsBlock(layout, loanFacts(unshown, record, currency)),
      ...descriptions(unshown, layout),
      ...beside(
        layout,
        scheduleBlock(
          layout,
          unshown.take('terms.scheduled_payments'),
          unshown.take('terms.local_payments'),
          currency,
        ),
        borrowersBlock(layout, unshown),
      ),
      paymentsBlock(layout, unshown.take('payments'), currency),
    ],
    links: commands(id, 'loans lenders', 'loans updates'),
    page: id && `lend/${encodeURIComponent(id)}`,
  }
}

function whereAndWhat(unshown: UnshownFields): readonly string[] {
  const code = unshown.line('location.country_code')
  const country = unshown.line('location.country')
  const place = [unshown.line('location.town'), country && code ? `${country} (${code})` : country || code]
  const trade = [unshown.line('sector'), unshown.line('activity')]
  const borrowers = counted(unshown.take('borrower_count'), 'borrower', 'borrowers')
  const partner = unshown.line('partner_id')
  return [
    place.filter(Boolean).join(', '),
    [...new Set(trade)].filter(Boolean).join(', '),
    borrowers,
    partner && `partner ${partner}`,
    languages(unshown.list('description.languages')),
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

function fundingBlock(unshown: UnshownFields, { paint, now, columns }: Layout, record: JsonObject): Block {
  const share = fundedShare(record)
  const [funded, asked] = [unshown.take('funded_amount'), unshown.take('loan_amount')]
  const missing = (number(asked) ?? 0) - (number(funded) ?? 0)
  const basket = money(unshown.take('basket_amount'))
  const paid = money(unshown.take('paid_amount'))
  const lenders = counted(unshown.take('lender_count'), 'lender', 'lenders')
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
  if (columns !== undefined && columns < 2 * barColumns)
    return [paint('accent', bar(share, Math.min(barColumns, columns))), ...flow(columns, parts)]
  const lines = flow(columns && columns - barColumns - 2, parts)
  const drawn = `${paint('accent', bar(share, barColumns))}  `
  return lines.map((line, index) => (index === 0 ? drawn : ' '.repeat(barColumns + 2)) + line)
}

const barColumns = 24

function ending(value: Json | undefined, now: number | undefined): string {
  if (isEmpty(value)) return ''
  return now === undefined ? `until ${date(value)}` : leftInWords(value, now)
}

/** The description in each language, under the language's name when there are several. */
function descriptions(unshown: UnshownFields, layout: Layout): readonly Block[] {
  const texts = unshown.take('description.texts')
  const told = isObject(texts) ? Object.entries(texts).filter(([, value]) => !isEmpty(value)) : []
  return told.map(([code, value]) => {
    const prose = proseBlock(layout, htmlText(typeof value === 'string' ? value : line(value)))
    return told.length > 1 ? [layout.paint('label', languageNames[code] ?? code), ...prose] : prose
  })
}

function borrowersBlock(layout: Layout, unshown: UnshownFields): Block {
  const rows = unshown.list('borrowers').map((borrower) => {
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
    layout,
    rows.length === 1 ? 'Borrower' : 'Borrowers',
    tableBlock(
      indented(layout),
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
