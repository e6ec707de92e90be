/** What is to be repaid, and when. */
import { isList } from '../../api/json.ts'
import type { Json } from '../../context.ts'
import { date, type Format, local, money } from '../words/format.ts'
import { at, number } from '../words/reading.ts'
import { type Block, dotted, factsBlock, headed, indented, type Surroundings } from './layout.ts'
import { type SmallColumn, tableBlock } from './small-table.ts'

/** The instalments of one side, as the service lists them. */
export type Instalments = readonly Json[]

export const instalments = (value: Json | undefined): Instalments => (isList(value) ? value : [])

/** More lines than this are a table. */
const mostRuns = 3

/**
 * The schedule of the lenders in dollars and of the borrower in local currency, who pays first: the lenders have it
 * weeks later (seen in 2012). In brief where equal amounts follow each other; else, and in full, a line each.
 */
export function scheduleBlock(
  layout: Surroundings,
  lenders: Instalments,
  borrower: Instalments,
  currency: string,
): Block {
  const sides = [
    sideOf('To lenders', lenders, money),
    sideOf('By borrower', borrower, (amount) => [currency, local(amount)].filter(Boolean).join(' ')),
  ]
  if (layout.telling?.full || !sides.every(({ isBrief }) => isBrief))
    return headed(layout, 'Repayments', dueTable(layout, lenders, borrower, currency))
  const facts = sides.map(({ label, told }) => [label, told] as const)
  return headed(layout, 'Repayments (--full for each)', factsBlock(indented(layout), facts))
}

/** What one side has to pay or gets, in few words; `isBrief` where that saves lines and loses nothing. */
function sideOf(label: string, list: Instalments, format: Format) {
  const runs = runsOf(list) ?? []
  const total = sumOf(list)
  const sum = total === undefined ? '' : format(total)
  const told = [...runs.map((run) => runWords(run, format)), sum && `${sum} in all`]
  return {
    label,
    isBrief: list.length === 0 || (runs.length > 0 && runs.length < Math.min(list.length, mostRuns + 1)),
    told: runs.length === 1 ? dotted(...told) : told.join('\n'),
  }
}

/** Instalments in a row of the same amount, but for the cent that makes the sum right. */
interface Run {
  readonly count: number
  readonly least: number
  readonly most: number
  readonly first: Json | undefined
  readonly last: Json | undefined
}

/** In their order; undefined where one has no amount that is a number. */
function runsOf(list: Instalments): readonly Run[] | undefined {
  const runs: Run[] = []
  for (const due of list) {
    const told = number(at(due, 'amount'))
    if (told === undefined) return undefined
    const amount = Math.round(told * 100) / 100
    const before = runs.at(-1) ?? { count: 0, least: amount, most: amount, first: due }
    const run = {
      count: before.count + 1,
      least: Math.min(amount, before.least),
      most: Math.max(amount, before.most),
      first: before.first,
      last: due,
    }
    if (before.count > 0 && Math.round((run.most - run.least) * 100) <= 1) runs.splice(-1, 1, run)
    else runs.push({ count: 1, least: amount, most: amount, first: due, last: due })
  }
  return runs
}

/** `14 × $178.57, 1 Mar 2027 – 1 Apr 2028` */
function runWords({ count, least, most, first, last }: Run, format: Format): string {
  const amount = least === most ? format(least) : `${format(least)} or ${local(most)}`
  const [from, to] = [date(at(first, 'due_date')), date(at(last, 'due_date'))]
  return [`${count === 1 ? '' : `${count} × `}${amount}`, from === to ? from : `${from} – ${to}`]
    .filter(Boolean)
    .join(', ')
}

/** Undefined where there is nothing to be summed, or not all of it is a number. */
export function sumOf(list: readonly Json[], key = 'amount'): number | undefined {
  const amounts = list.map((item) => number(at(item, key)))
  if (list.length < 2 || amounts.includes(undefined)) return undefined
  return Math.round(amounts.reduce<number>((sum, amount = 0) => sum + amount, 0) * 100) / 100
}

/** Paired by position. Each amount stands beside its own date; where the dates agree one column tells both. */
function dueTable(
  layout: Surroundings,
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
  const totals = [money(sumOf(lenders)), local(sumOf(borrower))] as const
  const total = totals.some(Boolean) ? [['in all', totals[0], '', totals[1]]] : []
  const columns = ['due', 'amount', 'borrower due', currency || 'local'].map(
    (header): SmallColumn => ({ header, align: 'right' }),
  )
  const shown = together ? rows.map((row) => row.with(2, '')) : rows
  return tableBlock(indented(layout), columns, [...shown, ...total])
}
