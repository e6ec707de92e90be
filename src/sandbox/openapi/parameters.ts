/** The parameters of an endpoint in OpenAPI. */
import { type Endpoint, type Param, paramsOf, pathNames, typeOf } from '../../api/endpoint.ts'
import { extraParameters } from '../../api/gaps.ts'
import { paramSchema } from '../../api/schema.ts'
import type { JsonObject } from '../../ports/json.ts'

/** Parameters of every endpoint. */
export const commonParameters: JsonObject = {
  app_id: {
    name: 'app_id',
    in: 'query',
    description: 'the calling application, in reverse DNS notation',
    schema: { type: 'string' },
  },
}

/** Returns the parameters in the order of the catalogue. Path parameters are required. */
export function parametersOf(endpoint: Endpoint): readonly JsonObject[] {
  const pathParams = pathNames(endpoint)
  const own = Object.entries(paramsOf(endpoint)).map(([name, param]) =>
    pathParams.includes(name) ? pathParameter(name, param, endpoint) : queryParameter(name, param),
  )
  const references = Object.keys(commonParameters).map((name) => ({
    $ref: `#/components/parameters/${name}`,
  }))
  return [...own, ...extrasOf(endpoint), ...references]
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
