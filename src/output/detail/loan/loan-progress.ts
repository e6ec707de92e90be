/** The progress of a loan: a bar, and its amounts. */

import { at, isEmpty } from '../../../api/records/field-values.ts'
import { fundingOf } from '../../../domain/funding.ts'
import { isExpiring, isFundraising } from '../../../domain/loan-status.ts'
import { progressOf } from '../../../domain/progress.ts'
import type { JsonObject } from '../../../ports/json.ts'
import { bar, date, dollars, leftInWords, money, percent } from '../../words/format.ts'
import { speedWords } from '../../words/loan-words.ts'
import { type Block, counted, flow, type Layout } from '../layout.ts'
import type { RemainingFields } from '../remaining-fields.ts'

const barColumns = 24

export function progressBlock(remaining: RemainingFields, layout: Layout, record: JsonObject): Block {
  const { paint, columns, plain } = layout
  const { done = 0, whole = 0, percent: told } = progressOf(record)
  const parts = [
    ...amounts(remaining, record),
    ...ending(layout, record),
    counted(remaining.take('lender_count'), 'lender', 'lenders'),
  ]
  const share = done / whole
  if (told === undefined || plain) return flow(columns, parts)
  if (columns !== undefined && columns < 2 * barColumns)
    return [paint('accent', bar(share, Math.min(barColumns, columns))), ...flow(columns, parts)]
  const lines = flow(columns && columns - barColumns - 2, parts)
  const drawn = `${paint('accent', bar(share, barColumns))}  `
  return lines.map((line, index) => (index === 0 ? drawn : ' '.repeat(barColumns + 2)) + line)
}

/** `$1,525 of $2,500`, `$171.87 of $275 repaid`: only the amounts that the record has. */
function amounts(remaining: RemainingFields, record: JsonObject): readonly string[] {
  const [asked = '', raised = '', paid = '', basket = ''] = amountFields.map((key) =>
    money(remaining.take(key)),
  )
  const { stage, percent: share } = progressOf(record)
  const { toGo } = fundingOf(record)
  const shareTold = percent(share)
  const raising = ofWhole(raised, asked)
  if (stage === 'repaid')
    return [
      paid && `${ofWhole(paid, raised || asked)} repaid`,
      shareTold,
      raised === '' || (paid && raised === asked) ? '' : `${raising} raised`,
    ]
  return [
    raising,
    isFundraising(record) && shareTold && toGo ? `${dollars(toGo)} to go` : shareTold,
    basket && basket !== '$0' ? `${basket} in baskets` : '',
    paid && `${paid} repaid`,
  ]
}

const amountFields = ['loan_amount', 'funded_amount', 'paid_amount', 'basket_amount'] as const

const ofWhole = (part: string, whole: string) => [part, whole].filter(Boolean).join(' of ')

/** The time left for fundraising, and the pace with the funding expected by the deadline. */
function ending({ paint, now }: Layout, record: JsonObject): readonly string[] {
  const end = at(record, 'planned_expiration_date')
  if (!isFundraising(record)) return []
  if (now === undefined) return [isEmpty(end) ? '' : `until ${date(end)}`]
  const left = leftInWords(end, now)
  return [isExpiring(record, now) ? paint('warning', left) : left, speedWords(fundingOf(record, now))]
}
