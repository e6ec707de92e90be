/** `kiva sql`: asks the mirror in SQL. */
import { nearest } from '../api/nearest.ts'
import { sandboxOrigin } from '../api/origins.ts'
import type { ActionValues } from '../commands/action.ts'
import type { sql as declared } from '../commands/actions/mirror.ts'
import type { PrintColumns } from '../context.ts'
import { KivaError } from '../errors.ts'
import { defineFunctions } from '../mirror/functions.ts'
import { prepareReading } from '../mirror/sql-guard.ts'
import { readStore, type Store, storeName } from '../mirror/store.ts'
import { views } from '../mirror/tables.ts'
import {
  type Database,
  type DatabaseFile,
  SqlError,
  type SqlRow,
  type SqlValue,
  type Statement,
} from '../ports/database.ts'
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
  if (statement === undefined) {
    const columns = listColumns(openToAsk(file).database)
    return context.print(
      columns.map((column) => ({ ...column })),
      undefined,
      ['table', 'column', 'type'],
    )
  }
  const text = statement === '-' ? await context.stdin.readAll() : statement
  const store = openToAsk(file)
  store.database.allowReadingOnly()
  const worded = (problem: unknown) =>
    problem instanceof SqlError
      ? withHint(problem, text, () => listColumns(openToAsk(file).database))
      : problem
  try {
    const prepared = prepareReading(store.database, text)
    const names = distinct(prepared.columns)
    const rows = batches(prepared, file)
    // Its rows say which numbers have fractions.
    const first = rows.next().value ?? []
    const records = async function* () {
      try {
        yield* recordsOf(names, first)
        for (const batch of rows) {
          await context.yieldToEvents()
          context.signal.throwIfAborted()
          yield* recordsOf(names, batch)
        }
      } catch (problem) {
        throw worded(problem)
      }
    }
    await context.print(records(), undefined, typed(names, first))
    if (first.length === 0) await context.say('No rows found.')
    else if (store.origin() === sandboxOrigin && context.stdout.isTerminal)
      await context.say('Sandbox data (made up).')
  } catch (problem) {
    throw worded(problem)
  }
}

function openToAsk(file: DatabaseFile): Store {
  const store = readStore(file)
  defineFunctions(store)
  store.database.execute(views)
  return store
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

/** Yields rows in batches. While SQLite computes one, Ctrl-C ends the process at once. */
function* batches(
  statement: Statement,
  file: Pick<DatabaseFile, 'interruptibly'>,
): Generator<readonly SqlRow[]> {
  const rows = statement.iterate()
  for (let isLast = false; !isLast; ) {
    const batch: SqlRow[] = []
    file.interruptibly(() => {
      while (batch.length < 500) {
        const next = rows.next()
        isLast = next.done === true
        if (next.done) break
        batch.push(next.value)
      }
    })
    if (batch.length > 0) yield batch
  }
}

function* recordsOf(names: readonly string[], rows: readonly SqlRow[]): Generator<JsonObject> {
  for (const row of rows) yield Object.fromEntries(names.map((name, at) => [name, toJson(row[at] ?? null)]))
}

/** Bytes become hexadecimal digits, as SQL writes them. */
function toJson(value: SqlValue): Json {
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : new ExactNumber(String(value))
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

/** Returns the type of each column, by the values of its first rows. */
function typed(names: readonly string[], rows: readonly SqlRow[]): PrintColumns {
  return new Map(
    names.map((name, at) => {
      const types = new Set(rows.map((row) => typeOf(row[at] ?? null)))
      types.delete(undefined)
      // SQLite compares and adds both kinds of numbers.
      if (types.size === 2 && types.has('integer') && types.has('number')) types.delete('integer')
      const [type] = types
      return [name, types.size === 1 && type ? type : 'object']
    }),
  )
}

function typeOf(value: SqlValue) {
  if (value === null) return undefined
  if (typeof value === 'number') return 'number'
  return typeof value === 'bigint' ? 'integer' : 'string'
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
  const didYouMean = (names: readonly string[]) => {
    const near = nearest(name, names)
    return near && `Did you mean ${near}?`
  }
  if (kind === 'table') return didYouMean(shown)
  if (kind === 'function') return didYouMean(['record', 'derived'])
  const columns = listed.map(({ column }) => column)
  const isAsked = ({ table }: ListedColumn) => new RegExp(`\\b${table}\\b`, 'i').test(text)
  const found = columns.includes(name)
    ? undefined
    : didYouMean(listed.filter(isAsked).map(({ column }) => column))
  if (found) return found
  const other = nearest(name, columns)
  const tables = listed.filter(({ column }) => column === other).map(({ table }) => table)
  return other && `${other} is a column of ${tables.join(' and ')}.`
}
