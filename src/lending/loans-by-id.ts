/** Reads loans by their ids. */
import { loans } from '../commands/resources/loans.ts'
import { KivaError } from '../core/errors.ts'
import { isObject, type JsonObject } from '../core/json.ts'
import { toAsync } from '../core/lazy.ts'
import { readPages } from '../records/read-pages.ts'
import type { ReadPorts } from '../records/reading.ts'

/** Whether an id can be that of a loan: a shortlist may have other ids. */
export const isLoanId = (id: string): boolean => /^[1-9]\d{0,14}$/.test(id)

/** Yields the loans with these ids that the service has. Throws `KivaError`. */
export async function* loansById(ids: readonly string[], ports: ReadPorts): AsyncGenerator<JsonObject> {
  if (ids.length === 0) return
  try {
    for await (const { records } of readPages(
      { endpoint: loans.endpoints.show, values: {}, ids: toAsync(ids) },
      ports,
    ))
      yield* records.filter(isObject)
  } catch (error) {
    if (!(error instanceof KivaError && error.status === 404)) throw error
  }
}
