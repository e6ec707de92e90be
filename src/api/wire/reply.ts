/** Decodes a reply of the service, in its own wrapper, into one normal form. Tolerates variations. Pure. */
import { KivaError } from '../../core/errors.ts'
import { foreign, type Sentence, sentence, summarizeNames } from '../../core/foreign-text.ts'
import type { HttpReply } from '../../core/http.ts'
import { isList, isObject, type Json, type JsonObject } from '../../core/json.ts'
import { type AnyEndpoint, typeOf } from '../endpoint.ts'
import type { RecordType } from '../records/record-types.ts'
import { parseJson } from './json.ts'
import { bodyText, problemIn, problemOf, problemOfPage } from './problem.ts'

/** The position of a page within the list, from the wrapper's `paging`. */
export interface Paging {
  /** The service's page number, usually from 1; `undefined` if missing. */
  readonly page: number | undefined
  readonly total: number
  readonly page_size: number
  readonly pages: number
}

/** The normal form of every reply. */
export interface Page {
  /** In the service's order. Records are objects, or bare ids if the user sent `--param ids_only=true`. */
  readonly records: readonly Json[]
  /** Whether the reply has one record that is not in a list (`release`, `user_account`). */
  readonly single: boolean
  readonly paging: Paging | undefined
  /** The reply's headers with lower-case names; they include rate limits. */
  readonly headers: HttpReply['headers']
  /** Milliseconds since the service sent the reply; set for a reply from the cache. */
  readonly cacheAge?: number | undefined
  /**
   * A note to the user on how the reply was decoded. It is the same for all pages, so one message is enough.
   */
  readonly note?: string | undefined
}

/**
 * Decodes a JSON reply to `endpoint`. Missing and new fields are normal. The list is found under its
 * documented key, else as the only array of objects; for an unknown record type, any content is accepted.
 * Throws `KivaError`: the service's refusal by kind, or `bug` for a reply that cannot be decoded. `now` is in
 * milliseconds, for `Retry-After` dates.
 */
export function decodeReply(endpoint: Pick<AnyEndpoint, 'returns'>, reply: HttpReply, now: number): Page {
  const problem = problemOf(reply, now)
  if (problem) throw problem
  const { text, note } = bodyText(reply)
  const body = parseBody(text, reply)
  const problemInside = problemIn(reply, body, now)
  if (problemInside) throw problemInside
  const paging = pagingOf(body)
  const found =
    endpoint.returns === undefined
      ? findAny(body, pagingIn(body))
      : findDocumented(body, typeOf(endpoint), paging)
  return { ...found, paging, headers: reply.headers, cacheAge: reply.cacheAge, note }
}

function parseBody(text: string, reply: HttpReply): JsonObject {
  if (text.trim() === '') throw undecodable('it is empty')
  let value: Json
  try {
    value = parseJson(text)
  } catch (cause) {
    if (cause instanceof RangeError) throw undecodable(`it is ${cause.message}`, cause)
    const page = problemOfPage(reply, 'JSON')
    if (page) throw page
    // The message shortens this later, because masking needs whole secrets.
    const beginning = foreign(text.slice(0, 1_000), 40)
    throw undecodable(sentence`invalid JSON that begins with "${beginning}"`, cause)
  }
  if (!isObject(value)) throw undecodable('it is not a JSON object')
  return value
}

type FoundRecords = Pick<Page, 'records' | 'single'>

function findDocumented(
  body: JsonObject,
  { key, single }: RecordType,
  paging: Paging | undefined,
): FoundRecords {
  const records = single ? findSingle(body, key) : findList(body, key, paging)
  if (records === undefined) throw notFound(key, body)
  return { records, single: single === true }
}

function findList(body: JsonObject, key: string, paging: Paging | undefined): readonly Json[] | undefined {
  const documented = body[key]
  if (Array.isArray(documented)) return documented
  if (isObject(documented)) return [documented]
  // Null and "" mean an absent value, here an empty list.
  if (documented === null || documented === '') return []
  if (documented !== undefined) throw undecodable(sentence`"${key}" is not a list`)
  const lists = Object.values(body).filter(isListOfObjects)
  if (lists.length === 1) return lists[0]
  // The live service omits empty keys: a page without a list is an empty page.
  return paging ? [] : undefined
}

function findSingle(body: JsonObject, key: string): readonly Json[] | undefined {
  const documented = body[key]
  if (isObject(documented)) return [documented]
  const objects = Object.values(body).filter((value) => isObject(value) && value !== pagingIn(body))
  return objects.length === 1 ? objects : undefined
}

function pagingOf(body: JsonObject): Paging | undefined {
  const raw = pagingIn(body)
  if (!isObject(raw)) return undefined
  const total = count(raw['total'])
  const page_size = count(raw['page_size'])
  if (total === undefined) return undefined
  const pages = count(raw['pages']) ?? (page_size ? Math.ceil(total / page_size) : 1)
  return { page: count(raw['page']), total, page_size: page_size ?? total, pages }
}

/** Bulk snapshots of the service call it `header`. */
const pagingIn = (body: JsonObject) => body['paging'] ?? body['header']

/** Reads a whole number from 0 up, as a number or in a string; anything else counts as missing. */
function count(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

function notFound(key: string, body: JsonObject): KivaError {
  const keys = Object.keys(body)
  const there = keys.length > 0 ? sentence`has the keys ${summarizeNames(keys)}` : 'has no keys'
  return undecodable(sentence`it has no "${key}"; it ${there}`)
}

function undecodable(words: string | Sentence, cause?: unknown): KivaError {
  return new KivaError('bug', sentence`cannot decode the response: ${words}`, {
    hint: 'See the whole response with --wire json.',
    cause,
  })
}

/**
 * Finds the records in a reply of unknown record type: the only list, else the only object, else the whole reply, so
 * that nothing is lost. `paging` does not count as content.
 */
export function findAny(body: JsonObject, paging: Json | undefined): FoundRecords {
  const values = Object.values(body).filter((value) => value !== paging)
  const list = onlyList(values, paging !== undefined)
  if (list) return { records: list, single: false }
  const objects = values.filter(isObject)
  const [only = body] = objects.length === 1 ? objects : []
  return { records: [only], single: true }
}

function onlyList(values: readonly Json[], paged: boolean): readonly Json[] | undefined {
  const lists = values.filter(isList)
  const ofObjects = lists.filter(isListOfObjects)
  if (ofObjects.length === 1) return ofObjects[0]
  // Next to other values, a list of bare values is a field of a record; the live service omits empty lists.
  if (lists.length === 1 && (paged || values.length === 1)) return lists[0]
  return paged && values.length === 0 ? [] : undefined
}

/** Returns whether a value is a non-empty list of objects. */
function isListOfObjects(value: Json): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}
