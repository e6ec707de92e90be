/** `kiva sql`: asks the mirror in SQL. */
import { didYouMean, nearest } from '../api/nearest.ts'
import { sandboxOrigin } from '../api/origins.ts'
import type { ActionValues } from '../commands/action.ts'
import type { sql as declared } from '../commands/actions/mirror.ts'
import type { Context } from '../core/context.ts'
import { type Database, type SqlBatch, SqlError, type SqlRow, type SqlValue } from '../core/database.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import type { Json, JsonObject } from '../core/json.ts'
import { ExactNumber } from '../core/numbers.ts'
import { openStoreFile } from '../mirror/migrate.ts'
import { answersTo, isShort, openToAsk } from '../mirror/sql-answers.ts'
import { storeName } from '../mirror/store.ts'
import type { RunAction } from './run-action.ts'

/**
 * Prints the rows of a statement, or without one the tables and their columns. Throws `KivaError` of kind `usage` for a
 * statement that SQLite rejects or that would write.
 */
export const sql: RunAction<ActionValues<typeof declared>> = async (
  context,
  { statement, temp = 'file' },
) => {
  const file = await openStoreFile(context)
  if (statement === undefined) {
    const columns = listColumns(openToAsk(file).database)
    return context.print(
      columns.map((column) => ({ ...column })),
      undefined,
      ['table', 'column', 'type'],
    )
  }
  const text = statement === '-' ? await context.stdin.readAll() : statement
  try {
    const store = openToAsk(file)
    const batches = isShort(store, text)
      ? answersTo(store, text, temp)
      : await context.query(storeName, text, temp)
    await printRows(context, batches, store.origin())
  } catch (problem) {
    throw problem instanceof SqlError
      ? withHint(problem, text, () => listColumns(openToAsk(file).database))
      : problem
  }
}

async function printRows(
  context: Context,
  batches: AsyncGenerator<SqlBatch, void> | Generator<SqlBatch, void>,
  origin: string | undefined,
): Promise<void> {
  try {
    const first = await batches.next()
    if (first.done) return
    const { columns, rows } = first.value
    const names = [...columns.keys()]
    const records = async function* () {
      yield* recordsOf(names, rows)
      for await (const batch of batches) yield* recordsOf(names, batch.rows)
    }
    await context.print(records(), undefined, columns)
    if (rows.length === 0) await context.say('No rows found.')
    else if (origin === sandboxOrigin && context.stdout.isTerminal)
      await context.say('Sandbox data (made up).')
  } finally {
    // The reader may have left.
    await batches.return()
  }
}

function* recordsOf(names: readonly string[], rows: readonly SqlRow[]): Generator<JsonObject> {
  for (const row of rows) yield Object.fromEntries(names.map((name, at) => [name, toJson(row[at] ?? null)]))
}

/** The tables that a user asks; the others serve the mirror. */
const shown = [
  'loans',
  'changes',
  'partners',
  'countries',
  'lender_loans',
  'lending_actions',
  'pulls',
  'payments',
  'scheduled_payments',
  'borrowers',
  'stories',
]

interface ListedColumn {
  readonly table: string
  readonly column: string
  readonly type: string | null
}

function listColumns(database: Database): readonly ListedColumn[] {
  return database
    .prepare(
      `SELECT t.name, c.name, iif(c.type = 'INT', 'integer', lower(c.type)) FROM (VALUES ${shown.map((_, at) => `(${at}, ?)`).join(', ')}) AS names
         JOIN (SELECT name FROM sqlite_schema UNION SELECT name FROM sqlite_temp_schema) AS t ON t.name = names.column2,
         pragma_table_info(t.name) AS c WHERE c.name NOT IN ('record', 'place') ORDER BY names.column1, c.cid`,
    )
    .all(...shown)
    .map(([table, column, type]) => ({
      table: String(table),
      column: String(column),
      type: type ? String(type) : null,
    }))
}

/** Numbers beyond 2^53 keep their digits. */
const toJson = (value: SqlValue): Json =>
  typeof value === 'bigint' ? new ExactNumber(String(value)) : (value as Json)

/** Returns the error of a statement, with the table, column or function that was probably meant. */
function withHint(problem: SqlError, text: string, list: () => readonly ListedColumn[]): KivaError {
  const [, kind, name = ''] = /^no such (table|column|function): (?:\w+\.)?(\w+)$/.exec(problem.message) ?? []
  const hint = kind && meant(kind, name, text, list())
  return new KivaError('usage', sentence`SQL: ${foreign(problem.message)}`, {
    hint: (kiva) => hint || `${kiva('sql')} lists the tables and their columns.`,
    cause: problem,
  })
}

function meant(
  kind: string,
  name: string,
  text: string,
  listed: readonly ListedColumn[],
): string | undefined {
  if (kind === 'table') return didYouMean(nearest(name, shown))
  if (kind === 'function') return didYouMean(nearest(name, ['record', 'derived']))
  const columns = listed.map(({ column }) => column)
  const isAsked = ({ table }: ListedColumn) => new RegExp(`\\b${table}\\b`, 'i').test(text)
  const found = columns.includes(name)
    ? undefined
    : nearest(
        name,
        listed.filter(isAsked).map(({ column }) => column),
      )
  if (found) return didYouMean(found)
  const other = nearest(name, columns)
  const tables = listed.filter(({ column }) => column === other).map(({ table }) => table)
  return other && `${other} is a column of ${tables.join(' and ')}.`
}
