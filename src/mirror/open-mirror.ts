/**
 * `--mirror`: answers from the store as the service would, behind the same interface as the network. What the store does
 * not have is refused, and never made up.
 */
import type { Catalogue, Endpoint, Values } from '../api/endpoint.ts'
import { errorCodes } from '../api/gaps.ts'
import { sandboxOrigin } from '../api/origins.ts'
import { at } from '../api/records/field-values.ts'
import { records } from '../api/records/fields.ts'
import { parseJson } from '../api/wire/json.ts'
import { problemOf } from '../api/wire/problem.ts'
import type { World } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { HttpReply, HttpRequest, Send } from '../core/http.ts'
import { isList, type JsonObject } from '../core/json.ts'
import type { MirrorFacts } from '../sandbox/document.ts'
import { planFaults } from '../sandbox/faults.ts'
import { findAll, listRecords, type RecordList } from '../sandbox/handlers/handler.ts'
import {
  createDataRoutes,
  type DataService,
  isDataPath,
  limitRequest,
} from '../sandbox/http/data-requests.ts'
import { noSuchPath, Refusal } from '../sandbox/http/refusal.ts'
import { replyWithRefusal } from '../sandbox/http/reply.ts'
import { createRouter, type Route, splitSuffix } from '../sandbox/http/router.ts'
import { seedRandom } from '../sandbox/marketplace/random.ts'
import { openSearch } from './search.ts'
import { readStore, type Store, storeName } from './store.ts'

/**
 * Returns a `Send` that answers from the store. It throws `KivaError` of kind `network` for what is not mirrored. Throws
 * `KivaError` of kind `config` if there is no store.
 */
export async function openMirror(
  world: Pick<World, 'database' | 'now'>,
  catalogue: Catalogue,
): Promise<Send> {
  const handle = createMirror(readStore(await world.database(storeName)), catalogue, world.now)
  return async (request, signal) => {
    signal.throwIfAborted()
    const reply = await handle(request)
    if (reply.status !== notMirrored) return reply
    // The refusal says what is missing.
    throw new KivaError(
      'network',
      problemOf(reply, world.now())?.sentence ?? 'the mirror does not have this',
      {
        hint: (kiva) =>
          `It has loans, field partners and the loans of @me, as ${kiva('mirror pull')} read them. Leave out --mirror to read from the service.`,
      },
    )
  }
}

/**
 * Returns whom `@me` stands for in the mirror: the lender whose list a pull read last, else `lender`, that of the settings.
 * Throws `KivaError` of kind `auth` if there is neither, and of kind `config` if there is no store.
 */
export async function findMirrorMe(
  { database }: Pick<World, 'database'>,
  lender: string | undefined,
): Promise<string> {
  const store = readStore(await database(storeName))
  const [pulled] = store.database.prepare('SELECT id FROM lenders ORDER BY read_at DESC').get() ?? []
  store.close()
  if (typeof pulled === 'string') return pulled
  if (lender !== undefined) return lender
  throw new KivaError('auth', 'no lender id for @me: the mirror has no list of your loans', {
    hint: (kiva) =>
      `Log in with ${kiva('login')}, or name the lender with ${kiva('config set lender <lender id>')}. Then ${kiva('mirror pull')} reads the list.`,
  })
}

/** Status 501, Not Implemented (RFC 9110, section 15.6.2): the mirror cannot answer this path for any id. */
const notMirrored = 501

/**
 * Returns the mirror of a store as a function from request to reply. What is not mirrored has status 501. `routesOf` adds
 * routes besides the data API.
 */
export function createMirror(
  store: Store,
  catalogue: Catalogue,
  now: () => number,
  routesOf: (mirror: MirrorFacts) => readonly Route[] = () => [],
): (request: HttpRequest) => Promise<HttpReply> {
  const noFaults = planFaults([], seedRandom(0))()
  /** When the oldest record of the reply in the making was read. */
  let oldest: string | undefined
  const { list, has } = openLists(store, (readAt) => {
    if (oldest === undefined || readAt < oldest) oldest = readAt
  })
  const mirror: MirrorFacts = {
    get about() {
      const origin = store.origin()
      if (origin === undefined) return 'It has no loans yet'
      return origin === sandboxOrigin ? 'Loans of the sandbox (made up)' : `Loans of ${origin}`
    },
    has,
  }
  const service: DataService = {
    catalogue,
    list,
    now,
    clock: now,
    // Nothing here is limited, so there is nothing to tell about limits.
    limiter: { count: () => ({}) },
    authorize: () => {
      throw noMirrorOf('what needs a login')
    },
    onRecord: () => {},
    mirror,
  }
  const findRoute = createRouter([...createDataRoutes(service), ...routesOf(mirror)])
  const answer = (request: HttpRequest, url: URL) => {
    const found = findRoute(url.pathname)
    if (!found) throw noSuchPath(url.pathname)
    const { format } = splitSuffix(url.pathname)
    return found.route.answer(request, { url, activeFaults: noFaults, format, inPath: found.inPath })
  }
  const answerOther = async (request: HttpRequest, url: URL) => {
    try {
      return await answer(request, url)
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem
      // The documented addresses of token calls have no suffix, and answer programs.
      return replyWithRefusal(
        problem,
        /_token(?:\.json)?$/.test(url.pathname) ? 'json' : 'html',
        url,
        {},
        mirror,
      )
    }
  }
  return async (request) => {
    if (!URL.canParse(request.url)) return { status: 400, headers: {}, body: new Uint8Array() }
    const url = new URL(request.url)
    if (!isDataPath(url.pathname)) return answerOther(request, url)
    oldest = undefined
    const pending = limitRequest(service, url, noFaults, () => answer(request, url))
    // The records are read before the first wait, so that requests at the same time do not mix their ages.
    const readAt = oldest === undefined ? now() : Date.parse(oldest)
    const cacheAge = Math.max(0, now() - readAt)
    const reply = await pending
    // The age of the reply is that of its oldest record: values that depend on the time are as of then.
    const headers = { date: new Date(readAt).toUTCString(), age: String(Math.floor(cacheAge / 1000)) }
    return { ...reply, headers: { ...reply.headers, ...headers }, cacheAge }
  }
}

export const noMirrorOf = (what: string) =>
  new Refusal(notMirrored, errorCodes.notMirrored, `the mirror does not have ${what}`)

/** Returns the records of each mirrored path. `onRead` is told when a record was read from the service. */
function openLists(
  store: Store,
  onRead: (readAt: string) => void,
): Pick<DataService, 'list'> & Pick<MirrorFacts, 'has'> {
  const search = openSearch(store)
  const loan = (id: number) => {
    const found = store.loan(id)
    if (found) onRead(found.readAt)
    return found?.record
  }
  /** A lender whose list of loans was read. */
  const lender = (id: string) => {
    const [record, readAt] =
      store.database.prepare('SELECT record, read_at FROM lenders WHERE id = ?').get(id) ?? []
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
    list: (endpoint: Endpoint, values) => {
      const answer = lists[endpoint.path]
      if (!answer) throw noMirrorOf(endpoint.path)
      return answer(values)
    },
    // Lenders are served only if a pull has read the list of one.
    has: (path) =>
      Object.hasOwn(lists, path) &&
      (!path.startsWith('/lenders/') || store.database.prepare('SELECT 1 FROM lenders').get() !== undefined),
  }
}

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
