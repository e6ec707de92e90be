/** A handler answers an endpoint of the sandbox: a function from validated values to records. */

import type { Catalogue, Endpoint, ValuesOf } from '../../api/endpoint.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { quote, unknownId } from '../http/refusal.ts'
import type { Account, Marketplace } from '../marketplace/model.ts'

/** Input of a handler besides the marketplace and the values. */
export interface HandlerContext {
  readonly catalogue: Catalogue
  /** Origin of the request, such as `https://localhost:8443`. */
  readonly origin: string
  /** Account of the authorized user. Present if the endpoint requires authorization. */
  readonly account: Account | undefined
  /** Time of the request, in milliseconds since the epoch. */
  readonly now: number
}

/** Records in order. Each record is generated only when it is read. */
export interface RecordList {
  readonly total: number
  record(position: number): JsonObject
  /** Returns the id that replaces a record when the request asks for ids only. */
  id(position: number): Json
}

/** `Source` has the records: the marketplace, or the mirror. */
export type Handler<E extends Endpoint, Source = Marketplace> = (
  source: Source,
  values: ValuesOf<E>,
  context: HandlerContext,
) => RecordList

/**
 * Handlers of a resource, by path. An endpoint may lack a handler; a handler without an endpoint does not
 * compile.
 */
export type HandlersFor<Endpoints extends Readonly<Record<string, Endpoint>>, Source = Marketplace> = {
  readonly [Name in keyof Endpoints as Endpoints[Name]['path']]?: Handler<Endpoints[Name], Source>
}

export function mapToRecords<T>(
  items: readonly T[],
  record: (item: T) => JsonObject,
  id?: (item: T) => Json,
): RecordList {
  return {
    total: items.length,
    record: (position) => record(items[position] as T),
    id: (position) => (id ? id(items[position] as T) : null),
  }
}

/** Returns a list of records that already exist. */
export const listRecords = (records: readonly JsonObject[]): RecordList =>
  mapToRecords(records, (record) => record)

/**
 * Returns the items with the given ids, without duplicates, and skips unknown ids. Throws a `Refusal` with
 * status 404 if all ids are unknown.
 */
export function findAll<Id, T>(
  what: string,
  ids: readonly Id[],
  find: (id: Id) => T | undefined,
): readonly T[] {
  const found = new Set(ids.map(find).filter((thing) => thing !== undefined))
  if (found.size === 0)
    throw unknownId(`${what}${ids.length > 1 ? 's' : ''} ${quote(ids.join(', '))} not found`)
  return [...found]
}

/** Returns the item with the given id. Throws a `Refusal` with status 404 if the id is unknown. */
export function findOne<Id, T>(what: string, id: Id, find: (id: Id) => T | undefined): T {
  return findAll(what, [id], find)[0] as T
}
