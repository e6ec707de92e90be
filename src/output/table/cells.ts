/** What stands in the cells of a table. */

import { isObject, type Json, type JsonObject } from '../../ports/json.ts'
import { linked } from '../gate/links.ts'
import type { Paint } from '../terminal/palette.ts'
import { shorten, wrap } from '../terminal/width.ts'
import type { View } from '../view.ts'
import { line } from '../words/line.ts'
import { pageOfField } from '../words/related.ts'
import { type Column, cellText } from './column.ts'
import type { Cell } from './grid-table.ts'

/** More than any script stacks. What lies beyond it cannot be seen, and measuring a story of 20 000 takes long. */
const lettersAColumn = 8

/** The text of a row in the column of an index. A bare id (`ids_only=true`) stands in the first one. */
export function textOf(row: Json, column: Column, index: number, view: View): string {
  const text = isObject(row) ? cellText(column, row, view.now) : index === 0 ? line(row) : ''
  const most = lettersAColumn * (view.width ?? Number.POSITIVE_INFINITY)
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** The text of a cell in so many columns of the terminal and lines at most. */
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

/** A painted cell, as a link where its field has a page on the website and the terminal knows links. */
function linkedCell(painted: string, { path }: Column, row: JsonObject, { type, links, site }: View): string {
  const { thing } = type
  return links && thing && path ? linked(painted, site, pageOfField(thing, path, row)) : painted
}

/** A text in so many lines at most, the last shortened. */
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
