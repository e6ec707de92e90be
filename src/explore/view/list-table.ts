/** The columns of a list, chosen as for the tables of the command line. */
import { chooseFor, measure } from '../../output/table/choose-columns.ts'
import type { Column } from '../../output/table/column.ts'
import { columnsFor } from '../../output/table/columns-for.ts'
import { type Need, shareWidth } from '../../output/terminal/fit.ts'
import { width } from '../../output/terminal/width.ts'
import type { View } from '../../output/view.ts'
import { isObject } from '../../ports/json.ts'
import { commandLine } from '../../shell-word.ts'
import type { Place } from '../state/place.ts'
import type { State } from '../state/state.ts'

/** The first records decide the columns, as in the tables of the command line. */
const sampled = 50

/** The columns that fit, for the rows of a place at a width. */
export interface Table {
  readonly rows: Place['rows']
  readonly columns: number
  readonly sample: number
  readonly chosen: readonly Column[]
  readonly needs: Need[]
  widths: readonly number[]
  view: View
}

const sampleOf = ({ count }: Place): number => Math.min(count, sampled)

/** Returns whether a table was made for the rows of this state, at this width. */
export const isFor = (table: Table, { place }: State, columns: number): boolean =>
  table.rows === place.rows && table.columns === columns && table.sample === sampleOf(place)

/** Returns the columns for the rows of a place. `now` is in milliseconds since the epoch. */
export function newTable(state: State, columns: number, now: number): Table {
  const { place } = state
  const { rows, columns: declared } = place
  const sample = sampleOf(place)
  const view = viewOf(state, columns, now)
  const records = Array.from({ length: sample }, (_, index) => rows.record(index))
  const chosen = chooseFor(columnsFor(declared, records.filter(isObject), view), records, view)
  const needs = chosen.map((column) => measure(column, records, view))
  return { rows, columns, sample, chosen, needs, view, widths: shareWidth(needs, columns) }
}

/** Widens the columns of ids, numbers and dates for these cells, if there is room. */
export function widen(table: Table, cells: readonly string[]): void {
  let isWider = false
  for (const [at, { minWidth }] of table.chosen.entries()) {
    const need = table.needs[at]
    const natural = width(cells[at] ?? '')
    if (!need || minWidth !== undefined || natural <= need.natural) continue
    table.needs[at] = { ...need, natural }
    isWider = true
  }
  if (isWider) table.widths = shareWidth(table.needs, table.columns)
}

const viewOf = ({ place, mode }: State, columns: number, now: number): View => ({
  type: place.type,
  single: false,
  detail: false,
  width: columns,
  color: true,
  now,
  kiva: (words) => commandLine({ mode }, words),
})
