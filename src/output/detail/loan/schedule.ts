/** The repayment schedule of a loan. */

import { at } from '../../../api/records/field-values.ts'
import type { Cents } from '../../../domain/money.ts'
import { type Run, runsOf, totalOf } from '../../../domain/repayment.ts'
import { isList, type Json } from '../../../ports/json.ts'
import { date, dollars, local, localUnits, money } from '../../words/format.ts'
import { type Block, type DetailContext, dotted, factsBlock, headed, indented } from '../layout.ts'
import { type SmallColumn, tableBlock } from '../small-table.ts'

/** The installments of one side, as the API lists them. */
export type Instalments = readonly Json[]

export const instalments = (value: Json | undefined): Instalments => (isList(value) ? value : [])

type WriteCents = (amount: Cents | undefined) => string

/** The most lines of a brief schedule; a longer one becomes a table. */
const maxRuns = 3

/**
 * Returns the repayment schedule, in dollars for the lenders and in local currency for the borrower. The
 * borrower pays first, and lenders are paid weeks later (seen in 2012). Brief if consecutive amounts are
 * equal; otherwise, and with `--full`, one line per installment.
 */
export function scheduleBlock(
  layout: DetailContext,
  lenders: Instalments,
  borrower: Instalments,
  currency: string,
): Block {
  const sides = [
    sideOf('To lenders', lenders, dollars),
    sideOf('By borrower', borrower, (amount) => [currency, localUnits(amount)].filter(Boolean).join(' ')),
  ]
  if (layout.detailOptions?.full || !sides.every(({ isBrief }) => isBrief))
    return headed(layout, 'Repayments', dueTable(layout, lenders, borrower, currency))
  const facts = sides.map(({ label, summary }) => [label, summary] as const)
  return headed(layout, 'Repayments (--full for each)', factsBlock(indented(layout), facts))
}

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
export const severalTotal = (list: readonly Json[], key?: string): Cents | undefined =>
  list.length < 2 ? undefined : totalOf(list, key)

/**
 * Pairs the installments by position, each amount beside its own due date. If all dates agree, one date
 * column serves both sides.
 */
function dueTable(
  layout: DetailContext,
  lenders: Instalments,
  borrower: Instalments,
  currency: string,
): Block {
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
  return tableBlock(indented(layout), columns, [...shown, ...total])
}
