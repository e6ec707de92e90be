/** Ids, dealt out in parts that the service takes: as they are read, however many there are. */

import { typeOf, type Value, type Values } from '../api/endpoint.ts'
import { listSeparator, longestUrl } from '../api/gaps.ts'
import { foldId } from '../api/records/fold-id.ts'
import { encode } from '../api/wire/encode.ts'
import { parsePathValue } from '../cli/endpoint-invocation.ts'
import type { EndpointInvocation, InputArgument } from '../cli/invocation.ts'
import type { HttpRequest } from '../ports/http.ts'
import type { Source } from '../ports/streams.ts'
import type { Id } from '../read/record-ids.ts'
import { SeenIds } from '../read/seen-ids.ts'

/** A part of the ids, and the request for it. */
export interface IdChunk {
  readonly ids: readonly Id[]
  readonly request: HttpRequest
}

/** Within so many ids, one that is given twice is asked for once. */
const idsRemembered = 100_000

/**
 * The parts, in the order of the ids; at least one. `name` is the param that takes them, `build` makes the request of
 * some values. Throws `KivaError` of kind `usage`, for a wrong id when it is its turn.
 */
export async function* chunkIds(
  invocation: EndpointInvocation,
  name: string,
  stdin: Pick<Source, 'readLine'>,
  build: (values: Values) => HttpRequest,
  stop: AbortSignal,
): AsyncGenerator<IdChunk, void> {
  const { endpoint, values } = invocation
  const most = typeOf(endpoint).mostIds ?? Number.POSITIVE_INFINITY
  const part = (ids: readonly Id[]): IdChunk => ({ ids, request: build({ ...values, [name]: ids as Value }) })
  const seen = new SeenIds([], idsRemembered)
  // An id more makes the address longer by itself and a separator.
  const start = part(['0']).request.url.length
  let ready: Id[] = []
  let length = start
  let dealt = false
  try {
    for await (const id of readIds(invocation, name, stdin, stop)) {
      if (!seen.add(foldId(String(id)))) continue
      const more = listSeparator.length + encode(String(id)).length
      if (ready.length === most || (ready.length > 0 && length + more > longestUrl)) {
        yield part(ready)
        dealt = true
        ready = []
        length = start
      }
      length += more
      ready.push(id)
    }
  } catch (cause) {
    // Where something has been asked for already, the ids before the wrong one shall not be lost.
    if (dealt && ready.length > 0) yield part(ready)
    throw cause
  }
  if (ready.length > 0) yield part(ready)
}

/** The ids that were asked for, as they are read. Throws `KivaError` of kind `usage` for a wrong one. */
export async function* readIds(
  { path, values, fromInput }: EndpointInvocation,
  name: string,
  stdin: Pick<Source, 'readLine'>,
  stop: AbortSignal,
): AsyncGenerator<Id, void> {
  if (!fromInput) return yield* values[name] as readonly Id[]
  const { label, param } = fromInput
  const parse = (words: readonly string[]) => parsePathValue(path, label, param, words) as readonly Id[]
  let found = false
  for await (const words of wordsOf(fromInput, stdin, stop)) {
    found = true
    yield* parse(words)
  }
  // Says that there is none.
  if (!found) parse([])
}

/** The words of the argument, with those of standard input in place of the dash. */
async function* wordsOf(
  { words }: InputArgument,
  stdin: Pick<Source, 'readLine'>,
  stop: AbortSignal,
): AsyncGenerator<readonly string[], void> {
  for (const word of words) {
    if (word !== '-') yield [word]
    else {
      for (
        let line = await stdin.readLine({ stop });
        line !== undefined;
        line = await stdin.readLine({ stop })
      ) {
        const found = line.split(/[\s,]+/).filter((one) => one !== '')
        if (found.length > 0) yield found
      }
    }
  }
}
