/** Draws records as a table for people; a lone record as a detail view. */

import { nameOfField } from '../../api/records/field-aliases.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { cleanRecord } from '../gate/text.ts'
import { shareWidth } from '../terminal/fit.ts'
import { type Paint, palette } from '../terminal/palette.ts'
import { widest } from '../terminal/width.ts'
import type { Block, Render, View } from '../view.ts'
import { line } from '../words/line.ts'
import { partnerNames } from '../words/partner-names.ts'
import { acrossLines, drawAcross } from './across.ts'
import {
  besideThumbnail,
  blank,
  cellLines,
  headerCell,
  roomBesideThumbnails,
  textOf,
  thumbnailLines,
  thumbnailRoom,
} from './cells.ts'
import { type Column, cellText, inWords } from './column.ts'
import { chooseFor, columnsFor, measure, offScreen } from './columns-for.ts'
import { typeColumnsOf } from './derived-columns.ts'
import { drawGrid } from './grid.ts'
import { newPlainRows, newRowTable } from './rows.ts'

/**
 * Rows that are drawn at once. The first ones decide the columns and their widths; later ones widen a column
 * only for an id, a number or a date, which are never cut.
 */
const rowsAtOnce = 50

export const renderTable: Render = async function* (records, view) {
  const paint = palette(view.color)
  if (view.detailOptions?.read) {
    yield* (await import('../page/draw-pages.ts')).drawEach(records, view, paint)
    return
  }
  if (view.detailOptions?.across) {
    // Bars are for comparing rows.
    const columns = async (rows: readonly JsonObject[]) =>
      columnsFor(await typeColumnsOf(view), rows, view).map(inWords)
    yield drawAcross(await acrossLines(records, columns, view), view, paint)
    return
  }
  let chunk: Json[] = []
  let draw: DrawRows | undefined
  const first = view.measured ?? rowsAtOnce
  // Where none of the first rows has one, none has a place.
  let hasPictures = view.pictures !== undefined
  const drawChunk = async () => {
    const rows = chunk
    chunk = []
    const pictures = hasPictures ? await view.pictures?.(rows, thumbnailRoom) : undefined
    if (draw) return draw(rows, pictures)
    if (view.names) {
      draw = view.plain ? newPlainRows(view.names) : newRowTable(view.names, rows, view, paint)
      return draw(rows, undefined)
    }
    hasPictures = pictures?.some((picture) => picture.length > 0) ?? false
    const typeColumns = await typeColumnsOf(view)
    const declared = view.plain || view.now === undefined ? typeColumns.map(offScreen) : typeColumns
    const objects = rows.filter(isObject)
    const columns =
      (await chosenColumns(objects, view)) ?? (await withNames(columnsFor(declared, objects, view), view))
    const room = hasPictures ? roomBesideThumbnails(view) : view
    draw = view.plain
      ? newPlainRecords(columns, view)
      : newTable(columns, rows, view.wide ? { ...view, width: undefined } : room, paint)
    return draw(rows, hasPictures ? pictures : undefined)
  }
  try {
    for await (const record of records) {
      chunk.push(cleanRecord(record))
      if (chunk.length === (draw ? rowsAtOnce : first)) yield await drawChunk()
    }
  } catch (cause) {
    // What came before a failure counts as delivered: it must not go down with it.
    if (chunk.length > 0) yield await drawChunk()
    throw cause
  }
  const [only, second] = chunk
  if (!draw && only !== undefined && second === undefined && view.detail) {
    yield await (await import('../page/draw-pages.ts')).drawPage(only, view, paint)
  } else if (chunk.length > 0) yield await drawChunk()
}

/** Returns the columns of the setting for these records, on a terminal; `undefined` if there are none. */
async function chosenColumns(
  objects: readonly JsonObject[],
  { columnSet: names, fields, type }: View,
): Promise<readonly Column[] | undefined> {
  if (!names || fields) return undefined
  const { columnSet } = await import('./column-set.ts')
  const { columns } = await columnSet(names, type, objects)
  return columns.length > 0 ? columns : undefined
}

/** Names the partners of groups, in the column that shows their ids. */
async function withNames(columns: readonly Column[], { type, partners }: View): Promise<readonly Column[]> {
  const isNamed = ({ path = '' }: Column) => nameOfField([path]) === 'partner'
  const found = type.fields && columns.some(isNamed) ? await partners?.() : undefined
  if (!found) return columns
  const write = partnerNames(found)
  return columns.map((column) =>
    isNamed(column)
      ? { ...column, write: (value, now) => (value === null ? 'unknown' : write(value, now)), align: 'left' }
      : column,
  )
}

/** Draws rows, with a picture in front of each where there are some. */
type DrawRows = (rows: readonly Json[], pictures: readonly Block[] | undefined) => string

/** Decides on the columns by the first rows; what it returns draws rows, below a header the first time. */
function newTable(list: readonly Column[], first: readonly Json[], view: View, paint: Paint): DrawRows {
  const chosen = chooseFor(list, first, view)
  const needs = chosen.map((column) => measure(column, first, view))
  const aligns = chosen.map(({ align }) => align)
  const { headerEvery = Number.POSITIVE_INFINITY } = view
  let lines = 0

  return (rows, pictures) => {
    const texts = chosen.map((column, index) => rows.map((row) => textOf(row, column, index, view)))
    chosen.forEach((column, index) => {
      const need = needs[index]
      if (!need || (column.minWidth !== undefined && view.width !== undefined)) return
      needs[index] = { ...need, natural: Math.max(need.natural, widest(texts[index] ?? [])) }
    })
    const widths = shareWidth(needs, view.width)
    const header = chosen.map((column, index) => headerCell(column.header, widths[index] ?? 0, paint))
    const above = pictures ? [blank, ...header] : header
    const [height, folds] = pictures ? [thumbnailLines, thumbnailRoom.rows] : [1, 1]
    const drawn = rows.flatMap((row, at) => {
      const isBelowHeader = !view.noHeaders && (lines === 0 || lines + height > headerEvery)
      lines = height + (isBelowHeader ? 1 : lines)
      const cells = chosen.map((column, index) =>
        cellLines(row, column, texts[index]?.[at] ?? '', widths[index] ?? 0, folds, view, paint),
      )
      const body = pictures ? besideThumbnail(pictures[at] ?? [], cells) : [cells.flat()]
      return isBelowHeader ? [above, ...body] : body
    })
    if (!pictures) return drawGrid(drawn, widths, aligns)
    return drawGrid(drawn, [thumbnailRoom.columns, ...widths], ['left', ...aligns])
  }
}

/** Prints records for screen readers, one `name: value` per line, with an empty line between two records. */
function newPlainRecords(list: readonly Column[], { now }: View): DrawRows {
  let before = ''
  const write = (row: Json) => {
    if (!isObject(row)) return `${line(row)}\n`
    const cells = list.map((column) => [nameOf(column.header), cellText(column, row, now)] as const)
    const text = cells.flatMap(([name, value]) => (value === '' ? [] : `${name}: ${value}\n`)).join('')
    const drawn = before + text
    before = '\n'
    return drawn
  }
  return (rows) => rows.map(write).join('')
}

/** `LENDS BECAUSE` → `Lends because`: screen readers may spell out capitals. */
const nameOf = (header: string) =>
  header === 'ID' ? header : header.charAt(0) + header.slice(1).toLowerCase()
