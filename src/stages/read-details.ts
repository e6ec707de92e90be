import { loans } from '../commands/resources/loans.ts'
import { KivaError } from '../errors.ts'
import type { ReadPorts, RecordPage } from '../read/reading.ts'
import { readPages } from './read-pages.ts'

/**
 * Yields the detailed records of loans, as many in one request as the service allows. Yields nothing more if the
 * service has none of them.
 */
export async function* readDetails(
  ids: AsyncIterable<string>,
  ports: ReadPorts,
): AsyncGenerator<RecordPage, void> {
  try {
    yield* readPages({ endpoint: loans.endpoints.show, values: {}, ids }, ports)
  } catch (error) {
    if (!(error instanceof KivaError && error.status === 404)) throw error
  }
}
