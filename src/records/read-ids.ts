/** Reads the ids of a request from its words, and from standard input in place of `-`. */
import type { Value, Values } from '../api/endpoint.ts'
import type { Source } from '../core/streams.ts'
import type { InputArgument, RecordsRequest } from './request.ts'

type RequestParts = Pick<RecordsRequest, 'endpoint' | 'values' | 'fromInput'>

/**
 * Yields the ids of the param `name` as they are read. Throws `KivaError` of kind `usage` on reaching an
 * invalid id.
 */
export async function* readIds(
  { values, fromInput }: RequestParts,
  name: string,
  stdin: Pick<Source, 'readLine'>,
  stop: AbortSignal,
): AsyncGenerator<string | number, void> {
  if (!fromInput) return yield* values[name] as readonly (string | number)[]
  const parse = (words: readonly string[]) => fromInput.parse(words) as readonly (string | number)[]
  let isFound = false
  for await (const words of wordsOf(fromInput, stdin, stop)) {
    isFound = true
    yield* parse(words)
  }
  // Throws the error for a missing value.
  if (!isFound) parse([])
}

/**
 * Returns the values of an endpoint that takes one id, which may come from standard input. Throws
 * `KivaError` of kind `usage`.
 */
export async function readValues(
  { endpoint, values, fromInput }: RequestParts,
  stdin: Pick<Source, 'readAll'>,
): Promise<Values> {
  if (!fromInput || endpoint.finds !== undefined) return values
  const words = (await stdin.readAll()).split(/\s+/).filter((word) => word !== '')
  const value: Value = fromInput.parse(words)
  return { ...values, [fromInput.name]: value }
}

async function* wordsOf(
  { words }: InputArgument,
  stdin: Pick<Source, 'readLine'>,
  stop: AbortSignal,
): AsyncGenerator<readonly string[], void> {
  for (const word of words) {
    if (word !== '-') {
      yield [word]
      continue
    }
    let line = await stdin.readLine({ stop })
    while (line !== undefined) {
      const found = line.split(/[\s,]+/).filter((word) => word !== '')
      if (found.length > 0) yield found
      line = await stdin.readLine({ stop })
    }
  }
}
