/** Prints records as a Markdown table, for issues and notes: the columns of the table, whole and without bars. */
import { isObject, type Json } from '../../core/json.ts'
import { markdown } from '../gate/markdown.ts'
import { cleanRecord } from '../gate/text.ts'
import type { Render } from '../view.ts'
import { line } from '../words/line.ts'
import { cellText } from './column.ts'
import { columnsFor, offScreen } from './columns-for.ts'
import { typeColumnsOf } from './derived-columns.ts'

/** Records that decide which columns there are. */
const firstRows = 50

/** A pipe table of GitHub Flavored Markdown (§4.10). Numbers are aligned at the right. */
export const renderMarkdown: Render = async function* (records, view) {
  let write: ((row: Json) => string) | undefined
  let rows: Json[] = []
  const open = async (): Promise<string> => {
    const { names } = view
    if (names) {
      write = (row) =>
        lineOf((row as readonly Json[]).map((value) => (value === null ? 'NULL' : line(value))))
      return head(names.map((name, at) => [name, typeof (rows[0] as readonly Json[])?.[at] === 'number']))
    }
    const declared = (await typeColumnsOf(view)).map(offScreen)
    const columns = columnsFor(declared, rows.filter(isObject), view)
    write = (row) =>
      isObject(row) ? lineOf(columns.map((column) => cellText(column, row, view.now))) : lineOf([line(row)])
    return head(columns.map(({ header, align }) => [header, align === 'right']))
  }
  const flush = async () => {
    const before = write ? '' : await open()
    const text = rows.map((row) => write?.(row) ?? '').join('')
    rows = []
    return before + text
  }
  try {
    for await (const record of records) {
      rows.push(cleanRecord(record))
      if (write || rows.length === firstRows) yield await flush()
    }
  } catch (cause) {
    // What came before a failure counts as delivered.
    if (rows.length > 0) yield await flush()
    throw cause
  }
  if (rows.length > 0) yield await flush()
}

const head = (columns: readonly (readonly [name: string, isNumber: boolean])[]): string =>
  lineOf(columns.map(([name]) => name)) +
  `| ${columns.map(([, isNumber]) => (isNumber ? '---:' : '---')).join(' | ')} |\n`

const lineOf = (cells: readonly string[]): string => `| ${cells.map(markdown).join(' | ')} |\n`
