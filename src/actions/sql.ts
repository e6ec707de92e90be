/** `kiva sql`: asks the mirror in SQL. */
import { nearest } from '../api/nearest.ts'
import { sandboxOrigin } from '../api/origins.ts'
import type { ActionValues } from '../commands/action.ts'
import type { sql as declared } from '../commands/actions/mirror.ts'
import { KivaError } from '../errors.ts'
import { defineFunctions } from '../mirror/functions.ts'
import { prepareReading } from '../mirror/sql-guard.ts'
import { readStore, storeName } from '../mirror/store.ts'
import { loanColumns, views } from '../mirror/tables.ts'
import { type DatabaseFile, SqlError, type SqlRow, type SqlValue } from '../ports/database.ts'
import type { Json, JsonObject } from '../ports/json.ts'
import { foreign, sentence } from '../text/foreign-text.ts'
import { ExactNumber } from '../text/numbers.ts'
import type { RunAction } from './run-action.ts'

/**
 * Prints the rows of a statement, or without one the tables and their columns. Throws `KivaError` of kind `usage` for a
 * statement that SQLite rejects or that would write.
 */
export const sql: RunAction<ActionValues<typeof declared>> = async (context, { statement }) => {
  const file = await context.database(storeName)
  const store = readStore(file)
  defineFunctions(store)
  store.database.execute(views)
  if (statement === undefined) {
    const columns = store.database
      .prepare(
        `SELECT t.name, c.name, lower(c.type) FROM (VALUES ${shown.map((_, at) => `(${at}, ?)`).join(', ')}) AS names
         JOIN (SELECT name FROM sqlite_schema UNION SELECT name FROM sqlite_temp_schema) AS t ON t.name = names.column2,
         pragma_table_info(t.name) AS c WHERE c.name NOT IN ('record', 'place') ORDER BY names.column1, c.cid`,
      )
      .all(...shown)
      .map(([table = null, column = null, type = null]) => ({
        table: toJson(table),
        column: toJson(column),
        type: toJson(type || null),
      }))
    return context.print(columns, undefined, ['table', 'column', 'type'])
  }
  const text = statement === '-' ? await context.stdin.readAll() : statement
  store.database.allowReadingOnly()
  try {
    const prepared = prepareReading(store.database, text)
    const names = distinct(prepared.columns)
    const records = async function* () {
      for (const rows of batches(prepared.iterate(), file)) {
        for (const row of rows) yield recordOf(names, row)
        await context.yieldToEvents()
        context.signal.throwIfAborted()
      }
    }
    await context.print(records(), undefined, names)
    if (store.origin() === sandboxOrigin && context.stdout.isTerminal)
      await context.say('Sandbox data (made up).')
  } catch (problem) {
    throw problem instanceof SqlError ? worded(problem) : problem
  }
}

/** The tables that a user asks; the others serve the mirror. */
const shown = [
  'loans',
  'changes',
  'partners',
  'countries',
  'lender_loans',
  'payments',
  'scheduled_payments',
  'borrowers',
  'stories',
]

/** Yields rows in batches. While SQLite computes one, Ctrl-C ends the process at once. */
function* batches(
  rows: Iterator<SqlRow>,
  file: Pick<DatabaseFile, 'interruptibly'>,
): Generator<readonly SqlRow[]> {
  for (let isLast = false; !isLast; ) {
    yield file.interruptibly(() => {
      const batch: SqlRow[] = []
      while (batch.length < 500) {
        const next = rows.next()
        isLast = next.done === true
        if (next.done) break
        batch.push(next.value)
      }
      return batch
    })
  }
}

const recordOf = (names: readonly string[], row: SqlRow): JsonObject =>
  Object.fromEntries(names.map((name, at) => [name, toJson(row[at] ?? null)]))

/** Bytes become hexadecimal digits, as SQL writes them. */
function toJson(value: SqlValue): Json {
  if (typeof value === 'bigint') return new ExactNumber(String(value))
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

/** Makes the names of columns distinct: `id`, `id_2`. */
function distinct(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let count = 2; taken.has(own); count++) own = `${name}_${count}`
    taken.add(own)
    return own
  })
}

function worded(problem: SqlError): KivaError {
  const [, missing] = /^no such column: (?:\w+\.)?(\w+)/.exec(problem.message) ?? []
  const meant = missing && nearest(missing, Object.keys(loanColumns))
  return new KivaError('usage', sentence`SQL: ${foreign(problem.message)}`, {
    hint: (kiva) => (meant ? `Did you mean ${meant}?` : `${kiva('sql')} lists the tables and their columns.`),
    cause: problem,
  })
}
