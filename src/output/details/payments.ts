/** What is to be repaid, and what has been. */
import type { Json } from '../../context.ts'
import { date, local, money } from '../format.ts'
import { at, isEmpty, isList, isObject, line } from '../reading.ts'
import { genericFacts } from './generic.ts'
import { Rest } from './rest.ts'
import { type Block, headed, indented, type Sheet, type SmallColumn, tableBlock } from './sheet.ts'

const listOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : [])

/** The schedule in dollars and in the local currency, side by side where their dates agree. */
export function scheduleBlock(
  sheet: Sheet,
  scheduled: Json | undefined,
  locals: Json | undefined,
  currency: string,
): Block {
  const [dollars, locally] = [listOf(scheduled), listOf(locals)]
  const sameDates =
    dollars.length === locally.length &&
    dollars.every((due, index) => line(at(due, 'due_date')) === line(at(locally[index], 'due_date')))
  const dollarRows = dollars.map((due, index) => [
    date(at(due, 'due_date')),
    money(at(due, 'amount')),
    sameDates ? local(at(locally[index], 'amount')) : '',
  ])
  const localRows = sameDates
    ? []
    : locally.map((due) => [date(at(due, 'due_date')), '', local(at(due, 'amount'))])
  const columns: readonly SmallColumn[] = [
    { header: 'due', align: 'right' },
    { header: 'amount', align: 'right' },
    { header: currency || 'local', align: 'right' },
  ]
  return headed(sheet, 'Repayments', tableBlock(indented(sheet), columns, [...dollarRows, ...localRows]))
}

/** Repayments so far; what a payment holds besides is told at the end of its row. */
export function paymentsBlock(sheet: Sheet, payments: Json | undefined, currency: string): Block {
  const rows = listOf(payments).map((payment) =>
    paymentRow(isObject(payment) ? payment : { comment: payment }),
  )
  const columns: readonly SmallColumn[] = [
    { header: 'settled', align: 'right' },
    { header: 'amount', align: 'right' },
    { header: currency || 'local', align: 'right' },
    { header: 'exchange loss', align: 'right' },
    { header: 'payment', align: 'right' },
    { header: '', align: 'left' },
  ]
  return headed(sheet, 'Payments', tableBlock(indented(sheet), columns, rows))
}

function paymentRow(payment: { readonly [key: string]: Json }): readonly string[] {
  const rest = new Rest(payment)
  const settled = rest.take('settlement_date')
  const processed = rest.take('processed_date')
  const loss = money(rest.take('currency_exchange_loss_amount'))
  const row = [
    date(isEmpty(settled) ? processed : settled),
    money(rest.take('amount')),
    local(rest.take('local_amount')),
    loss === '$0' ? '' : loss,
    rest.line('payment_id'),
  ]
  rest.take('rounded_local_amount')
  const others = [rest.line('comment'), ...genericFacts(rest, {}).map(([label, text]) => `${label}: ${text}`)]
  return [...row, others.filter(Boolean).join(' · ')]
}
