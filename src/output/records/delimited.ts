/** The formats that print a line of cells per record: comma- and tab-separated values. */
import { pathText, valueAt } from '../../api/records/field-paths.ts'
import { jsonText } from '../../api/wire/json.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import type { Render } from '../view.ts'
import { openColumns } from './columns.ts'

/**
 * Comma-separated values by RFC 4180, with CRLF line ends. Missing values and null are empty cells, an empty string is
 * `""`. A missing value that is alone in its line is also `""`, since some readers skip empty lines.
 */
export const renderCsv = linesOfCells({
  cell: (text) => {
    if (text === undefined) return ''
    return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  },
  line: (cells) => `${cells.join(',') || '""'}\r\n`,
})

/**
 * Tab-separated values as PostgreSQL's COPY reads them. Tabs, newlines, returns and backslashes are escaped
 * as `\t`, `\n`, `\r` and `\\`, so every line is one record and every tab ends a cell. Missing values and null
 * are empty.
 */
export const renderTsv = linesOfCells({
  cell: (text = '') => text.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign),
  line: (cells) => `${cells.join('\t')}\n`,
})

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** How a format writes cells and lines. */
interface Dialect {
  /** Returns the text of a cell; pass `undefined` for a missing value. */
  cell(text: string | undefined): string
  line(cells: readonly string[]): string
}

/**
 * Prints a header line if the columns are known, then one line per record. Lists, and objects without columns for their
 * fields, are compact JSON.
 */
function linesOfCells({ cell, line }: Dialect): Render {
  return async function* (records, view) {
    const textOf = (value: Json | undefined) => {
      if (value === undefined || value === null) return undefined
      if (typeof value !== 'string') return jsonText(value)
      return view.csvSafe ? withoutFormula(value) : value
    }
    const lineOf = (values: readonly (Json | undefined)[]) => line(values.map((value) => cell(textOf(value))))
    if (view.names) {
      yield lineOf(view.names)
      for await (const record of records) yield lineOf(record as readonly Json[])
      return
    }
    const { paths, first, rest } = await openColumns(records, view)
    const row = (record: JsonObject) => lineOf(paths.map((path) => valueAt(record, path)))
    const names = view.continued || paths.length === 0 ? '' : lineOf(paths.map(pathText))
    yield names + first.map(row).join('')
    for await (const record of rest) yield row(record)
  }
}

/**
 * Prefixes an apostrophe to text that a spreadsheet would run as a formula. Follows OWASP's list: signs that
 * start a formula, including full-width ones, and control characters. Also finds signs after spaces and
 * invisible characters, which importers trim.
 */
const withoutFormula = (text: string) => (formula.test(text) ? `'${text}` : text)

const formula = /^(?:\p{Cc}|[\s\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u
