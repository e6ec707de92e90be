/** What became of records that are no longer in a list: the service is asked for them by id. */
import { type AnyEndpoint, typeOf } from '../api/endpoint.ts'
import { at, sentIdOf } from '../api/records/field-values.ts'
import type { RecordKind, RecordType } from '../api/records/record-types.ts'
import { lenders } from '../commands/resources/lenders.ts'
import { loans } from '../commands/resources/loans.ts'
import { teams } from '../commands/resources/teams.ts'
import { KivaError } from '../core/errors.ts'
import { isObject, type Json } from '../core/json.ts'
import { toAsync } from '../core/lazy.ts'
import { readPages } from './read-pages.ts'
import type { ReadPorts } from './reading.ts'
import { firstIdOf } from './record-ids.ts'

/** The kinds of records that the service shows by id. */
const shownById: Readonly<Partial<Record<RecordKind, AnyEndpoint>>> = {
  loan: loans.endpoints.show,
  lender: lenders.endpoints.show,
  team: teams.endpoints.show,
}

/**
 * Returns what became of each removed record, in order: the status that a loan has now, `not found`, or `no longer in
 * this list` for a record whose status is the same; `undefined` for kinds without an endpoint by id. Sends one request
 * for as many ids as the service takes: 50 loans. Throws `KivaError`.
 */
export async function lookUpRemoved(
  removed: readonly Json[],
  { kind, idFields = [] }: RecordType,
  ports: ReadPorts,
): Promise<readonly (string | undefined)[]> {
  const endpoint = kind && shownById[kind]
  const ids = removed.map((record) => sentIdOf(record, idFields))
  const known = ids.filter((id) => id !== undefined)
  if (!endpoint || known.length === 0) return removed.map(() => undefined)
  const found = new Map<string, Json>()
  try {
    for await (const { records } of readPages({ endpoint, values: {}, ids: toAsync(known) }, ports))
      for (const record of records)
        found.set(firstIdOf(record, typeOf(endpoint).idFields ?? []) ?? '', record)
  } catch (error) {
    if (!(error instanceof KivaError && error.status === 404)) throw error
  }
  return removed.map((record, index) => {
    if (ids[index] === undefined) return undefined
    const shown = found.get(firstIdOf(record, idFields) ?? '')
    if (shown === undefined) return 'not found'
    const status = isObject(shown) ? at(shown, 'status') : undefined
    const isNew = typeof status === 'string' && status !== (isObject(record) && at(record, 'status'))
    return isNew ? status : 'no longer in this list'
  })
}
