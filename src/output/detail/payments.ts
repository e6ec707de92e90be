/** What is to be repaid, and what has been. */

import { isList, isObject } from '../../api/json.ts'
import type { Json, JsonObject } from '../../context.ts'
import { date, local, money } from '../words/format.ts'
import { at, number } from '../words/reading.ts'
import { genericFacts } from './generic.ts'
import { type Block, dotted, type Fact, factsBlock, headed, indented, type Layout } from './layout.ts'
import { type SmallColumn, tableBlock } from './small-table.ts'
import { UnshownFields } from './unshown-fields.ts'

const listOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : [])

/**
 * The schedule in dollars and in the local currency, paired by position: the borrower pays first, the lenders have it
 * weeks later (seen in 2012). Each amount stands beside its own date; where the dates agree one column tells both.
 */
export function scheduleBlock(
  layout: Layout,
  scheduled: Json | undefined,
  locals: Json | undefined,
  currency: string,
): Block {
  const [dollars, locally] = [listOf(scheduled), listOf(locals)]
  const rows = Array.from({ length: Math.max(dollars.length, locally.length) }, (_, index) => [
    date(at(dollars[index], 'due_date')),
    money(at(dollars[index], 'amount')),
    date(at(locally[index], 'due_date')),
    local(at(locally[index], 'amount')),
  ])
  const together = rows.every(([due, , localDue]) => due === localDue)
  const columns: readonly SmallColumn[] = [
    { header: 'due', align: 'right' },
    { header: 'amount', align: 'right' },
    { header: 'borrower due', align: 'right' },
    { header: currency || 'local', align: 'right' },
  ]
  const shown = together ? rows.map((row) => row.with(2, '')) : rows
  return headed(layout, 'Repayments', tableBlock(indented(layout), columns, shown))
}

/** Repayments so far; below them what a payment says besides. */
export function paymentsBlock(layout: Layout, payments: Json | undefined, currency: string): Block {
  const drawn = listOf(payments).map((payment) =>
    paymentRow(isObject(payment) ? payment : { comment: payment }),
  )
  const columns: readonly SmallColumn[] = [
    'processed',
    'settled',
    'amount',
    currency || 'local',
    'loss',
    'payment',
  ].map((header) => ({ header, align: 'right' }))
  const within = indented(layout)
  const rows = drawn.map(({ row }) => row)
  const remarks = drawn.map(({ row, remark }): Fact => [row.at(-1) ?? '', remark])
  return headed(layout, 'Payments', [...tableBlock(within, columns, rows), ...factsBlock(within, remarks)])
}

function paymentRow(payment: JsonObject): { readonly row: readonly string[]; readonly remark: string } {
  const unshown = new UnshownFields(payment)
  const loss = money(unshown.take('currency_exchange_loss_amount'))
  const amount = unshown.take('local_amount')
  const row = [
    date(unshown.take('processed_date')),
    date(unshown.take('settlement_date')),
    money(unshown.take('amount')),
    local(amount),
    loss === '$0' ? '' : loss,
    unshown.line('payment_id'),
  ]
  // The same amount without its cents tells nothing more.
  if (Math.round(number(amount) ?? Number.NaN) === at(payment, 'rounded_local_amount'))
    unshown.take('rounded_local_amount')
  const comment = unshown.line('comment')
  const others = genericFacts(unshown, {}).map(([label, text]) => `${label.toLowerCase()}: ${text}`)
  return { row, remark: dotted(comment, ...others) }
}
