/**
 * `/openapi.json`: the data API as an OpenAPI 3.1 document, derived from the catalogue and the record types
 * by pure functions.
 */
import {
  type Catalogue,
  type Endpoint,
  formatsOf,
  type Param,
  paramsOf,
  pathNames,
  typeOf,
  type WireFormat,
} from '../api/endpoint.ts'
import { errorCodes, extraParameters, suffix } from '../api/gaps.ts'
import { records } from '../api/records/fields.ts'
import type { RecordName } from '../api/records/record-types.ts'
import { paramSchema, recordSchema } from '../api/schema.ts'
import { apiPrefix, mediaTypes } from '../api/wire/request.ts'
import type { JsonObject } from '../core/json.ts'
import { version } from '../core/version.ts'
import { providerPaths } from './oauth/provider-paths.ts'
import type { Site } from './site.ts'

/** Returns the document of a service at an origin such as `https://localhost:8443`. */
export function openApiOf(catalogue: Catalogue, origin: string, site: Site): JsonObject {
  const endpoints = Object.entries(catalogue).flatMap(([tag, { endpoints }]) =>
    Object.entries(endpoints).map(([verb, endpoint]) => ({ tag, verb, endpoint })),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: `Micro-lending marketplace, as the ${site.name} of kiva serves it`,
      version,
      description: `${site.description} ${formatsAndFields}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: Object.entries(catalogue).map(([name, { brief }]) => ({ name, description: brief })),
    security: [{}],
    paths: Object.fromEntries(
      endpoints.flatMap(({ tag, verb, endpoint }) =>
        formatsOf(endpoint).map((format) => [
          pathOf(endpoint, format),
          { get: operation({ tag, verb, endpoint, format, site }) },
        ]),
      ),
    ),
    components: {
      schemas: recordSchemas(endpoints.map(({ endpoint }) => endpoint.returns)),
      parameters: commonParameters,
      ...(site.isLimited && { headers }),
      ...(site.preferences !== undefined && { securitySchemes }),
    },
  }
}

const formatsAndFields =
  'A path without a suffix returns HTML. The fields come from recorded responses: records may have more of them, and an optional field may be missing or null, with the same meaning.'

/** Returns the path with `{name}` in place of `:name`. */
function pathOf({ path }: Endpoint, format: WireFormat): string {
  return apiPrefix + path.replace(/:(\w+)/g, '{$1}') + suffix[format]
}

interface Described {
  readonly tag: string
  readonly verb: string
  readonly endpoint: Endpoint
  readonly format: WireFormat
  readonly site: Site
}

function operation({ tag, verb, endpoint, format, site }: Described): JsonObject {
  return {
    operationId: `${tag}_${verb}_${format}`,
    summary: endpoint.brief,
    tags: [tag],
    ...(endpoint.auth && { security: [{ oauth1: [] }] }),
    parameters: parametersOf(endpoint),
    responses: repliesOf(endpoint, format, site),
  }
}

/** Parameters of every endpoint. */
const commonParameters: JsonObject = {
  app_id: {
    name: 'app_id',
    in: 'query',
    description: 'the calling application, in reverse DNS notation',
    schema: { type: 'string' },
  },
}

/** Returns the parameters in the order of the catalogue. Path parameters are required. */
function parametersOf(endpoint: Endpoint): readonly JsonObject[] {
  const pathParams = pathNames(endpoint)
  const documented = Object.entries(paramsOf(endpoint)).map(([name, param]) =>
    pathParams.includes(name) ? pathParameter(name, param, endpoint) : queryParameter(name, param),
  )
  const references = Object.keys(commonParameters).map((name) => ({
    $ref: `#/components/parameters/${name}`,
  }))
  return [...documented, ...extrasOf(endpoint), ...references]
}

function pathParameter(name: string, param: Param, endpoint: Endpoint): JsonObject {
  const { maxIds } = typeOf(endpoint)
  const schema = { ...paramSchema(param), ...(param.list && maxIds !== undefined && { maxItems: maxIds }) }
  return { name, in: 'path', required: true, description: param.brief, style: 'simple', schema }
}

/** Describes a query parameter. Lists are comma-separated. */
function queryParameter(name: string, param: Param): JsonObject {
  const { brief, list, ignoredWith } = param
  const description = ignoredWith === undefined ? brief : `${brief}; of no effect beside ${ignoredWith}`
  return {
    name,
    in: 'query',
    description,
    ...(list && { style: 'form', explode: false }),
    schema: paramSchema(param),
  }
}

/** Describes parameters that the service accepts but its documentation omits. */
function extrasOf({ path }: Endpoint): readonly JsonObject[] {
  const { per_page, ids_only } = extraParameters
  const size = {
    name: 'per_page',
    in: 'query',
    description: `records on a page; ${per_page.max} at most, whatever is asked for`,
    schema: { type: 'integer', minimum: 1 },
  }
  const idsOnly = {
    name: 'ids_only',
    in: 'query',
    description: 'bare ids in place of records',
    schema: { type: 'boolean' },
  }
  return [
    ...(per_page.paths.includes(path) ? [size] : []),
    ...(ids_only.paths.includes(path) ? [idsOnly] : []),
  ]
}

const limit = { type: 'integer', minimum: 0 } as const

/** Headers about the rate limit, by name. Only searches send the specific ones. */
const headers: JsonObject = {
  'X-RateLimit-Overall-Limit': { description: 'requests that a minute allows', schema: limit },
  'X-RateLimit-Overall-Remaining': { description: 'those that are left', schema: limit },
  'X-RateLimit-Specific-Limit': { description: 'searches that a minute allows', schema: limit },
  'X-RateLimit-Specific-Remaining': { description: 'those that are left', schema: limit },
}

/** Returns the replies of an endpoint, by status. */
function repliesOf(endpoint: Endpoint, format: WireFormat, site: Site): JsonObject {
  const limits = site.isLimited && { headers: limitHeaders(endpoint) }
  // RSS cannot express an error. XML is the closest format.
  const written = format === 'rss' ? 'xml' : format
  const refusals = Object.entries(refusalsOf(endpoint, site)).map(([status, description]) => [
    status,
    {
      description,
      ...(status !== '503' && limits),
      content: content(written, { $ref: '#/components/schemas/error' }),
    },
  ])
  return {
    200: { description: endpoint.brief, ...limits, content: content(format, wrapperOf(endpoint)) },
    ...Object.fromEntries(refusals),
  }
}

/** Returns the errors of an endpoint, by status. */
const refusalsOf = (endpoint: Endpoint, { isLimited, refusals }: Site): Readonly<Record<number, string>> => ({
  400: `A parameter is wrong: ${errorCodes.parameter}.`,
  ...(endpoint.auth && {
    401: `The request is not signed, or not well: ${errorCodes.credentials}, or oauth. with the name of the problem.`,
  }),
  ...(isLimited && {
    403: `The rate limit is used up: ${errorCodes.rateLimit}; or a signed request came over plain HTTP.`,
    503: `The service is being looked after: ${errorCodes.maintenance}.`,
  }),
  ...(pathNames(endpoint).length > 0 && { 404: `Nothing has that id: ${errorCodes.invalidIdentifier}.` }),
  ...refusals?.(endpoint),
})

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

/** Returns a reference to the schema of a record type. */
const schemaOfType = (name: RecordName): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** Returns a JSON Schema for each of the record types, and the schemas of `paging` and `error`. */
function recordSchemas(names: readonly string[]): JsonObject {
  const schemas = Object.entries(records)
    .filter(([name]) => names.includes(name))
    .map(([name, fields]) => [name, recordSchema(fields)])
  return { ...Object.fromEntries(schemas), paging, error }
}

const count = { type: 'integer', minimum: 0 }

const paging: JsonObject = {
  type: 'object',
  description: 'Where a page stands among all. Past the end a page is empty.',
  properties: { page: { type: 'integer', minimum: 1 }, total: count, page_size: count, pages: count },
  required: ['page', 'total', 'page_size', 'pages'],
  additionalProperties: true,
}

const error: JsonObject = {
  type: 'object',
  description: 'A refusal. Codes that are not listed anywhere are possible.',
  properties: {
    code: { type: 'string', pattern: '^[a-z]+\\.' },
    message: { type: 'string' },
  },
  required: ['code', 'message'],
  additionalProperties: true,
}

/**
 * The security scheme for signed requests. OpenAPI has no term for OAuth 1.0a, and its tools do not support
 * type `http` with the scheme `OAuth`.
 */
const securitySchemes: JsonObject = {
  oauth1: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: `The OAuth 1.0a header (RFC 5849), signed with HMAC-SHA1 for each request, over HTTPS only. Authorization endpoints: ${providerPaths.join(', ')}.`,
  },
}
