/** Renders records as a document for people, in Markdown or HTML: a list is a table of all columns, a record is a page. */
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { cleanRecord } from '../gate/text.ts'
import { acrossLines } from '../table/across.ts'
import { cellText } from '../table/column.ts'
import { columnsFor, offScreen } from '../table/columns-for.ts'
import { typeColumnsOf } from '../table/derived-columns.ts'
import type { Render, View } from '../view.ts'
import { line } from '../words/line.ts'
import type { Page, SmallColumn } from './page.ts'
import { pageOfRecord, pagesOf } from './page-of-record.ts'

/** How a format writes a document, piece by piece. */
export interface DocumentFormat {
  /** Begins a document, and its end. `page` is its first page; a list has none. */
  readonly open: (view: View, page?: Page) => string
  readonly close: (view: View) => string
  readonly page: (page: Page) => string
  /** What stands between two pages. */
  readonly rule: string
  readonly head: (columns: readonly SmallColumn[], view: View) => string
  /** `photo` is the address of the record's photo, '' if it has none, and `undefined` if there are no photos. */
  readonly row: (cells: readonly string[], columns: readonly SmallColumn[], photo?: string) => string
  readonly endTable: string
  /** What a list without records says. */
  readonly none: (view: View) => string
}

/** Records that decide which columns there are. */
const firstRows = 50

export const renderDocument = (format: DocumentFormat): Render =>
  async function* (records, view) {
    if (view.detailOptions?.read) {
      let before: string | undefined
      for await (const { page } of pagesOf(records, view)) {
        yield (before ?? format.open(view, page)) + format.page(page)
        before = format.rule
      }
      yield (before === undefined ? format.open(view) + format.none(view) : '') + format.close(view)
      return
    }
    if (view.detailOptions?.across) {
      const lines = await acrossLines(records, (rows) => columnsOf(rows, view), view)
      const columns = lines.slice(0, 1).flatMap(({ header, texts }) => [header, ...texts].map(leftColumn))
      const rows = lines.slice(1).map(({ header, texts }) => format.row([header, ...texts], columns))
      const table = columns.length === 0 ? '' : format.head(columns, view) + rows.join('') + format.endTable
      yield format.open(view) + table + format.close(view)
      return
    }
    let table: OpenTable | undefined
    let rows: Json[] = []
    const flush = async () => {
      const isFirst = table === undefined
      table ??= await openTable(rows, view)
      const { columns, cells } = table
      const head = isFirst ? format.open(view) + format.head(columns, view) : ''
      const photos = await view.photos?.(rows, 'small')
      const text = rows.map((row, at) => format.row(cells(row), columns, photos?.[at])).join('')
      rows = []
      return head + text
    }
    try {
      for await (const record of records) {
        rows.push(cleanRecord(record))
        if (table || rows.length === firstRows) yield await flush()
      }
    } catch (cause) {
      // What came before a failure counts as delivered.
      if (rows.length > 0) yield await flush()
      throw cause
    }
    const [only, second] = rows
    if (!table && view.single && view.detail && isObject(only) && second === undefined) {
      const page = await pageOfRecord(only, view)
      yield format.open(view, page) + format.page(page) + format.close(view)
      return
    }
    if (rows.length > 0) yield await flush()
    yield table
      ? format.endTable + format.close(view)
      : format.open(view) + format.none(view) + format.close(view)
  }

/** The columns of a table, and how a row fills them. */
interface OpenTable {
  readonly columns: readonly SmallColumn[]
  readonly cells: (row: Json) => readonly string[]
}

async function openTable(rows: readonly Json[], view: View): Promise<OpenTable> {
  const names = view.names
  if (names) {
    const first = rows[0] as readonly Json[]
    return {
      columns: names.map((header, at) => ({
        header,
        align: typeof first[at] === 'number' ? 'right' : 'left',
      })),
      cells: (row) => (row as readonly Json[]).map((value) => (value === null ? 'NULL' : line(value))),
    }
  }
  const columns = await columnsOf(rows.filter(isObject), view)
  return {
    columns,
    cells: (row) => (isObject(row) ? columns.map((column) => cellText(column, row, view.now)) : [line(row)]),
  }
}

/** All columns of the records, without bars. */
const columnsOf = async (rows: readonly JsonObject[], view: View) =>
  columnsFor((await typeColumnsOf(view)).map(offScreen), rows, view)

const leftColumn = (header: string): SmallColumn => ({ header, align: 'left' })
