/** Readings that a stage needs besides the records of the run. */

import { openReading } from '../read/open-reading.ts'
import type { ReadingRequest, ReadPorts, RecordPage } from '../read/reading.ts'

/** Yields the pages of a request. They are not part of the run's progress. */
export async function* readPages(
  request: Omit<ReadingRequest, 'extra' | 'extent'>,
  ports: ReadPorts,
): AsyncGenerator<RecordPage, void> {
  const emit: ReadPorts['emit'] = (event) => (event.kind === 'page' ? undefined : ports.emit(event))
  const extent = { all: true, limit: undefined, concurrency: 1, strict: false }
  yield* await openReading({ ...request, extra: [], extent }, { ...ports, emit })
}
