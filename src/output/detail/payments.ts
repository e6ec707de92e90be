/** What is to be repaid, and what has been. */

import { isList, isObject } from '../../api/json.ts'
import type { Json, JsonObject } from '../../context.ts'
import { date, local, money } from '../words/format.ts'
import { at, number } from '../words/reading.ts'
import { genericFacts } from './generic.ts'
import {
  type Block,
  dotted,
  type Fact,
  factsBlock,
  headed,
  indented,
  type Sheet,
  type SmallColumn,
  tableBlock,
} from './layout.ts'
import { Rest } from './unshown-fields.ts'

const listOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : [])

/**
 * The schedule in dollars and in the local currency, paired by position: the borrower pays first, the lenders have it
 * weeks later (seen in 2012). Each amount stands beside its own date; where the dates agree one column tells both.
 */
export function scheduleBlock(
  sheet: Sheet,
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
  return headed(sheet, 'Repayments', tableBlock(indented(sheet), columns, shown))
}

/** Repayments so far; below them what a payment says besides. */
export function paymentsBlock(sheet: Sheet, payments: Json | undefined, currency: string): Block {
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
  const within = indented(sheet)
  const rows = drawn.map(({ row }) => row)
  const remarks = drawn.map(({ row, remark }): Fact => [row.at(-1) ?? '', remark])
  return headed(sheet, 'Payments', [...tableBlock(within, columns, rows), ...factsBlock(within, remarks)])
}

function paymentRow(payment: JsonObject): { readonly row: readonly string[]; readonly remark: string } {
  const rest = new Rest(payment)
  const loss = money(rest.take('currency_exchange_loss_amount'))
  const amount = rest.take('local_amount')
  const row = [
    date(rest.take('processed_date')),
    date(rest.take('settlement_date')),
    money(rest.take('amount')),
    local(amount),
    loss === '$0' ? '' : loss,
    rest.line('payment_id'),
  ]
  // The same amount without its cents tells nothing more.
  if (Math.round(number(amount) ?? Number.NaN) === at(payment, 'rounded_local_amount'))
    rest.take('rounded_local_amount')
  const comment = rest.line('comment')
  const others = genericFacts(rest, {}).map(([label, text]) => `${label.toLowerCase()}: ${text}`)
  return { row, remark: dotted(comment, ...others) }
}
