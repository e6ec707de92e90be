/** What an endpoint of the sandbox is made of: a function from checked values to what was found. */

import type { Endpoint, ValuesOf } from '../../api/endpoint.ts'
import type { Catalogue } from '../../commands/index.ts'
import type { Json, JsonObject } from '../../context.ts'
import { unknownId } from '../http/refusal.ts'
import type { Marketplace } from '../marketplace/model.ts'

/** The private account of an authorized user. */
export interface Account {
  readonly id: number
  readonly first_name: string
  readonly last_name?: string
  readonly lender_id?: string
  readonly is_public: boolean
  readonly is_developer: boolean
}

/** What an answer may need besides the marketplace and the values. */
export interface HandlerContext {
  readonly catalogue: Catalogue
  /** Of the request, such as `https://localhost:8443`. */
  readonly origin: string
  /** Of the authorized user; there where the endpoint needs one. */
  readonly account: Account | undefined
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
  asked: HandlerContext,
) => RecordList

/** One answer for each endpoint of a resource, by path: a missing one does not compile. */
export type HandlersFor<Endpoints extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Endpoints as Endpoints[Name]['path']]: Handler<Endpoints[Name]>
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
  const things = [...new Set(ids)].map(find).filter((thing) => thing !== undefined)
  if (things.length === 0) throw unknownId(`There is no ${what} ${ids.join(', ')}`)
  return things
}

/** The thing of an id. Throws a `Refusal` with status 404. */
export function findOne<Id, T>(what: string, id: Id, find: (id: Id) => T | undefined): T {
  return findAll(what, [id], find)[0] as T
}
