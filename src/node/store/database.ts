/**
 * Database files, through the SQLite that Node.js and Bun bring with them. The only door to `node:sqlite`. Its API is as
 * described in https://nodejs.org/api/sqlite.html, which Node.js 22 calls experimental.
 */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import {
  type Database,
  type DatabaseFile,
  mostBytes,
  SqlError,
  type SqlFunction,
  type SqlRow,
  type SqlValue,
  type Statement,
  tooMuchMemory,
  valueTooLong,
} from '../../core/database.ts'
import { KivaError } from '../../core/errors.ts'
import { foreign, sentence } from '../../core/foreign-text.ts'
import { checkFile, checkFolder, failure, makeFolder } from '../files/file-permissions.ts'
import { holdLock } from '../files/lock.ts'

/** Returns the database of this name in a folder. Touches nothing. Throws `KivaError` of kind `config` without SQLite. */
export function databaseFile(folder: string, name: string): DatabaseFile {
  const { DatabaseSync } = loadSqlite()
  const path = join(folder, `${name}.sqlite`)
  return {
    path,
    open(access) {
      checkFolder(folder)
      if (access === 'write') makePrivate(folder, path)
      if (!checkFile(path)) return undefined
      return told(path, () => {
        const database = openFile(DatabaseSync, path, access === 'read')
        // What a transaction stores is garbage after it. V8 would let 100 MB of it wait before it looks.
        if (access === 'write') setFlagsFromString('--semi-space-growth-factor=1')
        // Readers see the last commit while another run writes, and a killed run leaves the file whole. In memory are what
        // a statement with triggers would undo, else in a file, and 64 MiB: rows go to random places of the indexes.
        if (access === 'write')
          database.execute(
            `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY;
             PRAGMA cache_size = -65536`,
          )
        return database
      })
    },
    hold() {
      makeFolder(folder)
      return holdLock(path)
    },
    bytes() {
      if (!checkFile(path)) return undefined
      return filesOf(path).reduce((sum, file) => sum + bytesOf(file), 0)
    },
    free() {
      const { bavail, bsize } = statfsSync(folder)
      return bavail * bsize
    },
    remove() {
      for (const file of filesOf(path).toReversed()) {
        try {
          rmSync(file, { force: true })
        } catch (cause) {
          throw failure(file, 'delete', cause)
        }
      }
    },
  }
}

/** Fails here, rather than at the first use, if the file is no database. */
function openFile(databaseSync: Sqlite['DatabaseSync'], path: string, isToRead: boolean): Database {
  const open = (place: string | URL, readOnly = isToRead) => {
    const database = openDatabase(new databaseSync(place, { readOnly, timeout: patience }), path)
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    return database
  }
  try {
    return open(path)
  } catch (problem) {
    if (!isToRead) throw problem
    const [journal, log] = [`${path}-journal`, `${path}-wal`]
    if (isWritable(dirname(path))) {
      if (bytesOf(journal) === 0 || namesAnotherFile(journal)) throw problem
      // A killed run left a change half made. Only a connection that may write undoes it.
      open(path, false).close()
      return open(path)
    }
    const waiting = [journal, log].find((file) => bytesOf(file) > 0)
    if (waiting !== undefined)
      throw new KivaError(
        'config',
        sentence`cannot read ${foreign(path)}: changes wait in ${foreign(waiting)}, and its folder is read-only`,
        { hint: 'Copy both files to a folder that you can write to, and set KIVA_DATA_DIR to it.' },
      )
    // SQLite needs files beside the database, unless it is told that nothing changes it: https://sqlite.org/uri.html.
    const place = pathToFileURL(path)
    place.search = 'immutable=1'
    return open(place)
  }
}

/**
 * Whether a journal is of a change of several databases: SQLite deletes the file that it names. kiva changes one at a time,
 * so it is not of kiva.
 */
function namesAnotherFile(journal: string): boolean {
  const file = openSync(journal, 'r')
  try {
    const end = Buffer.alloc(superJournal.length)
    readSync(file, end, 0, end.length, Math.max(0, bytesOf(journal) - end.length))
    return end.equals(superJournal)
  } finally {
    closeSync(file)
  }
}

/** The last bytes of such a journal, which are its first too: https://sqlite.org/fileformat.html#the_rollback_journal. */
const superJournal = Buffer.from('d9d505f920a163d7', 'hex')

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Milliseconds to wait for another process that writes. Its transactions take less. */
const patience = 10_000

/** The database, its log, the index of the log, and the journal of a change where there is no log. */
const filesOf = (path: string) => [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]

const bytesOf = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.size ?? 0

/** SQLite gives the files beside it the mode of the database. */
function makePrivate(folder: string, path: string): void {
  makeFolder(folder)
  try {
    closeSync(openSync(path, 'ax', 0o600))
    chmodSync(path, 0o600)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'))
      throw failure(path, 'create', cause)
  }
}

/** The part of the module that kiva uses: the types of Node.js 20 lack it. */
interface Sqlite {
  readonly DatabaseSync: new (
    path: string | URL,
    options: { readonly readOnly: boolean; readonly timeout: number },
  ) => RawDatabase
  readonly constants: Readonly<Record<string, number>>
}

interface RawDatabase {
  prepare(text: string): RawStatement
  exec(text: string): void
  function(
    name: string,
    options: { readonly deterministic: boolean; readonly useBigIntArguments: boolean },
    compute: SqlFunction,
  ): void
  setAuthorizer?(decide: (action: number, first: string | null, second: string | null) => number): void
  readonly limits?: { length: number }
  close(): void
}

interface RawStatement {
  readonly sourceSQL: string
  columns(): readonly { readonly name: string }[]
  run(...values: readonly SqlValue[]): { readonly changes: number | bigint }
  get(...values: readonly SqlValue[]): SqlRow | undefined
  all(...values: readonly SqlValue[]): readonly SqlRow[]
  iterate(...values: readonly SqlValue[]): IterableIterator<SqlRow>
  setReturnArrays(on: boolean): void
  setReadBigInts(on: boolean): void
}

/** Whether SQLite can be told how long a value may be. Node.js 22 cannot, and ends at a text of 512 MB. */
export function hasLimits(): boolean {
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(':memory:', { readOnly: false, timeout: 0 })
  const { limits } = database
  database.close()
  return limits !== undefined
}

function loadSqlite(): Sqlite {
  const { emitWarning } = process
  try {
    // Node.js 22 warns on stderr that the module is experimental.
    process.emitWarning = () => {}
    const sqlite = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as Sqlite | undefined
    const { prototype } =
      (sqlite as unknown as { StatementSync?: { prototype: object } })?.StatementSync ?? {}
    if (sqlite && prototype && 'setReturnArrays' in prototype && 'columns' in prototype) return sqlite
  } finally {
    process.emitWarning = emitWarning
  }
  throw new KivaError(
    'config',
    `the mirror needs SQLite, which Node.js ${process.versions.node} does not have`,
    {
      hint: 'Run kiva with Node.js 22.16 or later, or install the executable of kiva, which needs no Node.js.',
    },
  )
}

function openDatabase(raw: RawDatabase, path: string): Database {
  const call = <T>(work: () => T): T => told(path, work)
  const execute = (text: string) => call(() => raw.exec(text))
  return {
    hasLimits: raw.limits !== undefined,
    prepare(text, { exact } = { exact: false }) {
      const statement = call(() => raw.prepare(text))
      statement.setReturnArrays(true)
      if (exact) statement.setReadBigInts(true)
      return openStatement(statement, exact, call)
    },
    execute,
    define: (name, compute) =>
      call(() => raw.function(name, { deterministic: true, useBigIntArguments: true }, compute)),
    transaction(change) {
      execute('BEGIN IMMEDIATE')
      try {
        const result = change()
        execute('COMMIT')
        return result
      } catch (problem) {
        try {
          raw.exec('ROLLBACK')
        } catch {
          // A full disk has already rolled it back.
        }
        throw problem
      }
    },
    allowReadingOnly() {
      const { constants } = loadSqlite()
      const allowed = ['SQLITE_SELECT', 'SQLITE_READ', 'SQLITE_FUNCTION', 'SQLITE_RECURSIVE'].map(
        (name) => constants[name],
      )
      const { SQLITE_OK: ok = 0, SQLITE_DENY: deny = 1 } = constants
      raw.setAuthorizer?.((action, _, second) =>
        allowed.includes(action) && second !== 'load_extension' ? ok : deny,
      )
      if (raw.limits) raw.limits.length = mostBytes
    },
    close: () => raw.close(),
  }
}

function openStatement(raw: RawStatement, exact: boolean, call: <T>(work: () => T) => T): Statement {
  let readsBigInts = exact
  const readBigInts = (on: boolean) => {
    if (on !== readsBigInts) raw.setReadBigInts(on)
    readsBigInts = on
  }
  const reading = <T>(read: () => T): T => {
    readBigInts(exact)
    return call(read)
  }
  return {
    source: raw.sourceSQL,
    columns: raw.columns().map(({ name }) => name),
    run: (...values) => {
      // The result has the last rowid too: those of the full-text index can be beyond 2^53.
      readBigInts(true)
      return call(() => Number(raw.run(...values).changes))
    },
    get: (...values) => reading(() => raw.get(...values)),
    all: (...values) => reading(() => raw.all(...values)),
    *iterate(...values) {
      const rows = reading(() => raw.iterate(...values))
      for (let next = call(() => rows.next()); !next.done; next = call(() => rows.next())) yield next.value
    },
  }
}

/** Primary result codes of SQLite that are about the file: https://sqlite.org/rescode.html. */
const fileProblems: Readonly<Record<number, string>> = {
  3: 'access is denied',
  5: 'another program is writing to it',
  6: 'another program is writing to it',
  8: 'it is read-only',
  10: 'reading or writing it failed',
  11: 'it is damaged',
  13: 'the disk is full',
  14: 'it cannot be opened',
  26: 'it is not a database',
}

/** The file stays as it is, so it must go. */
const unusable: ReadonlySet<string> = new Set(['it is damaged', 'it is not a database'])

const busy: ReadonlySet<string> = new Set(['another program is writing to it'])

/** SQLITE_TOOBIG and SQLITE_NOMEM */
const [tooBig, noMemory] = [18, 7]

/** Turns errors of SQLite into ours. */
function told<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof KivaError || !(cause instanceof Error) || !('errcode' in cause)) throw cause
    const reason = fileProblems[Number(cause.errcode) & 0xff]
    if (cause.errcode === tooBig) throw valueTooLong(cause)
    if (cause.errcode === noMemory) throw tooMuchMemory(cause)
    if (reason === undefined) throw new SqlError(cause.message, { cause })
    throw new KivaError('config', sentence`cannot use ${foreign(path)}: ${reason}`, {
      cause,
      ...(busy.has(reason) && { code: 'locked' }),
      ...(unusable.has(reason) && { hint: 'Move it away, or set KIVA_DATA_DIR to another folder.' }),
    })
  }
}
