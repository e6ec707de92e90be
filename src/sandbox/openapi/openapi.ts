/**
 * `/openapi.json`: the data API as an OpenAPI 3.1 document, derived from the catalogue and the record types
 * by pure functions.
 */
import { type Catalogue, type Endpoint, formatsOf, pathNames, type WireFormat } from '../../api/endpoint.ts'
import { suffix } from '../../api/gaps.ts'
import { apiPrefix } from '../../api/wire/request.ts'
import type { JsonObject } from '../../ports/json.ts'
import { version } from '../../version.ts'
import { commonParameters, parametersOf } from './parameters.ts'
import { headers, repliesOf } from './replies.ts'
import { recordSchemas } from './schemas.ts'
import { securitySchemes } from './security.ts'

/** Returns the document of a sandbox at an origin such as `https://localhost:8443`. */
export function openApiOf(catalogue: Catalogue, origin: string): JsonObject {
  const endpoints = Object.entries(catalogue).flatMap(([tag, { endpoints }]) =>
    Object.entries(endpoints).map(([verb, endpoint]) => ({ tag, verb, endpoint })),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Micro-lending marketplace, as the sandbox of kiva serves it',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: Object.entries(catalogue).map(([name, { brief }]) => ({ name, description: brief })),
    security: [{}],
    paths: Object.fromEntries(
      endpoints.flatMap(({ tag, verb, endpoint }) =>
        formatsOf(endpoint).map((format) => [
          pathOf(endpoint, format),
          { get: operation({ tag, verb, endpoint, format }) },
        ]),
      ),
    ),
    components: { schemas: recordSchemas(), parameters: commonParameters, headers, securitySchemes },
  }
}

const description =
  'Every endpoint of the data API in every format. A path without a suffix returns HTML. The fields come from recorded responses: records may have more of them, and an optional field may be missing or null, with the same meaning.'

/** Returns the path with `{name}` in place of `:name`. */
function pathOf({ path }: Endpoint, format: WireFormat): string {
  return apiPrefix + path.replace(/:(\w+)/g, '{$1}') + suffix[format]
}

interface Described {
  readonly tag: string
  readonly verb: string
  readonly endpoint: Endpoint
  readonly format: WireFormat
}

function operation({ tag, verb, endpoint, format }: Described): JsonObject {
  return {
    operationId: `${tag}_${verb}_${format}`,
    summary: endpoint.brief,
    tags: [tag],
    ...(endpoint.auth && { security: [{ oauth1: [] }] }),
    parameters: parametersOf(endpoint),
    responses: repliesOf(endpoint, format, { takesIds: pathNames(endpoint).length > 0 }),
  }
}
