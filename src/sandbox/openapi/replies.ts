/** The replies of an endpoint, by status. */
import { type Endpoint, typeOf, type WireFormat } from '../../api/endpoint.ts'
import { errorCodes, extraParameters } from '../../api/gaps.ts'
import { mediaTypes } from '../../api/wire/request.ts'
import type { JsonObject } from '../../ports/json.ts'
import { schemaOfType } from './schemas.ts'

const limit = { type: 'integer', minimum: 0 } as const

/** Headers about the rate limit, by name. Only searches send the specific ones. */
export const headers: JsonObject = {
  'X-RateLimit-Overall-Limit': { description: 'requests that a minute allows', schema: limit },
  'X-RateLimit-Overall-Remaining': { description: 'those that are left', schema: limit },
  'X-RateLimit-Specific-Limit': { description: 'searches that a minute allows', schema: limit },
  'X-RateLimit-Specific-Remaining': { description: 'those that are left', schema: limit },
}

/**
 * Errors by status. 404 applies to endpoints with ids in their path, 401 to endpoints that require
 * authorization, and the others to all endpoints.
 */
const refusals = {
  400: `A parameter is wrong: ${errorCodes.parameter}.`,
  401: `The request is not signed, or not well: ${errorCodes.credentials}, or oauth. with the name of the problem.`,
  403: `The rate limit is used up: ${errorCodes.rateLimit}; or a signed request came over plain HTTP.`,
  404: `Nothing has that id: ${errorCodes.invalidIdentifier}.`,
  503: `The service is being looked after: ${errorCodes.maintenance}.`,
} as const

export function repliesOf(
  endpoint: Endpoint,
  format: WireFormat,
  { takesIds }: { readonly takesIds: boolean },
): JsonObject {
  const statuses = [
    400,
    ...(endpoint.auth ? ([401] as const) : []),
    403,
    ...(takesIds ? ([404] as const) : []),
    503,
  ] as const
  // RSS cannot express an error. XML is the closest format.
  const written = format === 'rss' ? 'xml' : format
  return {
    200: {
      description: endpoint.brief,
      headers: limitHeaders(endpoint),
      content: content(format, wrapperOf(endpoint)),
    },
    ...Object.fromEntries(statuses.map((status) => [status, refusal(endpoint, written, status)])),
  }
}

function refusal(endpoint: Endpoint, format: WireFormat, status: keyof typeof refusals): JsonObject {
  return {
    description: refusals[status],
    ...(status !== 503 && { headers: limitHeaders(endpoint) }),
    content: content(format, { $ref: '#/components/schemas/error' }),
  }
}

/** Only JSON has a detailed schema. */
function content(format: WireFormat, schema: JsonObject): JsonObject {
  return { [mediaTypes[format]]: { schema: format === 'json' ? schema : { type: 'string' } } }
}

function limitHeaders({ path }: Endpoint): JsonObject {
  const names = Object.keys(headers).filter((name) => path.endsWith('/search') || name.includes('Overall'))
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/**
 * Returns the schema of wrapped records: a single object for some types, otherwise a list, with `paging` if
 * the endpoint has pages.
 */
function wrapperOf(endpoint: Endpoint): JsonObject {
  const { returns, paged, path } = endpoint
  const { key, single } = typeOf(endpoint)
  const record = schemaOfType(returns)
  const items = extraParameters.ids_only.paths.includes(path)
    ? { anyOf: [record, { type: 'integer', description: 'with ids_only' }] }
    : record
  return {
    type: 'object',
    properties: {
      ...(paged && { paging: { $ref: '#/components/schemas/paging' } }),
      [key]: single ? record : { type: 'array', items },
    },
    required: [...(paged ? ['paging'] : []), key],
    additionalProperties: true,
  }
}
