/** The repayments of a loan so far. */

import { centsOf } from '../../../domain/money.ts'
import { isObject, type Json, type JsonObject } from '../../../ports/json.ts'
import { date, dollars, local, localUnits, money } from '../../words/format.ts'
import { genericFacts } from '../generic.ts'
import { type Block, dotted, type Fact, factsBlock, headed, indented, type Layout } from '../layout.ts'
import { RemainingFields } from '../remaining-fields.ts'
import { type SmallColumn, tableBlock } from '../small-table.ts'
import { severalTotal } from './schedule.ts'

/** Returns a table of all repayments with their total, followed by the comments on payments. */
export function paymentsBlock(layout: Layout, payments: readonly Json[], currency: string): Block {
  const sums = [dollars(severalTotal(payments)), localUnits(severalTotal(payments, 'local_amount'))] as const
  const total = sums.some(Boolean) ? [['', 'in all', ...sums, '', '', '']] : []
  return paymentsTable(layout, payments, currency, total)
}

/** Returns a table of some of the repayments, followed by the comments on payments. */
export function somePaymentsBlock(layout: Layout, payments: readonly Json[]): Block {
  return paymentsTable(layout, payments, '', [])
}

function paymentsTable(
  layout: Layout,
  payments: readonly Json[],
  currency: string,
  total: readonly (readonly string[])[],
): Block {
  const drawn = payments.map((payment) => paymentRow(isObject(payment) ? payment : { comment: payment }))
  const columns = ['processed', 'settled', 'amount', currency || 'local', 'rounded', 'loss', 'payment'].map(
    (header): SmallColumn => ({ header, align: 'right' }),
  )
  const within = indented(layout)
  const rows = drawn.map(({ row }) => row)
  const remarks = drawn.map(({ row, remark }): Fact => [row.at(-1) ?? '', remark])
  return headed(layout, 'Payments', [
    ...tableBlock(within, columns, [...rows, ...total]),
    ...factsBlock(within, remarks),
  ])
}

function paymentRow(payment: JsonObject): { readonly row: readonly string[]; readonly remark: string } {
  const remaining = new RemainingFields(payment)
  const loss = money(remaining.take('currency_exchange_loss_amount'))
  const amount = remaining.take('local_amount')
  const row = [
    date(remaining.take('processed_date')),
    date(remaining.take('settlement_date')),
    money(remaining.take('amount')),
    local(amount),
    roundedAmount(remaining.take('rounded_local_amount'), amount),
    loss === '$0' ? '' : loss,
    remaining.line('payment_id'),
  ]
  const comment = remaining.line('comment')
  const others = genericFacts(remaining, {}).map(([label, text]) => `${label.toLowerCase()}: ${text}`)
  return { row, remark: dotted(comment, ...others) }
}

/**
 * Returns '' if rounding only removed the cents. The API sometimes rounds to other amounts (seen in 2012).
 */
function roundedAmount(rounded: Json | undefined, amount: Json | undefined): string {
  const [to, from] = [centsOf(rounded), centsOf(amount)]
  return to !== undefined && from !== undefined && Math.abs(to - from) <= 50 ? '' : local(rounded)
}
