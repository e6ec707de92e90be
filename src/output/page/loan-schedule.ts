/** The repayments of a loan: its schedule, and the payments so far. */
import { at } from '../../api/records/field-values.ts'
import { isList, isObject, type Json, type JsonObject } from '../../core/json.ts'
import { type Cents, centsOf } from '../../domain/money.ts'
import { type Run, runsOf, totalOf } from '../../domain/repayment.ts'
import { date, dollars, local, localUnits, money } from '../words/format.ts'
import { genericFacts, type PageContext, RemainingFields } from './generic.ts'
import { dotted, type Fact, facts, headed, type Part, type SmallColumn, table } from './page.ts'

/** The installments of one side, as the API lists them. */
type Instalments = readonly Json[]

export const instalments = (value: Json | undefined): Instalments => (isList(value) ? value : [])

/**
 * Returns the repayment schedule, in dollars for the lenders and in local currency for the borrower. The
 * borrower pays first, and lenders are paid weeks later (seen in 2012). Brief if consecutive amounts are
 * equal; otherwise, and with `--full`, one line per installment.
 */
export function schedule(
  { detailOptions }: PageContext,
  lenders: Instalments,
  borrower: Instalments,
  currency: string,
): readonly Part[] {
  const sides = [
    sideOf('To lenders', lenders, dollars),
    sideOf('By borrower', borrower, (amount) => [currency, localUnits(amount)].filter(Boolean).join(' ')),
  ]
  if (detailOptions?.full || !sides.every(({ isBrief }) => isBrief))
    return headed('Repayments', dueTable(lenders, borrower, currency))
  const inBrief = sides.map(({ label, summary }) => [label, summary] as const)
  return headed('Repayments (--full for each)', facts(inBrief))
}

type WriteCents = (amount: Cents | undefined) => string

/** The most lines of a brief schedule; a longer one becomes a table. */
const maxRuns = 3

/** Returns one side's schedule in brief; `isBrief` is true if that saves lines and loses nothing. */
function sideOf(label: string, list: Instalments, write: WriteCents) {
  const runs = runsOf(list) ?? []
  const total = severalTotal(list)
  const summary = [
    ...runs.map((run) => runWords(run, write)),
    total === undefined ? '' : `${write(total)} in all`,
  ]
  return {
    label,
    isBrief: list.length === 0 || (runs.length > 0 && runs.length < Math.min(list.length, maxRuns + 1)),
    summary: runs.length === 1 ? dotted(...summary) : summary.join('\n'),
  }
}

/** `14 × $178.57, 1 Mar 2027 – 1 Apr 2028` */
function runWords({ count, min, max, first, last }: Run, write: WriteCents): string {
  const amount = min === max ? write(min) : `${write(min)} or ${localUnits(max)}`
  const [from, to] = [date(at(first, 'due_date')), date(at(last, 'due_date'))]
  return [`${count === 1 ? '' : `${count} × `}${amount}`, from === to ? from : `${from} – ${to}`]
    .filter(Boolean)
    .join(', ')
}

/**
 * Returns the total of two or more installments; undefined for a single one, whose amount is already shown.
 */
const severalTotal = (list: readonly Json[], key?: string): Cents | undefined =>
  list.length < 2 ? undefined : totalOf(list, key)

/**
 * Pairs the installments by position, each amount beside its own due date. If all dates agree, one date
 * column serves both sides.
 */
function dueTable(lenders: Instalments, borrower: Instalments, currency: string): readonly Part[] {
  const rows = Array.from({ length: Math.max(lenders.length, borrower.length) }, (_, index) => [
    date(at(lenders[index], 'due_date')),
    money(at(lenders[index], 'amount')),
    date(at(borrower[index], 'due_date')),
    local(at(borrower[index], 'amount')),
  ])
  const together = rows.every(([due, , localDue]) => due === localDue)
  const totals = [dollars(severalTotal(lenders)), localUnits(severalTotal(borrower))] as const
  const total = totals.some(Boolean) ? [['in all', totals[0], '', totals[1]]] : []
  const columns = ['due', 'amount', 'borrower due', currency || 'local'].map(
    (header): SmallColumn => ({ header, align: 'right' }),
  )
  const shown = together ? rows.map((row) => row.with(2, '')) : rows
  return table(columns, [...shown, ...total])
}

/** Returns a table of all repayments so far with their total, followed by the comments on payments. */
export function payments(list: readonly Json[], currency: string): readonly Part[] {
  const sums = [dollars(severalTotal(list)), localUnits(severalTotal(list, 'local_amount'))] as const
  const total = sums.some(Boolean) ? [['', 'in all', ...sums, '', '', '']] : []
  return paymentsTable(list, currency, total)
}

/** Returns a table of some of the repayments, followed by the comments on payments. */
export const somePayments = (list: readonly Json[]): readonly Part[] => paymentsTable(list, '', [])

function paymentsTable(
  list: readonly Json[],
  currency: string,
  total: readonly (readonly string[])[],
): readonly Part[] {
  const made = list.map((payment) => paymentRow(isObject(payment) ? payment : { comment: payment }))
  const columns = ['processed', 'settled', 'amount', currency || 'local', 'rounded', 'loss', 'payment'].map(
    (header): SmallColumn => ({ header, align: 'right' }),
  )
  const rows = made.map(({ row }) => row)
  const remarks = made.map(({ row, remark }): Fact => [row.at(-1) ?? '', remark])
  return headed('Payments', table(columns, [...rows, ...total]), facts(remarks))
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
