/**
 * What the store keeps of a record beside its facts in `loans`: a row for each payment, scheduled payment and borrower, and
 * the words that `--q` searches.
 */
import { at } from '../api/records/field-values.ts'
import type { SqlRow, Statement } from '../core/database.ts'
import { foldText } from '../core/fold-text.ts'
import type { JsonObject } from '../core/json.ts'
import { partRows, parts } from './tables.ts'

interface Details {
  /** Stores the rows of a loan, in place of others where the loan has some. */
  putRows(id: number, rows: readonly (readonly SqlRow[])[], isKnown: boolean): void
  /** Stores the words of a loan, in place of others where the loan has some. */
  putWords(id: number, record: JsonObject, isKnown: boolean): void
}

const tables = Object.entries(parts).map(([name, part]) => ({
  name,
  part,
  insert: `INSERT INTO ${name} VALUES (?, ${'?, '.repeat(Object.keys(part.columns).length)}?)`,
}))

/** Returns the rows of each table. `onUnfit` is told of each number that does not fit its column. */
export const rowsOfParts = (
  record: JsonObject,
  onUnfit: (part: string, column: string) => void = () => {},
): readonly (readonly SqlRow[])[] =>
  tables.map(({ name, part }) => partRows(part, record, (column) => onUnfit(name, column)))

export function openDetails(prepare: (text: string) => Statement): Details {
  return {
    putRows(id, rows, isKnown) {
      for (const [at, { name, insert }] of tables.entries()) {
        if (isKnown) prepare(`DELETE FROM ${name} WHERE loan_id = ?`).run(id)
        const statement = prepare(insert)
        for (const [place, row] of (rows[at] ?? []).entries()) statement.run(id, ...row, place)
      }
    },
    putWords(id, record, isKnown) {
      if (isKnown) prepare('DELETE FROM words WHERE rowid = ?').run(id)
      prepare('INSERT INTO words (rowid, text) VALUES (?, ?)').run(id, searchedText(record))
    },
  }
}

/** The text that `--q` searches, folded as its words are: what the sandbox searches, too. */
function searchedText(loan: JsonObject): string {
  const fields = ['name', 'use', 'location.town', 'location.country', 'activity', 'sector']
  return foldText(fields.map((path) => String(at(loan, path) ?? '')).join(' '))
}
