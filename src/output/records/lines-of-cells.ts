/** What formats share that have a line of cells for each record. */
import { valueAt } from '../../api/records/field-paths.ts'
import { jsonText } from '../../api/wire/json-text.ts'
import type { Json, JsonObject } from '../../ports/json.ts'
import type { Render } from '../view.ts'
import { headerOf, openColumns } from './columns.ts'

/** How a line is written. */
export interface Dialect {
  /** A cell of a text; `undefined` for one without a value. */
  cell(text: string | undefined): string
  line(cells: readonly string[]): string
}

/** A line of names, always where they are known, then one for each record; what is nested is compact JSON. */
export function linesOfCells({ cell, line }: Dialect): Render {
  return async function* (records, view) {
    const columned = await openColumns(records, view)
    const textOf = (value: Json | undefined) => {
      if (value === undefined || value === null) return undefined
      if (typeof value !== 'string') return jsonText(value)
      return view.csvSafe ? withoutFormula(value) : value
    }
    const lineOf = (values: readonly (Json | undefined)[]) => line(values.map((value) => cell(textOf(value))))
    const row = (record: JsonObject) => lineOf(columned.paths.map((path) => valueAt(record, path)))
    const names = view.continued || columned.paths.length === 0 ? '' : lineOf(headerOf(columned))
    yield names + columned.first.map(row).join('')
    for await (const record of columned.rest) yield row(record)
  }
}

/**
 * What a spreadsheet would compute is text to it behind an apostrophe. By OWASP's list: the signs that begin a formula,
 * full-width ones too, and control characters; the signs also behind spaces and invisible characters, which importers trim.
 */
const withoutFormula = (text: string) => (formula.test(text) ? `'${text}` : text)

const formula = /^(?:\p{Cc}|[\s\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u
