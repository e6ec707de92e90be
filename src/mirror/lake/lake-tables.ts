/** The tables of the lake: their columns, and how their rows are read from the store. */
import { at } from '../../api/records/field-values.ts'
import { type FieldType, records } from '../../api/records/fields.ts'
import { parseJson } from '../../api/wire/json.ts'
import type { Database, SqlRow, SqlValue } from '../../ports/database.ts'
import { isList, isObject, type Json, type JsonObject } from '../../ports/json.ts'
import type { Store } from '../store.ts'
import { convert, type Kind, loanColumns, parts, storiesPath, toCell, tracked } from '../tables.ts'

/** The year of a partition; null for rows without a date, `undefined` for a table without partitions. */
export type Year = number | null | undefined

/** A row of the store, from which the rows of one or more tables are made. */
interface Source {
  readonly row: SqlRow
  /** The whole record of the row. Unpacking it takes most of the time, so it is done once, and only if it is needed. */
  record(): JsonObject
}

/** A table of the lake. */
export interface LakeTable {
  readonly name: string
  readonly columns: readonly (readonly [name: string, kind: Kind])[]
  readonly isByYear: boolean
  /**
   * Returns the rows of the table that come from one row of the store, with values as SQLite has them. `onUnfit` is told of
   * each number that does not fit, with the id of its loan or field partner.
   */
  rowsOf(source: Source, onUnfit: (column: string, id: SqlValue) => void): readonly SqlRow[]
}

/** Tables that are made of the same rows of the store, and so change in the same years. */
export interface LakeGroup {
  readonly tables: readonly LakeTable[]
  /**
   * Returns the years with rows, and the state of each: a text that differs when a row was added or read again. It begins
   * with the number of rows, and has when the newest was read.
   */
  states(database: Database): ReadonlyMap<Year, string>
  read(store: Store, year: Year): Iterable<Source>
}

/** Pages of past years are imported too, so the newest reading does not tell of all: the sum does. */
const stateOf = (time: string) => `count(*) || ' ' || max(${time}) || ' ' || sum(unixepoch(${time}))`

const yearOf = (time: string) => `CAST(substr(${time}, 1, 4) AS INTEGER)`

const readStates = (database: Database, text: string): ReadonlyMap<Year, string> =>
  new Map(
    database
      .prepare(text)
      .all()
      .map(([year, state]) => [year as Year, String(state)]),
  )

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
  columns: [
    ...entries.map(([name, { kind }]) => [name, kind] as const),
    ['read_at', 'date'],
    ['missing_since', 'date'],
  ],
  rowsOf: ({ row }) => [row],
}

const partTables = Object.entries(parts).map(([name, { path, columns }]): LakeTable => {
  const kinds = Object.entries<Kind>(columns)
  return {
    name,
    isByYear: true,
    columns: [['loan_id', 'integer'], ...kinds],
    rowsOf: ({ row: [id = null], record }, onUnfit) => {
      const items = at(record(), path)
      if (!isList(items)) return []
      return items.map((item: Json) => [
        id,
        ...kinds.map(([key, kind]) => toCell(kind, at(item, key), () => onUnfit(key, id))),
      ])
    },
  }
})

const stories: LakeTable = {
  name: 'stories',
  isByYear: true,
  columns: [
    ['loan_id', 'integer'],
    ['language', 'text'],
    ['text', 'text'],
  ],
  rowsOf: ({ row: [id = null], record }) => {
    const texts = at(record(), storiesPath)
    if (!isObject(texts)) return []
    return Object.entries(texts).map(([language, text]) => [id, language, convert.text(text)])
  },
}

const changes: LakeTable = {
  name: 'changes',
  isByYear: true,
  columns: [
    ['loan_id', 'integer'],
    ['at', 'date'],
    ...tracked.map((name) => [name, loanColumns[name].kind] as const),
  ],
  rowsOf: ({ row }) => [row],
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
    if ('list' in field) return [[name, 'list']]
    return field.type in partnerKinds ? [[name, partnerKinds[field.type as keyof typeof partnerKinds]]] : []
  },
)

const partners: LakeTable = {
  name: 'partners',
  isByYear: false,
  columns: [...partnerColumns, ['read_at', 'date']],
  rowsOf: ({ row: [, readAt = null], record }, onUnfit) => {
    const partner = record()
    const id = convert.integer(at(partner, 'id'))
    const cells = partnerColumns.map(([name, kind]) =>
      toCell(kind, at(partner, name), () => onUnfit(name, id)),
    )
    return [[...cells, readAt]]
  },
}

const loanNames = loans.columns.map(([name]) => `"${name}"`).join(', ')

/** All tables. The year of what belongs to a loan is that in which the loan was posted. */
export const lakeGroups: readonly LakeGroup[] = [
  {
    tables: [loans, ...partTables, stories],
    states: (database) =>
      readStates(
        database,
        `SELECT ${yearOf('posted_date')}, ${stateOf('read_at')} || ' ' || count(missing_since) || ' ' ||
           coalesce(max(missing_since), '') FROM loans GROUP BY 1 ORDER BY 1`,
      ),
    *read(store, year) {
      const [condition, values] = within('posted_date', year)
      const statement = store.database.prepare(
        // The order of the index, so that nothing is sorted.
        `SELECT ${loanNames} FROM loans WHERE ${condition} ORDER BY posted_date DESC, id`,
      )
      for (const row of statement.iterate(...values)) {
        let record: JsonObject | undefined
        yield {
          row,
          record: () => {
            record ??= store.loan(Number(row[0]))?.record ?? {}
            return record
          },
        }
      }
    },
  },
  {
    tables: [changes],
    states: (database) =>
      readStates(
        database,
        `SELECT ${yearOf('at')}, ${stateOf('at')} || ' ' || total(funded_amount) || ' ' || total(paid_amount)
         FROM changes GROUP BY 1 ORDER BY 1`,
      ),
    *read({ database }, year) {
      const [condition, values] = within('at', year)
      const names = changes.columns.map(([name]) => name).join(', ')
      const statement = database.prepare(
        `SELECT ${names} FROM changes WHERE ${condition} ORDER BY loan_id, at`,
      )
      for (const row of statement.iterate(...values)) yield { row, record: () => ({}) }
    },
  },
  {
    tables: [partners],
    states: (database) => {
      const [state] =
        database.prepare(`SELECT ${stateOf('read_at')} FROM partners HAVING count(*) > 0`).get() ?? []
      return new Map(state === undefined ? [] : [[undefined, String(state)]])
    },
    *read({ database }) {
      for (const row of database.prepare('SELECT record, read_at FROM partners ORDER BY place').iterate())
        yield { row, record: () => parseJson(String(row[0])) as JsonObject }
    },
  },
]
