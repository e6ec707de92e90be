/** A database in one file of the data folder, as `src/node/store/database.ts` opens it. */

/** A value of a row. Whole numbers are bigints if the statement is exact. */
export type SqlValue = null | number | bigint | string | Uint8Array

/** The values of one row, in the order of the columns. */
export type SqlRow = readonly SqlValue[]

/** What a function of ours gets from SQL, and returns to it. */
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
  /** Prepares a statement. With `exact`, its whole numbers are bigints; else those beyond 2^53 fail. */
  prepare(text: string, how?: { readonly exact: boolean }): Statement
  /** Runs statements that return nothing. */
  execute(text: string): void
  /** Makes a function known to SQL. The same values give the same result. */
  define(name: string, compute: SqlFunction): void
  /** Runs `change` as one transaction. If it throws, nothing is changed. */
  transaction<T>(change: () => T): T
  /**
   * From now on only reading is allowed: no ATTACH, no PRAGMA, no loading of extensions. Where the runtime lacks
   * authorizers (Node.js 22), the caller's check of the statement is the only one.
   */
  allowReadingOnly(): void
  close(): void
}

/** A database file, which may be missing. Each method throws `KivaError` of kind `config`. */
export interface DatabaseFile {
  readonly path: string
  /** Opens the file, which nobody else may read (0600). `undefined` if it is missing and only to be read. */
  open(access: 'read' | 'write'): Database | undefined
  /** Locks the file for this run, and returns the function that unlocks it. Fails while another run holds the lock. */
  hold(): () => void
  /** The bytes of the file and those beside it that belong to it; `undefined` if it is missing. */
  bytes(): number | undefined
  /** Removes the file and those beside it. */
  remove(): void
  /**
   * Runs `work` while signals end the process at once: nothing interrupts a statement, so a handler of Ctrl-C would wait
   * for its end.
   */
  interruptibly<T>(work: () => T): T
}

/** A statement that the database rejects, in the database's words. */
export class SqlError extends Error {
  override readonly name: string = 'SqlError'
}
