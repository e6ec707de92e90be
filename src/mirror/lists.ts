/** The records that the store has for each path of the API, as the service would list them. */
import type { Endpoint, Values } from '../api/endpoint.ts'
import { errorCodes } from '../api/gaps.ts'
import { at } from '../api/records/field-values.ts'
import { records } from '../api/records/fields.ts'
import { parseJson } from '../api/wire/json.ts'
import { isList, type JsonObject } from '../core/json.ts'
import { findAll, listRecords, type RecordList } from '../sandbox/handlers/handler.ts'
import { Refusal } from '../sandbox/http/refusal.ts'
import { openSearch } from './search.ts'
import type { Store } from './store.ts'

interface Lists {
  /** Returns the records of a request. Throws a `Refusal` where it has none. */
  list(endpoint: Endpoint, values: Values): RecordList
  /** Returns whether a path such as `/loans/search` is mirrored. */
  has(path: string): boolean
}

/** Returns the records of each mirrored path. `onRead` is told when a record was read from the service. */
export function openLists(store: Store, onRead: (readAt: string) => void): Lists {
  const search = openSearch(store)
  const loan = (id: number) => {
    const found = store.loan(id)
    if (found) onRead(found.readAt)
    return found?.record
  }
  /** A lender whose list of loans was read. */
  const lender = (id: string) => {
    const [record, readAt] =
      store.database.prepare('SELECT record, read_at FROM my_lists WHERE id = ?').get(id) ?? []
    if (record === undefined) throw noMirrorOf(`lender ${id}`)
    onRead(String(readAt))
    return { id, record: parseJson(String(record)) as JsonObject }
  }
  const found = (values: Values): RecordList => {
    if (values['region'] !== undefined && !store.database.prepare('SELECT 1 FROM countries').get())
      throw noMirrorOf('the field partners, which know the regions')
    const ids = search(values)
    return {
      total: ids.total,
      id: (position) => ids.at(position),
      record: (position) => listingOf(loan(ids.at(position)) ?? {}),
    }
  }
  const lists: Readonly<Record<string, (values: Values) => RecordList>> = {
    '/loans/search': found,
    '/loans/newest': () => found({ status: ['fundraising'], sort_by: 'newest' }),
    '/loans/:ids': ({ ids }) =>
      listRecords(findAll('loan', (isList(ids) ? ids : [ids]) as readonly number[], loan)),
    '/partners': () => listRecords(readPartners(store, onRead)),
    '/lenders/:lender_ids': ({ lender_ids }) =>
      listRecords([lender_ids].flat().map((id) => lender(String(id)).record)),
    '/lenders/:lender_id/loans': ({ lender_id, sort_by }) => {
      const { id } = lender(String(lender_id))
      const [unread] = store.database
        .prepare(
          `SELECT count(*) FROM lender_loans JOIN wanted ON id = loan_id WHERE lender_id = ? AND asked_at IS NULL`,
        )
        .get(id) ?? [0]
      // A shorter list would pass for the whole one.
      if (unread !== 0) throw noMirrorOf(`${unread} of the loans of ${id} yet`)
      return found({ lender_id: id, ...(sort_by !== undefined && { sort_by }) })
    },
  }
  return {
    list: (endpoint, values) => {
      const answer = lists[endpoint.path]
      if (!answer) throw noMirrorOf(endpoint.path)
      return answer(values)
    },
    // Lenders are served only if a pull has read the list of one.
    has: (path) =>
      Object.hasOwn(lists, path) &&
      (!path.startsWith('/lenders/') || store.database.prepare('SELECT 1 FROM my_lists').get() !== undefined),
  }
}

/** Status 501, Not Implemented (RFC 9110, section 15.6.2): the mirror cannot answer this path for any id. */
export const notMirrored = 501

export const noMirrorOf = (what: string) =>
  new Refusal(notMirrored, errorCodes.notMirrored, `the mirror does not have ${what}`)

function readPartners({ database }: Store, onRead: (readAt: string) => void): readonly JsonObject[] {
  return database
    .prepare('SELECT record, read_at FROM partners ORDER BY place')
    .all()
    .map(([record, readAt]) => {
      onRead(String(readAt))
      return parseJson(String(record)) as JsonObject
    })
}

/** Returns the record of a list: a detailed record, less what only details have, with the number of borrowers. */
function listingOf(detail: JsonObject): JsonObject {
  const listed = Object.entries(detail).filter(
    ([key]) => key in records.loan_listing || !(key in records.loan_detail),
  )
  const borrowers = at(detail, 'borrowers')
  const languages = at(detail, 'description.languages')
  return {
    ...Object.fromEntries(listed),
    ...('description' in detail && { description: languages === undefined ? {} : { languages } }),
    ...(isList(borrowers) && { borrower_count: borrowers.length }),
  }
}
