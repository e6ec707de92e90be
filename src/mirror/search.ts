/** Finds loans of the mirror as `/loans/search` does: the same filters and orders, as SQL. */

import { regionNames } from '../api/country-regions.ts'
import type { Values } from '../api/endpoint.ts'
import { wordPrefix } from '../api/gaps.ts'
import type { SqlValue } from '../core/database.ts'
import { foldText } from '../core/fold-text.ts'
import { namesOfStatus } from '../domain/loan-status.ts'
import type { Store } from './store.ts'

/** The ids of the loans that were found, in order. */
interface FoundIds {
  readonly total: number
  /** Returns the id at a position from 0 to `total`. */
  at(position: number): number
}

/** Returns a search that remembers the list it found last, so that its next page costs nothing. */
export function openSearch({ database }: Store): (values: Values) => FoundIds {
  let last: { readonly key: string; readonly found: FoundIds } | undefined
  return (values) => {
    const { where, given, isCounted } = conditionsOf(values)
    const order = orders[String(values['sort_by'] ?? 'newest')] ?? orders['newest']
    const version = database.prepare('PRAGMA data_version').get()?.[0]
    const key = JSON.stringify([where, given, order, version])
    if (last?.key === key) return last.found
    let total = 0
    let from = 0
    let ids: readonly number[] = []
    /** A page near the start is read alone. Further on, OFFSET costs more with each page, so all ids are kept. */
    const load = (position: number) => {
      const isDeep = position >= deep
      from = isDeep ? 0 : position
      const rows = database
        .prepare(`SELECT id FROM loans ${where} ORDER BY ${order}, id LIMIT ? OFFSET ?`)
        .all(...given, isDeep ? -1 : windowSize, from)
      ids = rows.map(([id]) => Number(id))
    }
    if (isCounted) total = Number(database.prepare(`SELECT count(*) FROM loans ${where}`).get(...given)?.[0])
    else {
      const rows = database
        .prepare(`SELECT id, count(*) OVER () FROM loans ${where} ORDER BY ${order}, id LIMIT ?`)
        .all(...given, windowSize)
      ids = rows.map(([id]) => Number(id))
      total = Number(rows[0]?.[1] ?? 0)
    }
    const found: FoundIds = {
      total,
      at(position) {
        if (position < from || position >= from + ids.length) load(position)
        return ids[position - from] ?? 0
      },
    }
    last = { key, found }
    return found
  }
}

/** Positions from here on are served from the ids of the whole list. */
const deep = 1000
const windowSize = 500

interface Conditions {
  /** `WHERE …`, or nothing. */
  readonly where: string
  readonly given: readonly SqlValue[]
  /** An index counts the loans: all, or those of a status. Otherwise their rows must be read, and once is enough. */
  readonly isCounted: boolean
}

function conditionsOf(values: Values): Conditions {
  const parts: string[] = []
  const given: SqlValue[] = []
  const add = (condition: string, ...more: readonly SqlValue[]) => {
    parts.push(condition)
    given.push(...more)
  }
  const listed = (name: string): readonly (string | number)[] | undefined => {
    const value = values[name]
    return value === undefined ? undefined : Array.isArray(value) ? value : [value as string]
  }
  const oneOf = (column: string, of: readonly SqlValue[]) =>
    add(`${column} IN (${of.map(() => '?').join(', ')})`, ...of)
  const status = listed('status')?.flatMap((name) => namesOfStatus(String(name)))
  if (status) oneOf('status', status)
  const gender = values['gender']
  if (gender !== undefined) add('gender = ?', String(gender).toLowerCase())
  const region = listed('region')
  if (region)
    add(
      `country_code IN (SELECT code FROM countries WHERE region IN (${region.map(() => '?').join(', ')}))`,
      ...region.map((code) => regionNames[code as keyof typeof regionNames] ?? code),
    )
  const country = listed('country_code')
  if (country)
    oneOf(
      'country_code',
      country.map((code) => String(code).toUpperCase()),
    )
  const sector = listed('sector')
  if (sector) oneOf('sector', sector)
  const partner = listed('partner')
  if (partner) oneOf('partner_id', partner)
  // Not a parameter of a search: the list of a lender is one with this filter.
  const lender = values['lender_id']
  if (lender !== undefined)
    add('id IN (SELECT loan_id FROM lender_loans WHERE lender_id = ?)', String(lender))
  for (const word of foldText(String(values['q'] ?? ''))
    .split(/\s+/)
    .filter(Boolean))
    add('id IN (SELECT rowid FROM words WHERE words MATCH ?)', wordPrefix(word))
  const isCounted = parts.length === (status ? 1 : 0)
  return { where: parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '', given, isCounted }
}

/** By `sort_by`: the directions of the sandbox. Equal loans follow in the order of their ids. */
const orders: Readonly<Record<string, string>> = {
  newest: 'posted_date DESC',
  oldest: 'posted_date',
  expiration: `status <> 'fundraising', CASE status WHEN 'fundraising' THEN planned_expiration_date END,
    planned_expiration_date DESC`,
  popularity: 'lender_count DESC',
  loan_amount: 'loan_amount',
  amount_remaining: 'loan_amount - funded_amount',
  repayment_term: 'repayment_term',
}
