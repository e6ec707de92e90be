/** The progress of a loan: a bar with its amounts and the time left, and its lenders and pace below. */

import { at } from '../../../api/records/field-values.ts'
import { fundingOf } from '../../../domain/funding.ts'
import { isExpiring, isFundraising } from '../../../domain/loan-status.ts'
import { progressOf } from '../../../domain/progress.ts'
import type { JsonObject } from '../../../ports/json.ts'
import { bar, dollars, leftInWords, money, percent } from '../../words/format.ts'
import { forecastWords } from '../../words/loan-words.ts'
import { type Block, counted, flow, type Layout } from '../layout.ts'
import type { RemainingFields } from '../remaining-fields.ts'

const barColumns = 24

export function progressBlock(remaining: RemainingFields, layout: Layout, record: JsonObject): Block {
  const { paint, columns, plain } = layout
  const { done = 0, whole = 0, percent: share } = progressOf(record)
  const { main, raising, basket } = amounts(remaining, record)
  const first = [percent(share), main, timeLeft(layout, record)]
  const second = [
    raising,
    counted(remaining.take('lender_count'), 'lender', 'lenders'),
    forecastWords(fundingOf(record, layout.now)),
    basket,
  ]
  if (share === undefined || plain) return flow(columns, [...first, ...second])
  const isNarrow = columns !== undefined && columns < 2 * barColumns
  const room = columns && (isNarrow ? columns : columns - barColumns - 2)
  const lines = [...flow(room, first, '   '), ...flow(room, second)]
  const drawn = paint('accent', bar(done / whole, Math.min(barColumns, columns ?? barColumns)))
  return isNarrow
    ? [drawn, ...lines]
    : lines.map((line, index) => (index === 0 ? `${drawn}  ` : ' '.repeat(barColumns + 2)) + line)
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
  if (progressOf(record).stage === 'repaid' && paid)
    return {
      main: `${ofWhole(paid, raised || requested)} repaid`,
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

function timeLeft({ paint, now }: Layout, record: JsonObject): string {
  if (!isFundraising(record) || now === undefined) return ''
  const left = leftInWords(at(record, 'planned_expiration_date'), now)
  return isExpiring(record, now) ? paint('warning', left) : left
}
