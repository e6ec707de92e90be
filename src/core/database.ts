/** A database in one file of the data folder, as `src/node/store/database.ts` opens it, and what a statement returns. */
import { KivaError } from './errors.ts'

/** A value of a row. Whole numbers are bigints if the statement is exact. */
export type SqlValue = null | number | bigint | string | Uint8Array

/** The values of one row, in the order of the columns. */
export type SqlRow = readonly SqlValue[]

/** What a function of ours gets from SQL, and returns to it. It gets whole numbers as bigints. */
export type SqlFunction = (...values: readonly SqlValue[]) => SqlValue

/** A prepared statement. Each method throws `SqlError`, or `KivaError` of kind `config` if the file is the problem. */
export interface Statement {
  /** The text of the statement. Of a text with several statements, only the first is prepared. */
  readonly source: string
  readonly columns: readonly string[]
  /** Runs the statement, and returns the number of changed rows. */
  run(...values: readonly SqlValue[]): number
  get(...values: readonly SqlValue[]): SqlRow | undefined
  all(...values: readonly SqlValue[]): readonly SqlRow[]
  iterate(...values: readonly SqlValue[]): IterableIterator<SqlRow>
}

export interface Database {
  /** Whether `allowReadingOnly` limits values. */
  readonly hasLimits: boolean
  /** Prepares a statement. With `exact`, its whole numbers are bigints; else those beyond 2^53 fail. */
  prepare(text: string, how?: { readonly exact: boolean }): Statement
  /** Runs statements that return nothing. */
  execute(text: string): void
  /** Makes a function known to SQL. The same values give the same result. */
  define(name: string, compute: SqlFunction): void
  /** Runs `change` as one transaction. If it throws, nothing is changed. */
  transaction<T>(change: () => T): T
  /**
   * From now on only reading is allowed: no ATTACH, no PRAGMA, no loading of extensions; and no value longer than
   * `mostBytes`. Where the runtime lacks authorizers and limits (Node.js 22), the caller's checks are the only ones.
   */
  allowReadingOnly(): void
  close(): void
}

/** A database file, which may be missing. Each method throws `KivaError` of kind `config`. */
export interface DatabaseFile {
  readonly path: string
  /**
   * Opens the file, which only its owner may read (0600). `undefined` if it is missing and only to be read. A file on
   * read-only storage can be read unless changes of a killed run wait beside it. Elsewhere they are undone first.
   */
  open(access: 'read' | 'write'): Database | undefined
  /** Locks the file for this run, and returns the function that unlocks it. Fails while another run holds the lock. */
  hold(): () => void
  /** The bytes of the file and those beside it that belong to it; `undefined` if it is missing. */
  bytes(): number | undefined
  /** The free bytes of its disk. */
  free(): number
  /** Removes the file and those beside it. */
  remove(): void
}

/** The rows of a statement that come next. A whole number is a bigint only beyond 2^53. */
export interface SqlBatch {
  readonly columns: readonly TypedColumn[]
  readonly rows: readonly SqlRow[]
}

/** A column: its name, which another column of a statement may have too, and its type. An `object` is any value, as JSON. */
export interface TypedColumn {
  readonly name: string
  readonly type: 'integer' | 'number' | 'string' | 'object'
}

/** The longest value that a statement of the user may make, in bytes. */
export const mostBytes = 50_000_000

/** Where SQLite keeps the rows of a large sort: in temporary files, or in memory, which is limited. */
export type SqlTemp = 'file' | 'memory'

export const valueTooLong = (cause?: unknown) =>
  new KivaError('usage', 'SQL: value too long: the limit is 50 MB', {
    hint: 'Choose a part of a text with substr(), or group fewer rows.',
    cause,
  })

export const tooMuchMemory = (cause?: unknown) =>
  new KivaError('usage', 'SQL: the statement needs too much memory', {
    hint: 'A value may be too long: choose a part of a text with substr(), or group fewer rows.',
    cause,
  })

/** Returns a function that prepares each text once. */
export function prepareOnce(database: Pick<Database, 'prepare'>): (text: string) => Statement {
  const statements = new Map<string, Statement>()
  return (text) => {
    const statement = statements.get(text) ?? database.prepare(text)
    statements.set(text, statement)
    return statement
  }
}

/** Returns a name for a statement of SQL. Names from a file or a user may have any characters. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A statement that the database rejects, in the database's words. */
export class SqlError extends Error {
  override readonly name: string = 'SqlError'
}
