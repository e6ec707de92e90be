/** Reads the ids of a command from its words, and from standard input in place of `-`. */
import type { Value, Values } from '../api/endpoint.ts'
import type { Source } from '../ports/streams.ts'
import { parsePathValue } from './endpoint-invocation.ts'
import type { EndpointInvocation, InputArgument } from './invocation.ts'

type InvocationParts = Pick<EndpointInvocation, 'path' | 'values' | 'fromInput'>

/**
 * Yields the ids of the param `name` as they are read. Throws `KivaError` of kind `usage` on reaching an
 * invalid id.
 */
export async function* readIds(
  { path, values, fromInput }: InvocationParts,
  name: string,
  stdin: Pick<Source, 'readLine'>,
  stop: AbortSignal,
): AsyncGenerator<string | number, void> {
  if (!fromInput) return yield* values[name] as readonly (string | number)[]
  const { label, param } = fromInput
  const parse = (words: readonly string[]) =>
    parsePathValue(path, label, param, words) as readonly (string | number)[]
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
  { path, values, fromInput }: InvocationParts,
  stdin: Pick<Source, 'readAll'>,
): Promise<Values> {
  if (!fromInput) return values
  const words = (await stdin.readAll()).split(/\s+/).filter((word) => word !== '')
  const value: Value = parsePathValue(path, fromInput.label, fromInput.param, words)
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
