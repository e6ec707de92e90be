/** The list of records: the columns and cells of the command line's tables. */

import { isObject, type Json } from '../../core/json.ts'
import { commandLine } from '../../core/shell-word.ts'
import { minute } from '../../core/time.ts'
import { blank, cellLines, headerCell, textOf } from '../../output/table/cells.ts'
import type { Column } from '../../output/table/column.ts'
import { chooseFor, columnsFor, measure } from '../../output/table/columns-for.ts'
import { drawGrid, gapBefore, type Spacing } from '../../output/table/grid.ts'
import { type Need, shareWidth } from '../../output/terminal/fit.ts'
import type { Paint } from '../../output/terminal/palette.ts'
import { width } from '../../output/terminal/width.ts'
import type { View } from '../../output/view.ts'
import type { Rect } from '../layout.ts'
import { currentOf } from '../shown-drawings.ts'
import type { State } from '../state/state.ts'
import type { Tab } from '../state/tab.ts'
import { markedHere } from '../update/tab.ts'
import { sized, unpainted } from './text.ts'

/** Drawn rows to keep. */
const maxDrawn = 400

export class ListPane {
  readonly #paint: Paint
  #table: Table | undefined
  readonly #drawn = new Map<number, { readonly record: Json; readonly text: string }>()

  constructor(paint: Paint) {
    this.#paint = paint
  }

  /** Returns the header and the visible rows, each as wide as the pane, and the line of the cursor. */
  draw(state: State, rect: Rect): { readonly lines: readonly string[]; readonly cursor: number | undefined } {
    const { tab } = state
    const { indexes } = tab.selection
    const current = currentOf(tab)
    const marked = markedHere(state)
    const markers = markersOf(tab)
    const table = this.#tableOf(state, Math.max(1, rect.columns - markers - 2))
    const visible = Math.max(0, rect.rows - 1)
    const top = Math.max(0, Math.min(tab.top, indexes.length - 1))
    const shown = indexes.slice(top, top + visible)
    const texts = this.#textsOf(tab, table, shown)
    const rows = shown.map((index, at) => {
      const key = tab.rows.key(index)
      const isCurrent = index === current?.index
      const change = { added: '+', changed: '~', none: ' ' }[tab.changes.get(key)?.event ?? 'none']
      // Shows which pane has the focus, also without colors.
      const pointer = tab.pane === 'list' ? '>' : '-'
      const marks = `${isCurrent ? pointer : ' '}${marked.has(key) ? '*' : ' '}${markers > 2 ? change : ''} `
      const line = marks + (texts[at] ?? '')
      return isCurrent && tab.pane === 'list' ? this.#paint('selected', unpainted(line)) : line
    })
    const cursor = shown.indexOf(current?.index ?? -1)
    const header = table.chosen.map((column, at) =>
      headerCell(column.header, table.widths[at] ?? 0, this.#paint),
    )
    const heading = ' '.repeat(markers + 1) + this.#grid(header, table)
    return { lines: [sized(heading, rect.columns), ...rows], cursor: cursor < 0 ? undefined : cursor + 1 }
  }

  /** Returns the index in `tab.columns` of the header that was drawn at a column of the pane. */
  headerAt(tab: Tab, column: number): number | undefined {
    const { chosen = [], widths = [], spacing = 'wide' } = this.#table?.rows === tab.rows ? this.#table : {}
    let end = markersOf(tab) + 1
    const at = widths.findIndex((columns, index) => {
      end += columns + gapBefore(chosen[index + 1]?.align, spacing)
      return column < end
    })
    const header = chosen[at]?.header
    const index = tab.columns.findIndex((other) => other.header === header)
    return index < 0 ? undefined : index
  }

  /** Draws rows again if a cell that must not be cut widened its column. */
  #textsOf(tab: Tab, table: Table, indexes: readonly number[]): readonly string[] {
    for (;;) {
      const { widths } = table
      const texts = indexes.map((index) => this.#textOf(tab, table, index))
      if (widths === table.widths) return texts
      this.#drawn.clear()
    }
  }

  #textOf({ rows }: Tab, table: Table, index: number): string {
    const record = rows.record(index)
    const drawn = this.#drawn.get(index)
    if (drawn && drawn.record === record) return drawn.text
    if (this.#drawn.size > maxDrawn) this.#drawn.clear()
    const { chosen, view } = table
    const cells = chosen.map((column, at) => textOf(record, column, at, view))
    widen(table, cells)
    const row = chosen.map(
      (column, at) =>
        cellLines(record, column, cells[at] ?? '', table.widths[at] ?? 0, 1, view, this.#paint)[0] ?? blank,
    )
    // Measured once: a row of a complex script takes a millisecond.
    const text = sized(this.#grid(row, table), table.columns + 1)
    this.#drawn.set(index, { record, text })
    return text
  }

  #grid(row: Parameters<typeof drawGrid>[0][number], { chosen, widths, spacing }: Table): string {
    const aligns = chosen.map(({ align }) => align)
    return drawGrid([row], widths, aligns, spacing).slice(0, -1)
  }

  #tableOf(state: State, columns: number): Table {
    const now = Math.floor(state.marketNow / minute) * minute
    const known = this.#table
    if (!known || !isFor(known, state, columns)) {
      this.#drawn.clear()
      this.#table = newTable(state, columns, now)
      return this.#table
    }
    // Ages and times left are shown in minutes or longer units.
    if (known.view.now !== now) this.#drawn.clear()
    known.view = { ...known.view, now }
    return known
  }
}

/** Columns for marks: the cursor, the user's mark, and the change of a watched list. */
const markersOf = ({ changes }: Tab): number => (changes.size > 0 ? 3 : 2)

/**
 * The first records decide the columns, as in the tables of the command line. A page of the API has
 * at least so many, so no column moves when the next one arrives.
 */
const sampled = 20

/** The columns that fit, for the rows of a tab at a width. */
interface Table {
  readonly rows: Tab['rows']
  readonly columns: number
  readonly sample: number
  chosen: readonly Column[]
  /** Those of them that filled the rest of the room. */
  readonly added: Column[]
  needs: Need[]
  widths: readonly number[]
  spacing: Spacing
  view: View
}

const sampleOf = ({ count }: Tab): number => Math.min(count, sampled)

/** Returns whether a table was made for the rows of this state, at this width. */
const isFor = (table: Table, { tab }: State, columns: number): boolean =>
  table.rows === tab.rows && table.columns === columns && table.sample === sampleOf(tab)

/** Returns the columns for the rows of a tab. `now` is in milliseconds since the epoch. */
function newTable(state: State, columns: number, now: number): Table {
  const { tab } = state
  const { rows, columns: declared } = tab
  const sample = sampleOf(tab)
  const view = viewOf(state, columns, now)
  const records = Array.from({ length: sample }, (_, index) => rows.record(index))
  const all = columnsFor(declared, records.filter(isObject), view)
  const needOf = (column: Column) => measure(column, records, view)
  const best = chooseFor(all, records, view)
  const added = narrowOnes(all, best, columns, needOf)
  const chosen = all.flatMap(
    ({ header }) => [...best, ...added].find((column) => column.header === header) ?? [],
  )
  const needs = chosen.map(needOf)
  return { rows, columns, sample, chosen, added, needs, view, ...widthsOf({ chosen, needs, columns }) }
}

/** Columns of a higher rank are extras. */
const lastNeeded = 6

/** Returns the narrow columns that fit where a wide one was dropped, the narrowest first. */
function narrowOnes(
  all: readonly Column[],
  chosen: readonly Column[],
  columns: number,
  needOf: (column: Column) => Need,
): Column[] {
  const leastOf = (column: Column) => {
    const { natural, minWidth } = needOf(column)
    return Math.min(natural, minWidth) + gapBefore(column.align, 'tight')
  }
  let left = columns - chosen.reduce((sum, column) => sum + leastOf(column), 0)
  return all
    .filter(({ rank, header }) => rank <= lastNeeded && !chosen.some((other) => other.header === header))
    .map((column) => ({ column, least: leastOf(column) }))
    .sort((one, other) => one.least - other.least)
    .flatMap(({ column, least }) => {
      left -= least
      return left < 0 ? [] : [column]
    })
}

/** Numbers move closer together before a text is cut. */
function widthsOf({
  chosen,
  needs,
  columns,
}: Pick<Table, 'chosen' | 'needs' | 'columns'>): Pick<Table, 'widths' | 'spacing'> {
  const widths = shareWidth(needs, columns)
  if (widths.every((width, at) => width >= (needs[at]?.natural ?? 0))) return { widths, spacing: 'wide' }
  const saved = chosen.filter(({ align }, at) => at > 0 && align === 'right').length
  return { widths: shareWidth(needs, columns + saved), spacing: 'tight' }
}

/** Widens the columns of ids, numbers and dates for these cells. Columns that filled the rest of the room make way. */
function widen(table: Table, cells: readonly string[]): void {
  const isWider = (index: number) => {
    const { natural = 0 } = table.needs[index] ?? {}
    return table.chosen[index]?.minWidth === undefined && width(cells[index] ?? '') > natural
  }
  if (!cells.some((_, index) => isWider(index))) return
  table.needs = table.needs.map((need, index) =>
    isWider(index) ? { ...need, natural: width(cells[index] ?? '') } : need,
  )
  const { chosen, needs } = table
  Object.assign(table, widthsOf(table))
  const isCut = table.widths.some(
    (width, at) => chosen[at]?.minWidth === undefined && width < (needs[at]?.natural ?? 0),
  )
  const last = isCut ? table.added.pop() : undefined
  if (last === undefined) return
  table.chosen = chosen.filter((column) => column !== last)
  table.needs = needs.filter((_, at) => chosen[at] !== last)
  Object.assign(table, widthsOf(table))
}

const viewOf = ({ tab, mode }: State, columns: number, now: number): View => ({
  type: tab.type,
  single: false,
  detail: false,
  width: columns,
  color: true,
  now,
  kiva: (words) => commandLine({ mode }, words),
})
