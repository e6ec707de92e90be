/** The requests of an invocation. */
import type { Catalogue } from '../api/endpoint.ts'
import { type AnyEndpoint, listedParam, type Value, type Values } from '../api/endpoint.ts'
import { recordTypeOf } from '../api/record-types.ts'
import { buildRequest } from '../api/request.ts'
import { checkSiblings } from '../api/siblings.ts'
import { parsePathValue } from '../cli/endpoint-invocation.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import type { HttpRequest, Settings, World } from '../context.ts'
import { KivaError } from '../errors.ts'

/**
 * Every request that an invocation takes, built once, before anything is opened: a wrong id is told without a
 * connection. Throws `KivaError` of kind `usage`.
 */
export async function planRequests(
  invocation: EndpointInvocation,
  { baseUrl, appId }: Pick<Settings, 'baseUrl' | 'appId'>,
  stdin: World['stdin'],
  catalogue: Catalogue,
): Promise<{ readonly values: Values; readonly requests: readonly HttpRequest[] }> {
  const { endpoint, wire, extra } = invocation
  const values = await allValues(invocation, stdin)
  const chunks = chunksOf(endpoint, values)
  if (wire && chunks.length > 1) {
    throw new KivaError('usage', '--wire is one document, and one document takes fewer ids', {
      hint: 'Give fewer ids at a time, or leave --wire out: kiva joins records, not documents.',
    })
  }
  const options = { baseUrl, appId, format: wire ?? 'json', extra } as const
  const requests = chunks.map((chunk) => {
    checkSiblings(endpoint, chunk, catalogue)
    return buildRequest(endpoint, chunk, options)
  })
  return { values, requests }
}

/** The values, with those that are still on standard input. */
async function allValues(
  { path, values, fromInput }: EndpointInvocation,
  stdin: World['stdin'],
): Promise<Values> {
  if (!fromInput) return values
  const read = (await stdin.readAll()).split(/\s+/).filter((word) => word !== '')
  const words = fromInput.words.flatMap((word) => (word === '-' ? read : [word]))
  return { ...values, [fromInput.name]: parsePathValue(path, fromInput.label, fromInput.param, words) }
}

/** The values in parts that the service takes: one, but for a list of ids that is too long. */
function chunksOf(endpoint: AnyEndpoint, values: Values): readonly Values[] {
  const name = listedParam(endpoint)
  const size = recordTypeOf(endpoint.returns).mostIds
  if (name === undefined || size === undefined) return [values]
  const ids = values[name] as readonly (string | number)[]
  const starts = Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => index * size)
  return starts.map((start): Values => ({ ...values, [name]: ids.slice(start, start + size) as Value }))
}
