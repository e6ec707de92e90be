/** The records that the store has for each path of the API, as the service would list them. */
import type { Endpoint, Values } from '../api/endpoint.ts'
import { errorCodes } from '../api/gaps.ts'
import { at } from '../api/records/field-values.ts'
import { records } from '../api/records/fields.ts'
import { parseJson } from '../api/wire/json.ts'
import type { lenders } from '../commands/resources/lenders.ts'
import type { loans } from '../commands/resources/loans.ts'
import type { partners } from '../commands/resources/partners.ts'
import { isList, type JsonObject } from '../core/json.ts'
import {
  findAll,
  type Handler,
  type HandlerContext,
  type HandlersFor,
  listRecords,
  type RecordList,
} from '../sandbox/handlers/handler.ts'
import { Refusal } from '../sandbox/http/refusal.ts'
import { openSearch } from './search.ts'
import type { Store } from './store.ts'

interface Lists {
  /** Returns the records of a request. Throws a `Refusal` where it has none. */
  list(endpoint: Endpoint, values: Values, context: HandlerContext): RecordList
  /** Returns whether a path such as `/loans/search` is mirrored. */
  has(path: string): boolean
}

/** Returns the records of each mirrored path. `onRead` is told when a record was read from the service. */
export function openLists(store: Store, onRead: (readAt: string) => void): Lists {
  const mirrored: Mirrored = { store, search: openSearch(store), onRead }
  return {
    list(endpoint, values, context) {
      // The values were validated against the endpoint's own entry, which also defines the handler's type.
      const answer = (handlers as Readonly<Record<string, Handler<Endpoint, Mirrored> | undefined>>)[
        endpoint.path
      ]
      if (!answer) throw noMirrorOf(endpoint.path)
      return answer(mirrored, values as never, context)
    },
    // Lenders are served only if a pull has read the list of one.
    has: (path) =>
      Object.hasOwn(handlers, path) &&
      (!path.startsWith('/lenders/') || store.database.prepare('SELECT 1 FROM my_lists').get() !== undefined),
  }
}

/** What the handlers read. */
interface Mirrored {
  readonly store: Store
  readonly search: ReturnType<typeof openSearch>
  readonly onRead: (readAt: string) => void
}

const handlers: HandlersFor<typeof loans.endpoints, Mirrored> &
  HandlersFor<typeof partners.endpoints, Mirrored> &
  HandlersFor<typeof lenders.endpoints, Mirrored> = {
  '/loans/search': find,
  '/loans/newest': (mirrored) => find(mirrored, { status: ['fundraising'], sort_by: 'newest' }),
  '/loans/:ids': (mirrored, { ids }) => listRecords(findAll('loan', ids, (id) => findLoan(mirrored, id))),
  '/partners': ({ store, onRead }) => listRecords(readPartners(store, onRead)),
  '/lenders/:lender_ids': (mirrored, { lender_ids: ids }) =>
    listRecords(ids.map((id) => findLender(mirrored, id))),
  '/lenders/:lender_id/loans': (mirrored, { lender_id: id, sort_by }) => {
    findLender(mirrored, id)
    const [unread] = mirrored.store.database
      .prepare(
        `SELECT count(*) FROM lender_loans JOIN wanted ON id = loan_id WHERE lender_id = ? AND asked_at IS NULL`,
      )
      .get(id) ?? [0]
    // A shorter list would pass for the whole one.
    if (unread !== 0) throw noMirrorOf(`${unread} of the loans of ${id} yet`)
    return find(mirrored, { lender_id: id, ...(sort_by !== undefined && { sort_by }) })
  },
}

function find(mirrored: Mirrored, values: Values): RecordList {
  const { store, search } = mirrored
  if (values['region'] !== undefined && !store.database.prepare('SELECT 1 FROM countries').get())
    throw noMirrorOf('the field partners, which know the regions')
  const ids = search(values)
  return {
    total: ids.total,
    id: (position) => ids.at(position),
    record: (position) => listingOf(findLoan(mirrored, ids.at(position)) ?? {}),
  }
}

function findLoan({ store, onRead }: Mirrored, id: number): JsonObject | undefined {
  const found = store.loan(id)
  if (found) onRead(found.readAt)
  return found?.record
}

/** Returns a lender whose list of loans was read. */
function findLender({ store, onRead }: Mirrored, id: string): JsonObject {
  const [record, readAt] =
    store.database.prepare('SELECT record, read_at FROM my_lists WHERE id = ?').get(id) ?? []
  if (record === undefined) throw noMirrorOf(`lender ${id}`)
  onRead(String(readAt))
  return parseJson(String(record)) as JsonObject
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
