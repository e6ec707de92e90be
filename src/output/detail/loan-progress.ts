/** How far a loan has come: a bar, and the amounts that it stands for. */
import type { JsonObject } from '../../context.ts'
import { bar, date, leftInWords, money, wholePercent } from '../words/format.ts'
import { speedWords } from '../words/loan-speed.ts'
import { isExpiring, isFundraising, progressOf } from '../words/loan-state.ts'
import { at, isEmpty } from '../words/reading.ts'
import { type Block, counted, flow, type Layout } from './layout.ts'
import type { UnshownFields } from './unshown-fields.ts'

const barColumns = 24

export function progressBlock(unshown: UnshownFields, layout: Layout, record: JsonObject): Block {
  const { paint, columns, plain } = layout
  const { share } = progressOf(record)
  const parts = [
    ...amounts(unshown, record),
    ...ending(layout, record),
    counted(unshown.take('lender_count'), 'lender', 'lenders'),
  ]
  if (share === undefined || plain) return flow(columns, parts)
  if (columns !== undefined && columns < 2 * barColumns)
    return [paint('accent', bar(share, Math.min(barColumns, columns))), ...flow(columns, parts)]
  const lines = flow(columns && columns - barColumns - 2, parts)
  const drawn = `${paint('accent', bar(share, barColumns))}  `
  return lines.map((line, index) => (index === 0 ? drawn : ' '.repeat(barColumns + 2)) + line)
}

/** `$1,525 of $2,500`, `$171.87 of $275 repaid`: of what the record tells, nothing else. */
function amounts(unshown: UnshownFields, record: JsonObject): readonly string[] {
  const [asked = '', raised = '', paid = '', basket = ''] = amountFields.map((key) =>
    money(unshown.take(key)),
  )
  const { stage, done = 0, whole = 0, share } = progressOf(record)
  const percent = share === undefined ? '' : wholePercent(share)
  const raising = ofWhole(raised, asked)
  if (stage === 'repaid')
    return [
      paid && `${ofWhole(paid, raised || asked)} repaid`,
      percent,
      raised === '' || (paid && raised === asked) ? '' : `${raising} raised`,
    ]
  return [
    raising,
    isFundraising(record) && percent && done < whole ? `${money(whole - done)} to go` : percent,
    basket && basket !== '$0' ? `${basket} in baskets` : '',
    paid && `${paid} repaid`,
  ]
}

const amountFields = ['loan_amount', 'funded_amount', 'paid_amount', 'basket_amount'] as const

const ofWhole = (part: string, whole: string) => [part, whole].filter(Boolean).join(' of ')

/** When it ends, and how far it will have come. */
function ending({ paint, now }: Layout, record: JsonObject): readonly string[] {
  const end = at(record, 'planned_expiration_date')
  if (!isFundraising(record)) return []
  if (now === undefined) return [isEmpty(end) ? '' : `until ${date(end)}`]
  const left = leftInWords(end, now)
  return [isExpiring(record, now) ? paint('warning', left) : left, speedWords(record, now)]
}
