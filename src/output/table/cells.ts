/** The cells of a table, and the pictures beside them: each record takes as many lines as its picture. */
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { linked } from '../gate/gate.ts'
import type { Cells } from '../pictures/encode-picture.ts'
import { gap } from '../terminal/fit.ts'
import type { Paint } from '../terminal/palette.ts'
import { shorten, wrap } from '../terminal/width.ts'
import type { Block, View } from '../view.ts'
import { line } from '../words/line.ts'
import { pageOfField } from '../words/related.ts'
import { type Column, cellText } from './column.ts'
import type { Cell } from './grid.ts'

/**
 * The most characters to measure per column. No script stacks more, and measuring a story of 20 000
 * characters is slow.
 */
const charactersPerColumn = 8

/**
 * Returns the text of a cell; `index` is that of the column. A bare id (`ids_only=true`) goes in the first
 * column.
 */
export function textOf(row: Json, column: Column, index: number, view: View): string {
  const text = isObject(row) ? cellText(column, row, view.now) : index === 0 ? line(row) : ''
  const maxCharacters = charactersPerColumn * (view.width ?? Number.POSITIVE_INFINITY)
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

/** Returns the cell as at most `lines` lines, each at most `columns` wide. */
export function cellLines(
  row: Json,
  column: Column,
  text: string,
  columns: number,
  lines: number,
  view: View,
  paint: Paint,
): readonly Cell[] {
  const filled = column.fill && isObject(row) ? column.fill(row, columns) : undefined
  const texts = filled === undefined ? foldInto(lines, text, columns) : [filled]
  const role = typeof column.role === 'function' ? isObject(row) && column.role(row, view.now) : column.role
  return texts.map((shown) => {
    const painted = role ? paint(role, shown) : shown
    return { text: shown, painted: isObject(row) ? linkedCell(painted, column, row, view) : painted }
  })
}

/** Links a colored cell if its field has a page on the website and the terminal supports links. */
function linkedCell(painted: string, { path }: Column, row: JsonObject, { type, links, site }: View): string {
  const { kind } = type
  return links && kind && path ? linked(painted, site, pageOfField(kind, path, row)) : painted
}

/** Wraps a text into at most `lines` lines and shortens the last one. */
function foldInto(lines: number, text: string, columns: number): readonly string[] {
  const folded = lines === 1 ? [text] : wrap(text, columns)
  const rest = folded.slice(lines - 1).join(' ')
  return [...folded.slice(0, lines - 1), shorten(rest, columns)]
}

export const blank: Cell = { text: '', painted: '' }

export function headerCell(header: string, columns: number, paint: Paint): Cell {
  const text = shorten(header, columns)
  return { text, painted: paint('label', text) }
}

/** The size of each picture. */
export const thumbnailRoom: Cells = { columns: 10, rows: 4 }

/** The lines of each record, including the empty line above it. */
export const thumbnailLines = thumbnailRoom.rows + 1

/** Returns a view with the width left beside the pictures. */
export const roomBesideThumbnails = (view: View): View => ({
  ...view,
  width: view.width && view.width - thumbnailRoom.columns - gap,
})

/** Returns the grid rows of a record, with the picture first; `cells` has the lines of each cell. */
export function besideThumbnail(
  picture: Block,
  cells: readonly (readonly Cell[])[],
): readonly (readonly Cell[])[] {
  const rows = Array.from({ length: thumbnailRoom.rows }, (_, at) => {
    const row = picture[at] ?? ''
    return [{ text: row, painted: row }, ...cells.map((lines) => lines[at] ?? blank)]
  })
  return [[blank, ...cells.map(() => blank)], ...rows]
}
