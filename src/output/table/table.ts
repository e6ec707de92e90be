/** Draws records as a table for people; a lone record as a detail view. */

import { isObject } from '../../api/json.ts'
import { recordTypeOf } from '../../api/record-types.ts'
import type { Json, JsonObject } from '../../context.ts'
import { cleanRecord } from '../gate/text.ts'
import { chooseColumns, type Need, shareWidth } from '../terminal/fit.ts'
import { type Cell, drawGrid } from '../terminal/grid.ts'
import { type Paint, palette } from '../terminal/palette.ts'
import { shorten, width } from '../terminal/width.ts'
import type { Render, View } from '../view.ts'
import { line } from '../words/reading.ts'
import type { Column } from './column.ts'
import { fieldColumns } from './field-columns.ts'
import { columnsOf } from './record-columns.ts'

/**
 * Rows that are drawn at once: cli-table3 is quadratic in them. The first rows decide on the columns and their
 * widths; later ones widen a column only for an id, a number or a date, which are never cut for that.
 */
const rowsAtOnce = 50

/** A column without `least` is shortened only when it takes more than any honest id, amount or date. */
const widestWord = 24

export const renderTable: Render = async function* (records, view) {
  const paint = palette(view.colour)
  if (view.telling?.read) {
    yield* (await import('../detail/draw-detail.ts')).drawEach(records, view, paint)
    return
  }
  let chunk: Json[] = []
  let draw: ((rows: readonly Json[]) => string) | undefined
  const drawChunk = async () => {
    const rows = chunk
    chunk = []
    if (draw) return draw(rows)
    const declared = view.returns ? await columnsOf(view.returns) : []
    draw = newTable(columnsFor(declared, rows.filter(isObject), view), rows, view, paint)
    return draw(rows)
  }
  try {
    for await (const record of records) {
      chunk.push(cleanRecord(record))
      if (chunk.length === rowsAtOnce) yield await drawChunk()
    }
  } catch (cause) {
    // What came before a failure counts as delivered: it must not go down with it.
    if (chunk.length > 0) yield await drawChunk()
    throw cause
  }
  const [only, second] = chunk
  if (!draw && only !== undefined && second === undefined && view.detail) {
    yield (await import('../detail/draw-detail.ts')).drawDetail(only, view, paint)
  } else if (chunk.length > 0) yield await drawChunk()
}

/** Decides on the columns by the first rows; what it returns draws rows, below a header the first time. */
function newTable(
  list: readonly Column[],
  first: readonly Json[],
  view: View,
  paint: Paint,
): (rows: readonly Json[]) => string {
  const chosen = choose(list, first, view)
  const needed = chosen.map((column) => widest(column, first, view))
  const aligns = chosen.map(({ align }) => align)
  let header: readonly Cell[][] = [
    chosen.map((column) => ({ text: column.header, painted: paint('label', column.header) })),
  ]

  return (rows) => {
    chosen.forEach((column, index) => {
      if (column.least !== undefined && view.width !== undefined) return
      needed[index] = Math.max(needed[index] ?? 0, widest(column, rows, view))
    })
    const widths = shareWidth(needsOf(chosen, needed), view.width)
    const body = rows.map((row) =>
      chosen.map((column, index) => cell(row, column, index, widths[index] ?? 0, view, paint)),
    )
    const top = header.map((cells) => cells.map((one, index) => cut(one, widths[index] ?? 0)))
    header = []
    return drawGrid([...top, ...body], widths, aligns)
  }
}

const needsOf = (list: readonly Column[], widths: readonly number[]): readonly Need[] =>
  list.map(({ rank, least }, index) => ({ natural: widths[index] ?? 0, least: least ?? widestWord, rank }))

/** The columns there is room for; where one has no room, the one that may stand in its place is tried. */
function choose(list: readonly Column[], rows: readonly Json[], view: View): readonly Column[] {
  const naturals = list.map((column) => widest(column, rows, view))
  const kept = chooseColumns(needsOf(list, naturals), view.width)
  const instead = list.map((column, index) => (kept.includes(index) ? column : (column.else ?? column)))
  if (instead.some((column, index) => column !== list[index])) return choose(instead, rows, view)
  return kept.flatMap((index) => list[index] ?? [])
}

/** The columns of the record type; for records that fill none of them, their own keys. */
function columnsFor(
  declared: readonly Column[],
  objects: readonly JsonObject[],
  view: View,
): readonly Column[] {
  const known = recordTypeOf(view.returns).fields
  if (view.fields) return fieldColumns(view.fields, known, objects)
  const usual = declared.filter(({ when }) => objects.length === 0 || !when || when(objects))
  if (objects.length === 0) return usual.length > 0 ? usual.slice(0, 1) : [bareValues]
  const speaks = usual.some((column) => objects.some((record) => column.cell(record, view.now) !== ''))
  if (speaks) return usual
  const keys = new Set(objects.flatMap((record) => Object.keys(record)))
  return fieldColumns(
    [...keys].map((key) => [key]),
    known,
    objects,
  )
}

const bareValues: Column = { header: 'VALUE', cell: () => '', align: 'left', rank: 0 }

/** A bare id (`ids_only=true`) stands in the first column. */
function textOf(row: Json, column: Column, index: number, view: View): string {
  const text = isObject(row) ? column.cell(row, view.now) : index === 0 ? line(row) : ''
  const most = lettersAColumn * (view.width ?? Number.POSITIVE_INFINITY)
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** More than any script stacks. What lies beyond it cannot be seen, and measuring a story of 20 000 takes long. */
const lettersAColumn = 8

function widest(column: Column, rows: readonly Json[], view: View): number {
  return rows.reduce<number>(
    (most, row) => Math.max(most, width(textOf(row, column, 0, view))),
    width(column.header),
  )
}

function cell(row: Json, column: Column, index: number, columns: number, view: View, paint: Paint): Cell {
  const natural = textOf(row, column, index, view)
  const filled = column.fill && isObject(row) ? column.fill(row, columns) : undefined
  const text = filled ?? shorten(natural, columns)
  const role = typeof column.role === 'function' ? isObject(row) && column.role(row, view.now) : column.role
  return { text, painted: role ? paint(role, text) : text }
}

const cut = ({ text, painted }: Cell, columns: number): Cell =>
  width(text) <= columns
    ? { text, painted }
    : { text: shorten(text, columns), painted: shorten(text, columns) }
