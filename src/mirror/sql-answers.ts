/** Runs a statement of `kiva sql`: in a thread of its own unless it is short, because nothing can interrupt SQLite. */
import {
  type DatabaseFile,
  mostBytes,
  type SqlBatch,
  type SqlRow,
  type SqlTemp,
  type SqlValue,
  type TypedColumn,
  valueTooLong,
} from '../core/database.ts'
import { defineFunctions } from './functions.ts'
import { prepareReading } from './sql-guard.ts'
import { readStore, type Store } from './store.ts'
import { views } from './tables.ts'

/** Opens the mirror with all that a statement may name. Throws `KivaError` of kind `config` if there is none. */
export function openToAsk(file: DatabaseFile): Store {
  const store = readStore(file)
  defineFunctions(store)
  store.database.execute(views)
  return store
}

/**
 * Checks a statement, and returns whether it ends soon: it has no loop, such as one for a row by its id. Throws as
 * `answersTo` does before the first row.
 */
export function isShort({ database }: Store, text: string): boolean {
  prepareReading(database, text)
  if (!database.hasLimits || /^\s*EXPLAIN/i.test(text)) return false
  const steps = database.prepare(`EXPLAIN ${text}`).all()
  return steps.every(([, name, , target]) => onceSteps.has(String(name)) && (name !== 'Goto' || target === 1))
}

/** Instructions of SQLite that run once in a program: https://sqlite.org/opcode.html. */
const onceSteps = new Set(
  `Init Goto Halt Transaction OpenRead SeekRowid Column Rowid RealAffinity ResultRow Null Integer Int64 Real String8 Blob
   Function PureFunc Copy SCopy Add Subtract Multiply Divide Concat MustBeInt Explain Noop`.split(/\s+/),
)

/** A batch ends after this many rows, once its values have this many characters, or after these milliseconds. */
const mostRows = 500
const enoughText = 1_000_000
const enoughTime = 100

/**
 * Computes the rows of a statement in batches, at least one, each when it is asked for. Throws `KivaError` of kind
 * `usage` for a statement that would write, and `SqlError` for one that SQLite rejects.
 */
export function* answersTo(
  { database }: Store,
  text: string,
  temp: SqlTemp,
  now: () => number,
): Generator<SqlBatch, void> {
  if (temp === 'memory') database.execute('PRAGMA temp_store = MEMORY')
  database.allowReadingOnly()
  const statement = prepareReading(database, text)
  const rows = statement.iterate()
  let columns: readonly TypedColumn[] | undefined
  for (let isLast = false; !isLast; ) {
    const batch: SqlRow[] = []
    const began = now()
    const isLate = () => batch.length > 0 && now() - began > enoughTime
    for (let size = 0; batch.length < mostRows && size < enoughText && !isLate(); ) {
      const next = rows.next()
      isLast = next.done === true
      if (next.done) break
      for (const value of next.value) size += sizeOf(value)
      batch.push(next.value)
    }
    if (columns && batch.length === 0) return
    // The first rows say which numbers have fractions.
    columns ??= typed(statement.columns, batch)
    yield { columns, rows: batch.map((row) => row.map(toSend)) }
  }
}

/** Throws for a value beyond the limit, which not every runtime lets SQLite check. */
function sizeOf(value: SqlValue): number {
  const size = typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
  if (size > mostBytes) throw valueTooLong()
  return size
}

/** Whole numbers up to 2^53 are sent as numbers, bytes as hexadecimal digits, as SQL writes them. */
function toSend(value: SqlValue): SqlValue {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

/** Returns the type of each column, by the values of its first rows. */
function typed(names: readonly string[], rows: readonly SqlRow[]): readonly TypedColumn[] {
  return names.map((name, at) => {
    const types = new Set(rows.map((row) => typeOf(row[at] ?? null)))
    types.delete(undefined)
    // SQLite compares and adds both kinds of numbers.
    if (types.has('number')) types.delete('integer')
    const [type] = types
    return { name, type: types.size === 1 && type ? type : 'object' }
  })
}

function typeOf(value: SqlValue) {
  if (value === null) return undefined
  if (typeof value === 'number') return 'number'
  return typeof value === 'bigint' ? 'integer' : 'string'
}
