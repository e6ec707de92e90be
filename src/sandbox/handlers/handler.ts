/** What answers an endpoint of the sandbox: a function from checked values to records. */

import type { Catalogue, Endpoint, ValuesOf } from '../../api/endpoint.ts'
import type { Json, JsonObject } from '../../ports/json.ts'
import type { Account } from '../account.ts'
import { quote, unknownId } from '../http/refusal.ts'
import type { Marketplace } from '../marketplace/model.ts'

/** What a handler may need besides the marketplace and the values. */
export interface HandlerContext {
  readonly catalogue: Catalogue
  /** Of the request, such as `https://localhost:8443`. */
  readonly origin: string
  /** Of the authorized user; there where the endpoint needs one. */
  readonly account: Account | undefined
  /** Milliseconds since the epoch, at the request. */
  readonly now: number
}

/** Records in order; each is made only when it is taken. */
export interface RecordList {
  readonly total: number
  record(position: number): JsonObject
  /** What stands for a record where bare ids are asked for. */
  id(position: number): Json
}

export type Handler<E extends Endpoint> = (
  market: Marketplace,
  values: ValuesOf<E>,
  context: HandlerContext,
) => RecordList

/** Handlers of a resource by path. An endpoint may go without one; a handler without its endpoint does not compile. */
export type HandlersFor<Endpoints extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Endpoints as Endpoints[Name]['path']]?: Handler<Endpoints[Name]>
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

/** Records that are there already. */
export const listRecords = (records: readonly JsonObject[]): RecordList =>
  mapToRecords(records, (record) => record)

/** The things of a list of ids; unknown ones are left out, and 404 only when none is left. */
export function findAll<Id, T>(
  what: string,
  ids: readonly Id[],
  find: (id: Id) => T | undefined,
): readonly T[] {
  const things = new Set(ids.map(find).filter((thing) => thing !== undefined))
  if (things.size === 0) throw unknownId(`There is no ${what} ${quote(ids.join(', '))}`)
  return [...things]
}

/** The thing of an id. Throws a `Refusal` with status 404. */
export function findOne<Id, T>(what: string, id: Id, find: (id: Id) => T | undefined): T {
  return findAll(what, [id], find)[0] as T
}
