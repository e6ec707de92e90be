/** The list of records: the columns and cells of the command line's tables. */
import { blank, cellLines, headerCell, textOf } from '../../output/table/cells.ts'
import type { Column } from '../../output/table/column.ts'
import { chooseFor, columnsFor, measure } from '../../output/table/columns-for.ts'
import { drawGrid } from '../../output/table/grid.ts'
import { gap, type Need, shareWidth } from '../../output/terminal/fit.ts'
import type { Paint } from '../../output/terminal/palette.ts'
import { width } from '../../output/terminal/width.ts'
import type { View } from '../../output/view.ts'
import { isObject, type Json } from '../../ports/json.ts'
import { commandLine } from '../../text/shell-word.ts'
import { minute } from '../../time.ts'
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
    const { chosen = [], widths = [] } = this.#table?.rows === tab.rows ? this.#table : {}
    let end = markersOf(tab) + 1
    const at = widths.findIndex((columns) => {
      end += columns + gap
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

  #grid(row: Parameters<typeof drawGrid>[0][number], { chosen, widths }: Table): string {
    const aligns = chosen.map(({ align }) => align)
    return drawGrid([row], widths, aligns).slice(0, -1)
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

/** The first records decide the columns, as in the tables of the command line. */
const sampled = 50

/** The columns that fit, for the rows of a tab at a width. */
interface Table {
  readonly rows: Tab['rows']
  readonly columns: number
  readonly sample: number
  readonly chosen: readonly Column[]
  readonly needs: Need[]
  widths: readonly number[]
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
  const chosen = chooseFor(columnsFor(declared, records.filter(isObject), view), records, view)
  const needs = chosen.map((column) => measure(column, records, view))
  return { rows, columns, sample, chosen, needs, view, widths: shareWidth(needs, columns) }
}

/** Widens the columns of ids, numbers and dates for these cells, if there is room. */
function widen(table: Table, cells: readonly string[]): void {
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

const viewOf = ({ tab, mode }: State, columns: number, now: number): View => ({
  type: tab.type,
  single: false,
  detail: false,
  width: columns,
  color: true,
  now,
  kiva: (words) => commandLine({ mode }, words),
})
