/** The functions of the mirror's SQL: whole records, and the fields that kiva derives from them. */
import { derivedGroups } from '../api/records/derived-fields.ts'
import { at } from '../api/records/field-values.ts'
import type { DerivedGroup } from '../api/records/record-types.ts'
import { jsonText, parseJson } from '../api/wire/json.ts'
import { SqlError, type SqlFunction, type SqlRow, type SqlValue } from '../core/database.ts'
import { isNested, isObject, type Json, type JsonObject } from '../core/json.ts'
import { lazy } from '../core/lazy.ts'
import { deriveBudget, deriveFunding, derivePartner, deriveRepayment } from '../domain/derive-fields.ts'
import { derivePeople } from '../domain/derive-people.ts'
import type { Derived } from '../domain/fact.ts'
import { mediansOf, type PartnerMedians } from '../domain/partner-medians.ts'
import { dayText, timeOf } from '../domain/time.ts'
import type { Store } from './store.ts'
import { partRows, stories } from './tables.ts'

/**
 * Defines the functions of `kiva sql`. `record(id)` is the whole record of a loan as JSON, and `derived(id, 'group.field')`
 * a derived field as of the time when the record was read: both are null for an unknown loan. `date_trunc('month', date)` is
 * the start of a month, as in DuckDB and PostgreSQL. `story_rows(id)` is for the view: the rows of a loan, as JSON.
 */
export function defineFunctions(store: Store): void {
  const partners = new Map<SqlValue, JsonObject | undefined>()
  const partnerOf = (id: SqlValue) => {
    if (partners.has(id)) return partners.get(id)
    const text = store.database.prepare('SELECT record FROM partners WHERE id = ?').get(id)?.[0]
    const partner = typeof text === 'string' ? parseJson(text) : undefined
    partners.set(id, isObject(partner) ? partner : undefined)
    return partners.get(id)
  }
  const medians = lazy((): PartnerMedians => {
    const rows = store.database.prepare('SELECT record FROM partners').all()
    return mediansOf(rows.map(([text]) => parseJson(String(text))).filter(isObject))
  })
  const groups: Readonly<Record<string, (loan: JsonObject, now: number) => Derived>> = {
    funding: deriveFunding,
    repayment: deriveRepayment,
    people: derivePeople,
    budget: deriveBudget,
    partner: (loan, now) => derivePartner(partnerOf(Number(at(loan, 'partner_id'))), loan, now, medians()),
  }
  /** The last group that was computed: several fields of a loan are often asked for in one row. */
  let last: { readonly key: string; readonly values: JsonObject } | undefined
  const derive = (id: number, group: string): JsonObject | undefined => {
    const compute = Object.hasOwn(groups, group) ? groups[group] : undefined
    if (!compute)
      throw new SqlError(
        `no group "${short(group)}" of derived fields: use ${Object.keys(groups).join(', ')}`,
      )
    const key = `${group} ${id}`
    if (last?.key === key) return last.values
    const found = store.loan(id)
    if (!found) return undefined
    last = { key, values: compute(found.record, Date.parse(found.readAt)).values }
    return last.values
  }
  const functions: Readonly<Record<string, SqlFunction>> = {
    record: (value) => {
      const id = idOf(value)
      const found = id === undefined ? undefined : store.loan(id)
      return found ? jsonText(found.record) : null
    },
    derived: (value, path) => {
      const [group = '', field = ''] = String(path).split('.')
      const id = idOf(value)
      const values = id === undefined ? undefined : derive(id, group)
      const fields = derivedGroups[group as DerivedGroup]?.fields ?? {}
      if (values && !Object.hasOwn(fields, field))
        throw new SqlError(`no field "${short(field)}" in "${group}": use ${Object.keys(fields).join(', ')}`)
      return toSql(values?.[field])
    },
    date_trunc: (unit, date) => (unit === null ? null : truncate(String(unit).toLowerCase(), date)),
    story_rows: (value) => {
      const id = idOf(value)
      const found = id === undefined ? undefined : store.loan(id)
      return found ? sqliteJson(partRows(stories, found.record)) : null
    },
  }
  for (const [name, compute] of Object.entries(functions)) store.database.define(name, compute)
}

/** Returns the first moment of a unit of time, as milliseconds since the epoch. */
const starts: Readonly<Record<string, (date: Date) => number>> = {
  year: (date) => date.setUTCMonth(0, 1),
  quarter: (date) => date.setUTCMonth(date.getUTCMonth() - (date.getUTCMonth() % 3), 1),
  month: (date) => date.setUTCDate(1),
  week: (date) => date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7)),
  day: (date) => date.getTime(),
  hour: (date) => date.getTime(),
}

/** Returns the start of the unit that a date is in, in UTC: a day, or for hours a time. Null for what is no date. */
function truncate(unit: string, date: SqlValue): SqlValue {
  const start = Object.hasOwn(starts, unit) ? starts[unit] : undefined
  if (!start)
    throw new SqlError(`no unit "${short(unit)}" of date_trunc: use ${Object.keys(starts).join(', ')}`)
  const time = timeOf(date instanceof Uint8Array || typeof date === 'bigint' ? null : date)
  if (time === undefined) return null
  const day = dayText(start(new Date(time)))
  // The first hours of the calendar's years can be of the year before in UTC.
  if (!/^\d{4}-/.test(day)) return null
  return unit === 'hour' ? `${new Date(time).toISOString().slice(0, 13)}:00:00Z` : day
}

/** Ids beyond 2^53 are of no loan. */
function idOf(value: SqlValue): number | undefined {
  const id = typeof value === 'bigint' ? Number(value) : value
  return Number.isSafeInteger(id) ? (id as number) : undefined
}

/** An error quotes no more of a text. */
const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** SQLite would read half of a surrogate pair as three invalid bytes. */
function sqliteJson(rows: readonly SqlRow[]): string {
  const text = JSON.stringify(rows)
  if (!text.includes('\\ud')) return text
  return JSON.stringify(rows, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))
}

function toSql(value: Json | undefined): SqlValue {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number' || typeof value === 'string') return value
  return isNested(value) ? jsonText(value) : String(value)
}
