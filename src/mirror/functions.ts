/** The functions of the mirror's SQL: whole records, and the fields that kiva derives from them. */
import { at } from '../api/records/field-values.ts'
import { jsonText, parseJson } from '../api/wire/json.ts'
import { deriveBudget, deriveFunding, derivePartner, deriveRepayment } from '../domain/derive-fields.ts'
import { derivePeople } from '../domain/derive-people.ts'
import type { Derived } from '../domain/fact.ts'
import { SqlError, type SqlFunction, type SqlRow, type SqlValue } from '../ports/database.ts'
import { isNested, isObject, type Json, type JsonObject } from '../ports/json.ts'
import type { Store } from './store.ts'
import { partRows, parts } from './tables.ts'

/**
 * Defines `record(id)`, the whole record of a loan as JSON, and `derived(id, 'group.field')`, as of the time when the
 * record was read. Both are null for an unknown loan. `part_rows(id, part)` is for the views: the rows of a part, as JSON.
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
  const groups: Readonly<Record<string, (loan: JsonObject, now: number) => Derived>> = {
    funding: deriveFunding,
    repayment: deriveRepayment,
    people: derivePeople,
    budget: deriveBudget,
    partner: (loan, now) => derivePartner(partnerOf(Number(at(loan, 'partner_id'))), loan, now),
  }
  /** The last group that was computed: several fields of a loan are often asked for in one row. */
  let last: { readonly key: string; readonly values: JsonObject } | undefined
  const derive = (id: number, group: string): JsonObject | undefined => {
    const compute = groups[group]
    if (!compute)
      throw new SqlError(`no group "${group}" of derived fields: use ${Object.keys(groups).join(', ')}`)
    const key = `${group} ${id}`
    if (last?.key === key) return last.values
    const found = store.loan(id)
    if (!found) return undefined
    last = { key, values: compute(found.record, Date.parse(found.readAt)).values }
    return last.values
  }
  const functions: Readonly<Record<string, SqlFunction>> = {
    record: (id) => {
      const found = typeof id === 'number' ? store.loan(id) : undefined
      return found ? jsonText(found.record) : null
    },
    derived: (id, path) => {
      const [group = '', field = ''] = String(path).split('.')
      const values = typeof id === 'number' ? derive(id, group) : undefined
      if (values && !Object.hasOwn(values, field))
        throw new SqlError(`no field "${field}" in "${group}": use ${Object.keys(values).join(', ')}`)
      return toSql(values?.[field])
    },
    part_rows: (id, name) => {
      const part = Object.entries(parts).find(([known]) => known === name)?.[1]
      const found = part && typeof id === 'number' ? store.loan(id) : undefined
      return part && found ? sqliteJson(partRows(part, found.record)) : null
    },
  }
  for (const [name, compute] of Object.entries(functions)) store.database.define(name, compute)
}

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
