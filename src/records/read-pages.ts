/** Readings besides the records of a run: what stages and actions need of the service. */
import type { Page } from '../api/wire/reply.ts'
import { loans } from '../commands/resources/loans.ts'
import { KivaError } from '../core/errors.ts'
import { httpDate } from '../core/time.ts'
import { openReading } from './read.ts'
import type { ReadingRequest, ReadPorts, RecordPage } from './reading.ts'

/** Yields the pages of a request. They are not part of the run's progress. */
export async function* readPages(
  request: Omit<ReadingRequest, 'extra' | 'extent'>,
  ports: ReadPorts,
): AsyncGenerator<RecordPage, void> {
  const emit: ReadPorts['emit'] = (event) => (event.kind === 'page' ? undefined : ports.emit(event))
  const extent = { all: true, limit: undefined, concurrency: 1, strict: false }
  yield* await openReading({ ...request, extra: [], extent }, { ...ports, emit })
}

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

/**
 * Returns when the service sent a page, in milliseconds since the epoch: its `Date`, or `now` without one. A cached
 * page keeps its time.
 */
export function answeredAt({ headers }: Pick<Page, 'headers'>, now: number): number {
  return httpDate(headers['date']) ?? now
}
