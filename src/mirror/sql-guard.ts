/**
 * Decides whether a statement of the user may run. The connection is read-only, but that alone lets VACUUM INTO write a
 * file and ATTACH open one.
 */

import type { Database, Statement } from '../core/database.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'

/** Prepares one statement that only reads. Throws `KivaError` of kind `usage` for another, and `SqlError`. */
export function prepareReading(database: Database, text: string): Statement {
  if (text.includes('\0')) throw refusal('a statement cannot contain the character NUL')
  const [first = ''] = /^[.\\]?[a-z]+/i.exec(withoutComments(text)) ?? []
  if (/^(?:[.\\]|(?:SHOW|DESC|DESCRIBE|PRAGMA)$)/i.test(first))
    throw new KivaError(
      'usage',
      sentence`kiva sql only reads: ${foreign(first.slice(0, 30))} cannot be used`,
      {
        hint: (kiva) => `${kiva('sql')} lists the tables and their columns.`,
      },
    )
  if (!/^(?:SELECT|WITH|VALUES|EXPLAIN)$/i.test(first))
    throw refusal(
      first ? `kiva sql only reads: ${first.slice(0, 30)} cannot be used` : 'expected a statement of SQL',
    )
  const statement = database.prepare(text, { exact: true })
  // SQLite prepares the first statement of a text, and says nothing about the others.
  const rest = text.slice(text.indexOf(statement.source) + statement.source.length)
  if (withoutComments(rest).replaceAll(';', '').trim() !== '')
    throw refusal('kiva sql runs one statement at a time')
  return statement
}

const refusal = (message: string) =>
  new KivaError('usage', message, { hint: 'A statement begins with SELECT, WITH, VALUES or EXPLAIN.' })

/** Removes comments and blanks at the start, as often as they follow each other. */
function withoutComments(text: string): string {
  return text.replace(/^(?:[\s\uFEFF;]+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))+/, '')
}
