/**
 * Compares the structure of a file with that of kiva's stores, before anything in the file runs: triggers, views, indexes
 * and columns with expressions of another program would run with the statements of kiva.
 */
import { createHash } from 'node:crypto'
import type { Database, DatabaseFile, SqlValue } from '../core/database.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import { lazy } from '../core/lazy.ts'
import { schemaVersion, structure } from './tables.ts'

/** Objects of which a store has all or, if it may lack them, none. */
interface Group {
  /** Kind and name of each object. */
  readonly names: readonly string[]
  readonly mayLack?: boolean
  /** Returns what differs from the objects that kiva makes. `found` has all of the group. */
  differing(found: Objects): string | undefined
}

interface Made {
  readonly table: SqlValue
  /** The statement that made the object. Null for the index of a key. */
  readonly statement: SqlValue
}

/** By kind and name. */
type Objects = ReadonlyMap<string, Made>

/**
 * Throws `KivaError` of kind `config` unless the file has the structure of a store of a version. It reads nothing but the
 * list of what is in the file.
 */
export function checkStructure({ path }: Pick<DatabaseFile, 'path'>, database: Database, version: number) {
  const problem = problemOf(database, version)
  if (problem === undefined) return
  throw new KivaError(
    'config',
    sentence`${foreign(path)} was changed by another program: ${foreign(problem)}`,
    {
      hint: (kiva) =>
        `Move it away, set KIVA_DATA_DIR to another folder, or delete it with ${kiva('mirror clear')}.`,
    },
  )
}

function problemOf(database: Database, version: number): string | undefined {
  const groups = version === schemaVersion ? current() : (earlier[version] ?? []).map(groupOf)
  if (groups.length === 0) return `version ${version} is unknown`
  const rows = database.prepare('SELECT type, name, tbl_name, sql, rootpage FROM sqlite_schema').all()
  const found = new Map<string, Made>()
  const pages = new Set<unknown>([0])
  const known = new Set(groups.flatMap(({ names }) => names))
  for (const [type, name, table = null, statement = null, page] of rows) {
    const object = `${type} ${name}`
    if (!known.has(object)) return `${object.slice(0, 100)} is unknown`
    const isStored = type !== 'trigger' && !String(statement).startsWith('CREATE VIRTUAL TABLE ')
    // Two that share a page would change each other.
    if (found.has(object) || (isStored ? pages.has(page) : page !== 0)) return `${object} is damaged`
    found.set(object, { table, statement })
    pages.add(page)
  }
  for (const group of groups) {
    const missing = group.names.filter((name) => !found.has(name))
    if (group.mayLack && missing.length === group.names.length) continue
    if (missing.length > 0) return `${missing[0]} is missing`
    const differing = group.differing(found)
    if (differing !== undefined) return `${differing} differs`
  }
  return undefined
}

/** SQLite adds a column without the line break that a declaration has. */
const normal = (statement: SqlValue | undefined) =>
  typeof statement === 'string'
    ? statement.replaceAll(/\s+/g, ' ').replaceAll(/ ?([(),]) ?/g, '$1')
    : statement

/** The structure of this version: the tables, and what a first fill makes at its end. */
const current = lazy((): readonly Group[] => [
  groupOfStatements([...statementsIn(structure.tables), ...fullText]),
  { ...groupOfStatements(statementsIn(structure.indexesAndTriggers)), mayLack: true },
])

const statementsIn = (text: string): readonly string[] =>
  (text.match(/^CREATE (?:TRIGGER [\s\S]*?\bEND(?=;)|[^;]+)/gm) ?? []).map((statement) =>
    statement.replace(' IF NOT EXISTS', ''),
  )

/** What SQLite makes for the table of words: https://sqlite.org/fts5.html. */
const fullText = [
  "CREATE TABLE 'words_config'(k PRIMARY KEY, v) WITHOUT ROWID",
  "CREATE TABLE 'words_data'(id INTEGER PRIMARY KEY, block BLOB)",
  "CREATE TABLE 'words_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER)",
  "CREATE TABLE 'words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID",
]

function groupOfStatements(statements: readonly string[]): Group {
  const expected = new Map<string, Made>()
  for (const statement of statements) {
    const [, type = '', name = '', on = name] =
      /^CREATE (?:VIRTUAL )?(\w+) '?(\w+)(?:[^(]*? ON (\w+))?/.exec(statement) ?? []
    expected.set(`${type.toLowerCase()} ${name}`, { table: on, statement })
    if (/(?<!INTEGER) PRIMARY KEY/.test(statement) && !statement.includes('WITHOUT ROWID'))
      expected.set(`index sqlite_autoindex_${name}_1`, { table: name, statement: null })
  }
  return {
    names: [...expected.keys()],
    differing(found) {
      for (const [name, { table, statement }] of expected) {
        const made = found.get(name)
        const isSame = made?.statement === statement || normal(made?.statement) === normal(statement)
        if (!isSame || made?.table !== table) return name
      }
      return undefined
    },
  }
}

/** A group of an earlier version: names by kind, and the SHA-256 of all objects. */
interface Earlier {
  readonly table?: string
  readonly index?: string
  readonly trigger?: string
  readonly mayLack?: boolean
  readonly hash: string
}

function groupOf({ hash, mayLack = false, ...kinds }: Earlier): Group {
  const names = Object.entries(kinds).flatMap(([kind, list]) =>
    list.split(/\s+/).map((name) => `${kind} ${name}`),
  )
  return {
    names,
    mayLack,
    differing(found) {
      const objects = names.map((name) => [name, found.get(name)?.table, normal(found.get(name)?.statement)])
      const digest = createHash('sha256').update(JSON.stringify(objects)).digest('hex')
      return digest === hash ? undefined : `one of ${names.slice(0, 3).join(', ')} …`
    },
  }
}

/** The structures of earlier versions, whose declarations are gone. */
const earlier: Readonly<Record<number, readonly Earlier[]>> = {
  1: [
    {
      table: `changes countries lender_loans lenders loans partners records store wanted
        words words_config words_data words_docsize words_idx`,
      index: `loans_by_country loans_by_partner loans_by_posted loans_by_read loans_by_status
        sqlite_autoindex_countries_1 sqlite_autoindex_lenders_1 sqlite_autoindex_store_1`,
      trigger: 'loan_added loan_changed',
      hash: '141893aa29fd91e525af82c3412e45dd1634342e57c66a30854f29c2b121ab22',
    },
    {
      table: 'unproven',
      mayLack: true,
      hash: '9ac33f1b9f299233a490042a37ec756d75c181480d4bf15964cebe79e99bd4d7',
    },
    {
      table: 'written',
      trigger: `written_changes_delete written_changes_insert written_changes_update written_loans_delete
        written_loans_insert written_loans_update written_partners_delete written_partners_insert
        written_partners_update`,
      mayLack: true,
      hash: 'b4d422c557a9c2d3788fb2d2df7da01c26c7141ceba0df2e3fed2e2c44efa46e',
    },
  ],
  2: [
    {
      table: `changes countries counts lender_loans lending_actions loans my_lists partners pulls records store
        unproven wanted words words_config words_data words_docsize words_idx written`,
      index: 'sqlite_autoindex_countries_1 sqlite_autoindex_my_lists_1 sqlite_autoindex_store_1',
      hash: 'c19aea95f9b258888bfc77ba0f127047e4389d08b2b06e8127894f3123692425',
    },
    {
      index: `lending_actions_by_date lending_actions_by_loan loans_by_country loans_by_partner loans_by_posted
        loans_by_read loans_by_status loans_missing`,
      trigger: `counted_delete counted_insert counted_update written_changes_delete written_changes_insert
        written_changes_update written_lending_actions_delete written_lending_actions_insert
        written_lending_actions_update written_loans_delete written_loans_insert written_loans_update
        written_partners_delete written_partners_insert written_partners_update written_pulls_delete
        written_pulls_insert written_pulls_update`,
      mayLack: true,
      hash: 'ddbddcc48937870bcb0a1cd9e9386ada4b4c834fc805328c3b14a62ef29b88c5',
    },
  ],
}
