/** Ids in chunks that fit one request each, dealt out as they come, however many there are. */

import { listSeparator, longestUrl } from '../api/gaps.ts'
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

/** Within so many ids, one that is given twice is asked for once. */
const idsRemembered = 100_000

/**
 * The chunks, in the order of the ids: at most `most` ids each, and no URL longer than the service takes. `build` makes the
 * request for some ids. An error of `ids` is thrown when it is its turn.
 */
export async function* chunkIds(
  ids: AsyncIterable<Id>,
  build: (ids: readonly Id[]) => HttpRequest,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<IdChunk, void> {
  const chunk = (some: readonly Id[]): IdChunk => ({ ids: some, request: build(some) })
  const seen = new SeenIds([], idsRemembered)
  // Each id makes the address longer by itself and a separator.
  const start = build(['0']).url.length
  let ready: Id[] = []
  let length = start
  let isDealt = false
  try {
    for await (const id of ids) {
      if (!seen.add(foldId(String(id)))) continue
      const more = listSeparator.length + encode(String(id)).length
      if (ready.length === most || (ready.length > 0 && length + more > longestUrl)) {
        yield chunk(ready)
        isDealt = true
        ready = []
        length = start
      }
      length += more
      ready.push(id)
    }
  } catch (cause) {
    // Once requests were sent, the ids before the wrong one are still asked for.
    if (isDealt && ready.length > 0) yield chunk(ready)
    throw cause
  }
  if (ready.length > 0) yield chunk(ready)
}
