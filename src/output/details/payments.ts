/** What is to be repaid, and what has been. */
import type { Json, JsonObject } from '../../context.ts'
import { date, local, money } from '../format.ts'
import { at, isList, isObject, line, number } from '../reading.ts'
import { genericFacts } from './generic.ts'
import { Rest } from './rest.ts'
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
} from './sheet.ts'

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
