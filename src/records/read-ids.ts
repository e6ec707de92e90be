/** Reads the ids of a request from its words, and from standard input in place of `-`. */
import { type AnyEndpoint, typeOf, type Values } from '../api/endpoint.ts'
import type { Source } from '../core/streams.ts'
import type { InputArgument, RecordsRequest } from './request.ts'

type RequestParts = Pick<RecordsRequest, 'endpoint' | 'values' | 'fromInput'>

/**
 * Yields the ids of the param `name` as they are read. Throws `KivaError` of kind `usage` on reaching an
 * invalid id.
 */
export async function* readIds(
  { endpoint, values, fromInput }: RequestParts,
  name: string,
  stdin: Pick<Source, 'readLine'>,
  stop: AbortSignal,
): AsyncGenerator<string | number, void> {
  if (!fromInput) return yield* values[name] as readonly (string | number)[]
  const parse = (words: readonly string[]) => fromInput.parse(words) as readonly (string | number)[]
  let isFound = false
  for await (const ids of idsOf(endpoint, fromInput, stdin, stop, parse)) {
    isFound = true
    yield* ids
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
  stdin: Pick<Source, 'readLine'>,
  stop: AbortSignal,
): Promise<Values> {
  if (!fromInput || endpoint.finds !== undefined) return values
  const words: string[] = []
  for await (const ids of idsOf(endpoint, fromInput, stdin, stop, (ids) => ids)) words.push(...ids)
  return { ...values, [fromInput.name]: fromInput.parse(words) }
}

async function* idsOf<T>(
  endpoint: AnyEndpoint,
  { name, words }: InputArgument,
  stdin: Pick<Source, 'readLine'>,
  stop: AbortSignal,
  parse: (words: readonly string[]) => T,
): AsyncGenerator<T, void> {
  for (const word of words) {
    if (word !== '-') {
      yield parse([word])
      continue
    }
    const { readInput } = await import('./input-ids.ts')
    yield* readInput(stdin, stop, endpoint.params[name]?.pageOf ?? typeOf(endpoint).kind, parse)
  }
}
