/** The tables of the lake: their columns, and how their rows are read from the store. */
import { at } from '../../api/records/field-values.ts'
import { type FieldType, records } from '../../api/records/fields.ts'
import { parseJson } from '../../api/wire/json.ts'
import { type Database, quoteName, type SqlRow, type SqlValue } from '../../core/database.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Store } from '../store.ts'
import {
  actionColumns,
  convert,
  type Kind,
  loanColumns,
  partRows,
  parts,
  pullColumns,
  stories,
  toCell,
  tracked,
} from '../tables.ts'

/** The year of a partition; null for rows without a date, `undefined` for a table without partitions. */
export type Year = number | null | undefined

/** A row of the store, from which the rows of a table are made. */
interface Source {
  readonly row: SqlRow
  /** The whole record of the row. Unpacking it takes most of the time. */
  record(): JsonObject
}

/** A table of the lake. Its columns, then `version`: that of the export which wrote the row last. */
export interface LakeTable {
  readonly name: string
  readonly columns: readonly (readonly [name: string, kind: Kind])[]
  readonly isByYear: boolean
  /** The columns whose values are those of one row. Empty where rows may be the same. */
  readonly key: readonly string[]
  /** Columns beside the key that are never null. */
  readonly filled: readonly string[]
  /**
   * Returns the rows of the table that come from one row of the store, with values as SQLite has them. `onUnfit` is told of
   * each number that does not fit, with the id of its loan or field partner.
   */
  rowsOf(source: Source, onUnfit: (column: string, id: SqlValue) => void): readonly SqlRow[]
}

/** How a table of the lake is read from the store. */
export interface LakeSource {
  readonly table: LakeTable
  /** Returns the years with rows, and the state of each: a text that differs once a row of the year was written. */
  states(database: Database): ReadonlyMap<Year, string>
  /** Returns how many rows `read` yields. */
  count(database: Database, year: Year): number
  read(store: Store, year: Year): Iterable<Source>
}

/**
 * Returns the states of a part by the number that each write raises. `years` is SQL for the years with rows, as texts. A
 * year without a number was written by an earlier version only.
 */
const readStates = (database: Database, part: string, years: string): ReadonlyMap<Year, string> =>
  new Map(
    database
      .prepare(
        `SELECT found.year, CAST(coalesce(number, 0) AS TEXT) FROM (${years}) AS found
         LEFT JOIN written ON part = ? AND written.year = coalesce(found.year, '') ORDER BY 1`,
      )
      .all(part)
      .map(([year, state]) => [year === null ? null : Number(year), String(state)]),
  )

/** The years of `posted_date`: a step in its index for each, not a scan of all loans. */
const loanYears = `WITH RECURSIVE years(year) AS (
    SELECT substr(min(posted_date), 1, 4) FROM loans
    UNION ALL SELECT (SELECT substr(min(posted_date), 1, 4) FROM loans WHERE posted_date >= years.year || '.')
    FROM years WHERE years.year IS NOT NULL)
  SELECT year FROM years WHERE year IS NOT NULL
  UNION ALL SELECT NULL WHERE EXISTS (SELECT 1 FROM loans WHERE posted_date IS NULL)`

const countRows = (database: Database, from: string, values: readonly SqlValue[] = []) =>
  Number(database.prepare(`SELECT count(*) FROM ${from}`).get(...values)?.[0])

/** A condition on a date, for an index on it, and its values: `2026-` ≤ date < `2026.`, the next character. */
function within(time: string, year: Year): readonly [condition: string, values: readonly SqlValue[]] {
  if (typeof year !== 'number') return [`${time} IS NULL`, []]
  const start = String(year).padStart(4, '0')
  return [`${time} >= ? AND ${time} < ?`, [`${start}-`, `${start}.`]]
}

const entries = Object.entries<{ readonly kind: Kind }>(loanColumns)

const loans: LakeTable = {
  name: 'loans',
  isByYear: true,
  key: ['id'],
  filled: ['read_at'],
  columns: [
    ...entries.map(([name, { kind }]) => [name, kind] as const),
    ['read_at', 'date'],
    ['missing_since', 'date'],
  ],
  rowsOf: ({ row }) => [row],
}

const storyTable: LakeTable = {
  name: 'stories',
  isByYear: true,
  key: ['loan_id', 'language'],
  filled: [],
  columns: [['loan_id', 'integer'], ...Object.entries<Kind>(stories.columns)],
  rowsOf: ({ row: [id = null], record }) => partRows(stories, record()).map((values) => [id, ...values]),
}

const partnerKinds = {
  integer: 'integer',
  number: 'number',
  money: 'dollars',
  local: 'number',
  percent: 'number',
  string: 'text',
  text: 'text',
  html: 'text',
  date: 'date',
  boolean: 'flag',
} as const satisfies Readonly<Record<Exclude<FieldType, 'object' | 'map'>, Kind>>

const partnerColumns = Object.entries(records.partner_listing).flatMap(
  ([name, field]): readonly (readonly [string, Kind])[] => {
    if (name === 'rating') return [[name, 'number']]
    if ('list' in field) return [[name, 'list']]
    return field.type in partnerKinds ? [[name, partnerKinds[field.type as keyof typeof partnerKinds]]] : []
  },
)

const partners: LakeTable = {
  name: 'partners',
  isByYear: false,
  key: ['id'],
  filled: ['read_at'],
  columns: [...partnerColumns, ['read_at', 'date']],
  rowsOf: ({ row: [, readAt = null], record }, onUnfit) => {
    const partner = record()
    const id = convert.integer(at(partner, 'id'))
    const cells = partnerColumns.map(([name, kind]) =>
      toCell(kind, at(partner, name), name, (column) => onUnfit(column, id)),
    )
    return [[...cells, readAt]]
  },
}

/** Returns a table whose rows and columns are those of the store. */
const plainTable = (
  name: string,
  columns: Readonly<Record<string, Kind>>,
  about: Pick<LakeTable, 'isByYear' | 'key' | 'filled'>,
): LakeTable => ({
  name,
  ...about,
  columns: Object.entries(columns),
  rowsOf: ({ row }) => [row],
})

const changes = plainTable(
  'changes',
  {
    loan_id: 'integer',
    at: 'date',
    until: 'date',
    ...Object.fromEntries(tracked.map((name) => [name, loanColumns[name].kind])),
    reading: 'integer',
  },
  { isByYear: true, key: ['loan_id', 'at'], filled: ['until', 'reading'] },
)
const partTables = Object.entries(parts).map(([name, { columns }]) =>
  plainTable(name, { loan_id: 'integer', ...columns }, { isByYear: true, key: [], filled: ['loan_id'] }),
)
const pulls = plainTable(
  'pulls',
  { id: 'integer', ...pullColumns },
  { isByYear: false, key: ['id'], filled: [] },
)
const lendingActions = plainTable('lending_actions', actionColumns, {
  isByYear: true,
  key: ['id'],
  filled: [],
})

/** Returns the rows of a table with these columns. */
function* plainRows(
  database: Database,
  { columns }: LakeTable,
  from: string,
  values: readonly SqlValue[] = [],
): Generator<Source> {
  const names = columns.map(([name]) => quoteName(name)).join(', ')
  for (const row of database.prepare(`SELECT ${names} FROM ${from}`).iterate(...values))
    yield { row, record: () => ({}) }
}

/** The state of a table without years, if it has rows. */
function wholeState(database: Database, table: string): ReadonlyMap<undefined, string> {
  const states = readStates(database, table, `SELECT NULL AS year WHERE EXISTS (SELECT 1 FROM ${table})`)
  return new Map([...states.values()].map((state) => [undefined, state]))
}

/**
 * Returns the source of a table of loans, or of what belongs to them: the year is that in which the loan was posted. `rowsOf`
 * returns SQL for the rows of the store, by a condition on loans.
 */
const ofLoans = (
  table: LakeTable,
  rowsOf: (condition: string) => string,
  read: (store: Store, rows: string, values: readonly SqlValue[]) => Iterable<Source>,
): LakeSource => ({
  table,
  states: (database) => readStates(database, 'loans', loanYears),
  count: (database, year) => {
    const [condition, values] = within('posted_date', year)
    return countRows(database, rowsOf(condition), values)
  },
  read: (store, year) => {
    const [condition, values] = within('posted_date', year)
    return read(store, rowsOf(condition), values)
  },
})

/** The order of the index, so that nothing is sorted. */
const byPosted = 'ORDER BY posted_date DESC, id'

/** What belongs to loans, and then loans: a loan has the version of an export that changed anything of it. */
const loanSources: readonly LakeSource[] = [
  ...partTables.map((table) =>
    ofLoans(
      table,
      (condition) => `${table.name} WHERE loan_id IN (SELECT id FROM loans WHERE ${condition})`,
      ({ database }, rows, values) => plainRows(database, table, `${rows} ORDER BY loan_id, place`, values),
    ),
  ),
  ofLoans(
    storyTable,
    (condition) => `loans WHERE ${condition}`,
    function* (store, rows, values) {
      for (const row of store.database.prepare(`SELECT id FROM ${rows} ${byPosted}`).iterate(...values))
        yield { row, record: () => store.loan(Number(row[0]))?.record ?? {} }
    },
  ),
  ofLoans(
    loans,
    (condition) => `loans WHERE ${condition}`,
    ({ database }, rows, values) => plainRows(database, loans, `${rows} ${byPosted}`, values),
  ),
]

/** The sources of all other tables. */
const otherSources: readonly LakeSource[] = [
  {
    table: changes,
    states: (database) =>
      readStates(database, 'changes', 'SELECT DISTINCT substr(at, 1, 4) AS year FROM changes'),
    count: (database, year) => {
      const [condition, values] = within('at', year)
      return countRows(database, `changes WHERE ${condition}`, values)
    },
    *read({ database }, year) {
      const [condition, values] = within('at', year)
      yield* plainRows(database, changes, `changes WHERE ${condition} ORDER BY loan_id, at`, values)
    },
  },
  {
    table: partners,
    states: (database) => wholeState(database, 'partners'),
    count: (database) => countRows(database, 'partners'),
    *read({ database }) {
      for (const row of database.prepare('SELECT record, read_at FROM partners ORDER BY place').iterate())
        yield { row, record: () => parseJson(String(row[0])) as JsonObject }
    },
  },
  {
    table: pulls,
    states: (database) => wholeState(database, 'pulls'),
    count: (database) => countRows(database, 'pulls'),
    read: ({ database }) => plainRows(database, pulls, 'pulls ORDER BY id'),
  },
  {
    table: lendingActions,
    states: (database) =>
      readStates(
        database,
        'lending_actions',
        'SELECT DISTINCT substr(date, 1, 4) AS year FROM lending_actions',
      ),
    count: (database, year) => {
      const [condition, values] = within('date', year)
      return countRows(database, `lending_actions WHERE ${condition}`, values)
    },
    *read({ database }, year) {
      const [condition, values] = within('date', year)
      yield* plainRows(
        database,
        lendingActions,
        `lending_actions WHERE ${condition} ORDER BY date, id`,
        values,
      )
    },
  },
]

/** All tables, in groups that are written before any table of the group gets its new version. */
export const lakeGroups: readonly (readonly LakeSource[])[] = [
  loanSources,
  ...otherSources.map((source) => [source]),
]
