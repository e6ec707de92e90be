/** `kiva sql`: asks the mirror in SQL. */
import { didYouMean, nearest } from '../api/nearest.ts'
import { sandboxOrigin } from '../api/origins.ts'
import type { ActionValues } from '../commands/action.ts'
import type { sql as declared } from '../commands/actions/mirror.ts'
import type { Context } from '../core/context.ts'
import { type SqlBatch, SqlError, type SqlRow } from '../core/database.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import type { Json } from '../core/json.ts'
import { counted, ExactNumber } from '../core/numbers.ts'
import { type ListedColumn, listColumns, listedTables, listingLines } from '../mirror/listing.ts'
import { openStoreFile } from '../mirror/migrate.ts'
import { answersTo, isShort, openToAsk } from '../mirror/sql-answers.ts'
import { dialectHint } from '../mirror/sql-hints.ts'
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
      listingLines(columns).join('\n'),
      ['table', 'column', 'type', 'brief'],
    )
  }
  const text = statement === '-' ? await context.stdin.readAll() : statement
  try {
    const store = openToAsk(file)
    const batches = isShort(store, text)
      ? answersTo(store, text, temp, context.now)
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
  const { now, settings } = context
  const began = now()
  const read: SqlRow[] = []
  let infinite = 0
  /** Numbers beyond 2^53 keep their digits. No infinite number is printed, because JSON has none. */
  const toJson = (row: SqlRow): readonly Json[] =>
    row.map((value) => {
      if (typeof value === 'bigint') return new ExactNumber(String(value))
      if (typeof value !== 'number' || Number.isFinite(value)) return value as Json
      infinite += 1
      return null
    })
  try {
    let next = await batches.next()
    if (next.done) return
    const { columns } = next.value
    read.push(...next.value.rows)
    let failure: { readonly cause: unknown } | undefined
    try {
      // A table looks at what follows soon too, before its widths are known.
      const isMeasured = () => settings.output !== 'table' || now() - began >= mostTime
      while (!next.done && read.length < mostMeasured && !isMeasured()) {
        next = await batches.next()
        if (!next.done) read.push(...next.value.rows)
      }
    } catch (cause) {
      failure = { cause }
    }
    const rows = async function* () {
      yield* read.map(toJson)
      if (failure) throw failure.cause
      if (!next.done) for await (const batch of batches) yield* batch.rows.map(toJson)
    }
    await context.printRows({ columns, rows: rows(), measured: Math.max(1, read.length) })
    if (infinite > 0) await context.say(`${counted(infinite, 'infinite numbers')} printed as NULL.`)
    if (read.length === 0) await context.say('No rows found.')
    else if (origin === sandboxOrigin && context.stdout.isTerminal)
      await context.say('Sandbox data (made up).')
  } finally {
    // The reader may have left.
    await batches.return()
  }
}

/** How many rows decide the widths of a table, and for how many milliseconds they are waited for. */
const mostMeasured = 1000
const mostTime = 300

/** Returns the error of a statement, with the table, column or function that was probably meant. */
function withHint(problem: SqlError, text: string, list: () => readonly ListedColumn[]): KivaError {
  const [, kind, name = ''] = /^no such (table|column|function): (?:\w+\.)?(\w+)$/.exec(problem.message) ?? []
  const hint = dialectHint(problem.message, text) ?? (kind && meant(kind, name, text, list()))
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
  if (kind === 'table') return didYouMean(nearest(name, Object.keys(listedTables)))
  if (kind === 'function') return didYouMean(nearest(name, ['record', 'derived', 'date_trunc']))
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
