/** Splits a stream of ids, however long, into chunks that fit one request each. */

import { listSeparator, maxUrlLength } from '../api/gaps.ts'
import { foldId } from '../api/records/fold-id.ts'
import { encode } from '../api/wire/encode.ts'
import type { HttpRequest } from '../ports/http.ts'
import type { Id } from './record-ids.ts'
import { SeenIds } from './seen-ids.ts'

/** Some of the ids, and the request for them. */
export interface IdChunk {
  readonly ids: readonly Id[]
  readonly request: HttpRequest
}

/** Number of ids remembered: a repeat within them is requested only once. */
const maxRememberedIds = 100_000

/**
 * Yields the chunks in the order of the ids, each with at most `maxIds` ids and a URL within the limit. `build`
 * creates the request for some ids. An error of `ids` is thrown after the chunks before it.
 */
export async function* chunkIds(
  ids: AsyncIterable<Id>,
  build: (ids: readonly Id[]) => HttpRequest,
  maxIds = Number.POSITIVE_INFINITY,
): AsyncGenerator<IdChunk, void> {
  const chunk = (some: readonly Id[]): IdChunk => ({ ids: some, request: build(some) })
  const seen = new SeenIds([], maxRememberedIds)
  // Each id adds itself and a separator to the URL.
  const start = build(['0']).url.length
  let ready: Id[] = []
  let length = start
  let hasYielded = false
  try {
    for await (const id of ids) {
      if (!seen.add(foldId(String(id)))) continue
      const more = listSeparator.length + encode(String(id)).length
      if (ready.length === maxIds || (ready.length > 0 && length + more > maxUrlLength)) {
        yield chunk(ready)
        hasYielded = true
        ready = []
        length = start
      }
      length += more
      ready.push(id)
    }
  } catch (cause) {
    // Once requests were sent, the ids before the invalid one are still requested.
    if (hasYielded && ready.length > 0) yield chunk(ready)
    throw cause
  }
  if (ready.length > 0) yield chunk(ready)
}
