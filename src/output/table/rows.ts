/** Draws rows of SQL as SQL returned them: names letter by letter, numbers with all their digits, and NULL. */
import { isList, type Json } from '../../core/json.ts'
import { ExactNumber } from '../../core/numbers.ts'
import { gap, shareWidth } from '../terminal/fit.ts'
import type { Paint } from '../terminal/palette.ts'
import { shorten, widest, width } from '../terminal/width.ts'
import type { View } from '../view.ts'
import { line } from '../words/line.ts'
import { headerCell } from './cells.ts'
import { type Align, type Cell, drawGrid } from './grid.ts'

/**
 * Decides on the columns by the first rows: all, or those that fit from the left. What it returns draws rows, below a header
 * the first time. A text is cut only where the line is full, and a number never.
 */
export function newRowTable(
  names: readonly string[],
  first: readonly Json[],
  view: View,
  paint: Paint,
): (rows: readonly Json[]) => string {
  const aligns = names.map((_, at): Align => (isNumeric(first, at) ? 'right' : 'left'))
  const needs = names.map((name, at) => {
    const cells = first.map((row) => width(textAt(row, at)))
    const natural = Math.max(width(name), ...cells)
    const minWidth = aligns[at] === 'right' ? natural : Math.max(width(name), shortest)
    return { natural, cells, minWidth, rank: 0 }
  })
  const room = view.wide ? undefined : view.width
  let [shown, taken] = [0, -gap]
  for (const { natural, minWidth } of needs) {
    taken += gap + Math.min(natural, minWidth)
    if (room !== undefined && taken > room && shown > 0) break
    shown += 1
  }
  for (const name of names.slice(shown)) view.onOmitted?.(name)
  const widths = [...shareWidth(needs.slice(0, shown), room)]
  let isHeaderDrawn = view.noHeaders === true
  return (rows) => {
    let left = (room ?? Number.POSITIVE_INFINITY) - widths.reduce((sum, own) => sum + own + gap, -gap)
    widths.forEach((own, at) => {
      const more = widest(rows.map((row) => textAt(row, at))) - own
      const given = aligns[at] === 'right' ? more : Math.min(more, left)
      if (given <= 0) return
      widths[at] = own + given
      left -= given
    })
    const cellsOf = (row: Json) => widths.map((columns, at) => cellOf(row, at, columns, paint))
    const header = isHeaderDrawn
      ? []
      : [widths.map((columns, at) => headerCell(names[at] ?? '', columns, paint))]
    isHeaderDrawn = true
    return drawGrid([...header, ...rows.map(cellsOf)], widths, aligns)
  }
}

/** Draws rows for screen readers: a line `name: value` for each column, with an empty line between two rows. */
export function newPlainRows(names: readonly string[]): (rows: readonly Json[]) => string {
  let before = ''
  return (rows) =>
    rows
      .map((row) => {
        const lines = names.map((name, at) => `${name}: ${textAt(row, at)}\n`)
        const drawn = before + lines.join('')
        before = '\n'
        return drawn
      })
      .join('')
}

/** The width from which on a text is cut rather than left out with its column. */
const shortest = 20

const valueAt = (row: Json, at: number): Json => (isList(row) ? (row[at] ?? null) : null)

function textAt(row: Json, at: number): string {
  const value = valueAt(row, at)
  return value === null ? 'NULL' : line(value)
}

const isNumeric = (rows: readonly Json[], at: number) => {
  const values = rows.map((row) => valueAt(row, at)).filter((value) => value !== null)
  return (
    values.length > 0 && values.every((value) => typeof value === 'number' || value instanceof ExactNumber)
  )
}

function cellOf(row: Json, at: number, columns: number, paint: Paint): Cell {
  const text = shorten(textAt(row, at), columns)
  return { text, painted: valueAt(row, at) === null ? paint('label', text) : text }
}
