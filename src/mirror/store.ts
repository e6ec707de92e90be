/**
 * The store of the mirror: loans, their whole records, and what changed since they were read before.
 *
 * In this folder, `tables.ts` declares the tables. `open-mirror.ts` answers from the store like the service, with the
 * sandbox's own pages, formats and refusals: a path without records is refused, never made up. `import.ts` reads saved JSON;
 * `wanted.ts`, `absence.ts` and `pull-state.ts` say what a pull asks for next. `sql-answers.ts` runs statements of
 * `kiva sql`, and `listing.ts` has its tables. `verify.ts` compares the store with itself. `lake/` exports the store as Delta tables.
 */
import { nameOf } from '../api/origins.ts'
import { at } from '../api/records/field-values.ts'
import { jsonText } from '../api/wire/json.ts'
import { type Database, type DatabaseFile, prepareOnce, quoteName, type SqlValue } from '../core/database.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import { isList, type JsonObject } from '../core/json.ts'
import { openDetails, rowsOfParts } from './details.ts'
import { openHistory } from './history.ts'
import { type Loan, openPacking } from './packing.ts'
import { checkStructure } from './structure.ts'
import {
  applicationId,
  convert,
  idOf,
  indexesAndTriggers,
  loanColumnNames,
  loanRow,
  schema,
  schemaVersion,
  tracked,
} from './tables.ts'
import { UnfitNumbers } from './unfit-numbers.ts'

/** The name of the database in the data folder. */
export const storeName = 'mirror'

/** The store, opened to read or to write. Each method throws `KivaError` of kind `config`. */
export interface Store {
  readonly database: Database
  /** Returns what the store keeps under a key: where a pull stands, and the like. */
  setting(key: string): SqlValue | undefined
  /** Origin of the service that the records are of. `undefined` before the first record. */
  origin(): string | undefined
  /**
   * Declares the origin of what is written from now on, which the first record makes that of the store. Throws
   * `KivaError` of kind `config` if the store is of another: records of the sandbox must not mix with real ones.
   */
  claim(origin: string): void
  /** Identifies the store, wherever its records go. `undefined` until it was set. */
  id(): string | undefined
  /** Sets the id, unless there is one. */
  setId(id: string): void
  /** Runs a change as one transaction. */
  transact<T>(change: () => T): T
  /**
   * Adds detailed loans, or replaces what is older, in one transaction, which gets the next number of `changes.reading`.
   * Returns how many had a valid id. What was read after `now` was read with a wrong clock, and is replaced too. An older
   * reading goes into the history alone. With `asked`, the loans are the reply to a request of a pull.
   */
  putLoans(loans: readonly Loan[], readAt: string, now: string, asked?: Asked): number
  /** Returns a whole record and when it was read. */
  loan(id: number): ReadRecord | undefined
  /** Drops indexes and triggers of an empty store. Returns a function that makes them again, in less time than row by row. */
  beginFill(): () => void
  /** Adds field partners, or replaces them. Returns how many had a valid id. */
  putPartners(partners: readonly JsonObject[], readAt: string): number
  /** The numbers in the loans of `putLoans` that do not fit their columns. */
  readonly unfit: UnfitNumbers
  close(): void
}

/** What else the reply to a request for loans says. */
interface Asked {
  /** The ids that the service does not have. */
  readonly absent: readonly number[]
  /** Whether only the user has named ids that are neither stored nor of a list: they are not kept. */
  readonly isOnly: boolean
  /** The ids about which the reply proves nothing: later pulls ask for them again. */
  readonly unproven: readonly number[]
  /** The next id of the sweep. */
  readonly sweepNext?: number | undefined
}

interface ReadRecord {
  readonly record: JsonObject
  /** ISO 8601, in UTC. */
  readonly readAt: string
}

/** Opens the store to read it. Throws `KivaError` of kind `config` if there is none. */
export function readStore(file: DatabaseFile): Store {
  const database = file.open('read')
  if (!database || isEmpty(database)) throw noStore(file)
  return openStore(file, database)
}

/** Returns the origin of the records of a store of any version. `undefined` if there are none. */
export function originIn(file: DatabaseFile): string | undefined {
  const database = file.open('read')
  try {
    if (!database || isEmpty(database)) return undefined
    versionOf(file, database)
    return database.prepare("SELECT value FROM store WHERE key = 'origin'").get()?.[0] as string | undefined
  } finally {
    database?.close()
  }
}

/** Opens the store to write to it, and makes it if it is missing. */
export function writeStore(file: DatabaseFile): Store {
  const database = file.open('write')
  if (!database) throw new KivaError('bug', `${file.path} was not created`)
  if (isEmpty(database)) database.transaction(() => database.execute(schema))
  const store = openStore(file, database)
  // A first fill that was killed left none.
  if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'trigger'").get())
    database.transaction(() => database.execute(indexesAndTriggers))
  return store
}

export const noStore = ({ path }: Pick<DatabaseFile, 'path'>) =>
  new KivaError('config', sentence`there is no mirror at ${foreign(path)}`, {
    hint: (kiva) =>
      `Fill it from the service with ${kiva('mirror pull')}, or from a file of loans with ${kiva('mirror import FILE')}.`,
  })

export const isEmpty = (database: Database) =>
  database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined

const pragma = (database: Database, name: string) =>
  Number(database.prepare(`PRAGMA ${name}`).get()?.[0] ?? 0)

/**
 * Returns the version of a store whose structure is that of kiva's stores, and nothing in it has run. Throws `KivaError` of
 * kind `config` for the database of another program, a store that another program changed, and one of a later version.
 */
export function versionOf(file: Pick<DatabaseFile, 'path'>, database: Database): number {
  requireStore(file, database)
  const version = pragma(database, 'user_version')
  if (version > schemaVersion)
    throw new KivaError(
      'config',
      sentence`${foreign(file.path)} was written by a later version of kiva (${String(version)})`,
      { hint: 'Update kiva.' },
    )
  checkStructure(file, database, version)
  return version
}

/** Throws `KivaError` of kind `config` for the database of another program, unless it is empty. */
export function requireStore({ path }: Pick<DatabaseFile, 'path'>, database: Database): void {
  // First: another run may make the store meanwhile, with its marks, in one transaction.
  if (isEmpty(database)) return
  const [version, application] = [pragma(database, 'user_version'), pragma(database, 'application_id')]
  // Stores of version 1 have no application id.
  const isFirst =
    application === 0 &&
    version === 1 &&
    ['store', 'loans', 'records'].every((name) =>
      database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name),
    )
  if (application !== applicationId && !isFirst)
    throw new KivaError('config', sentence`${foreign(path)} is a database of another program`, {
      hint: 'Move it away, or set KIVA_DATA_DIR to another folder.',
    })
}

function openStore(file: DatabaseFile, database: Database): Store {
  if (versionOf(file, database) < schemaVersion)
    throw new KivaError('bug', `${file.path} was not brought to this version`)
  const packing = openPacking(database, file.path)
  const sql = prepareOnce(database)
  const setting = (key: string) => sql('SELECT value FROM store WHERE key = ?').get(key)?.[0]
  let claimed: string | undefined
  const transact: Store['transact'] = (change) =>
    database.transaction(() => {
      if (claimed !== undefined) sql("INSERT OR IGNORE INTO store VALUES ('origin', ?)").run(claimed)
      return change()
    })
  /** A loan keeps what was read of it. An id that was never read is noted in `absent`, unless only the user has named it. */
  const noteAbsent = (id: number, at: string, isOnly: boolean) => {
    const isStored = sql('SELECT 1 FROM loans WHERE id = ?').get(id) !== undefined
    const isWanted = sql('SELECT 1 FROM wanted WHERE id = ?').get(id) !== undefined
    if (isStored || isWanted) sql('INSERT OR REPLACE INTO wanted VALUES (?, ?)').run(id, at)
    if (isStored)
      sql('UPDATE loans SET missing_since = ?2 WHERE id = ?1 AND missing_since IS NULL').run(id, at)
    else if (isWanted || !isOnly) noteAsked('absent', id, at)
    sql('DELETE FROM unproven WHERE id = ?').run(id)
  }
  const history = openHistory(sql)
  const details = openDetails(sql)
  const unfit = new UnfitNumbers()
  const noteAsked = (table: 'absent' | 'unproven', id: number, at: string) =>
    sql(
      `INSERT INTO ${table} VALUES (?1, 1, ?2)
       ON CONFLICT (id) DO UPDATE SET tries = tries + 1, asked_at = excluded.asked_at`,
    ).run(id, at)
  const store: Store = {
    database,
    unfit,
    transact,
    setting,
    origin: () => setting('origin') as string | undefined,
    claim(origin) {
      const found = store.origin()
      if (found === undefined) claimed = origin
      else if (found !== origin)
        throw new KivaError(
          'config',
          sentence`the mirror is of ${foreign(nameOf(found))}, not of ${foreign(nameOf(origin))}`,
          {
            hint: (kiva) =>
              `Keep them apart with KIVA_DATA_DIR, or delete this one with ${kiva('mirror clear')}.`,
          },
        )
    },
    id: () => setting('id') as string | undefined,
    setId: (id) => void sql("INSERT OR IGNORE INTO store VALUES ('id', ?)").run(id),
    putLoans: (loans, readAt, now, asked) =>
      transact(() => {
        packing.begin(loans)
        const words: (() => void)[] = []
        let count = 0
        const number = Number(setting('reading') ?? 0) + 1
        for (const { record, text } of loans) {
          const id = idOf(record)
          if (id === undefined) continue
          count += 1
          const unfitColumns: string[] = []
          const [, ...values] = loanRow(record, (column) => unfitColumns.push(column))
          const facts = trackedPlaces.map((place) => values[place - 1] ?? null)
          const reading = { number, at: readAt, values: facts }
          const known = sql('SELECT read_at FROM loans WHERE id = ?').get(id)?.[0]
          if (known === undefined) history.begin(id, reading)
          else history.note(id, reading, now)
          if (typeof known === 'string' && known > readAt && known <= now) continue
          sql(upsertLoan).run(id, ...values, readAt)
          for (const column of unfitColumns) unfit.note('loans', column, id)
          const packed = packing.pack(record, text)
          const rows = rowsOfParts(record, (part, column) => unfit.note(part, column, id))
          // Most loans that are read again have not changed. Those that the user names may be damaged.
          const before =
            known === undefined ? undefined : sql('SELECT record FROM records WHERE id = ?').get(id)
          if (!before || asked?.isOnly || Buffer.compare(before[0] as Uint8Array, packed) !== 0) {
            sql('INSERT OR REPLACE INTO records VALUES (?, ?)').run(id, packed)
            details.putRows(id, rows, known !== undefined)
            words.push(() => details.putWords(id, record, known !== undefined))
          }
          sql('DELETE FROM wanted WHERE id = ?').run(id)
          sql('DELETE FROM unproven WHERE id = ?').run(id)
          const [tries = 0] = sql('DELETE FROM absent WHERE id = ? RETURNING tries').get(id) ?? []
          if (Number(tries) > Number(setting('came_after') ?? 0))
            sql("INSERT OR REPLACE INTO store VALUES ('came_after', ?)").run(tries)
        }
        if (count > 0) sql("INSERT OR REPLACE INTO store VALUES ('reading', ?)").run(number)
        // After the loans: the triggers of a row make SQLite write the words before it to the full-text index.
        for (const put of words) put()
        for (const id of asked?.absent ?? []) noteAbsent(id, readAt, asked?.isOnly ?? false)
        for (const id of asked?.unproven ?? []) {
          noteAsked('unproven', id, readAt)
          sql('UPDATE absent SET asked_at = ?2 WHERE id = ?1').run(id, readAt)
        }
        if (asked?.sweepNext !== undefined)
          sql("UPDATE store SET value = ? WHERE key = 'sweep_next'").run(asked.sweepNext)
        return count
      }),
    loan(id) {
      const row = sql(
        'SELECT r.record, l.read_at FROM records r JOIN loans l ON l.id = r.id WHERE r.id = ?',
      ).get(id)
      return row && { record: packing.unpack(row[0] as Uint8Array, id), readAt: String(row[1]) }
    },
    beginFill() {
      if (sql('SELECT 1 FROM loans').get()) return () => {}
      const made =
        "SELECT type, name FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL"
      transact(() => {
        for (const [type, name] of sql(made).all())
          database.execute(`DROP ${type} ${quoteName(String(name))}`)
      })
      // In KiB. Rows follow each other where no index needs them elsewhere.
      database.execute('PRAGMA cache_size = -16384')
      return () => {
        // In memory, the rows of an index to sort would be the largest part of an import.
        database.execute('PRAGMA temp_store = FILE')
        transact(() => database.execute(indexesAndTriggers))
        database.execute('PRAGMA temp_store = MEMORY')
      }
    },
    putPartners: (partners, readAt) =>
      transact(() => {
        let count = 0
        for (const partner of partners) {
          const id = idOf(partner)
          if (id === undefined) continue
          count += 1
          // A partner keeps its place in the list of the service.
          sql(`INSERT OR REPLACE INTO partners SELECT ?1, ?2, ?3, ?4,
            coalesce((SELECT place FROM partners WHERE id = ?1), (SELECT count(*) FROM partners)), ?5, ?6`).run(
            id,
            convert.text(at(partner, 'name')),
            convert.text(at(partner, 'status')),
            convert.number(at(partner, 'rating')),
            jsonText(partner),
            readAt,
          )
          const countries = at(partner, 'countries')
          for (const country of isList(countries) ? countries : [])
            sql('INSERT OR REPLACE INTO countries VALUES (?, ?, ?)').run(
              String(at(country, 'iso_code') ?? '').toUpperCase(),
              String(at(country, 'region') ?? ''),
              String(at(country, 'name') ?? ''),
            )
        }
        return count
      }),
    close: () => database.close(),
  }
  return store
}

const trackedPlaces = tracked.map((name) => loanColumnNames.indexOf(name))

const upsertLoan = `INSERT INTO loans (${loanColumnNames.map(quoteName).join(', ')}, read_at)
VALUES (${loanColumnNames.map(() => '?').join(', ')}, ?) ON CONFLICT (id) DO UPDATE SET
${[...loanColumnNames.slice(1), 'read_at']
  .map(quoteName)
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')}, missing_since = NULL`
