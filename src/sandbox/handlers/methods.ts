/** The API's description of its own methods, derived from the catalogue. */
import { type Catalogue, type Endpoint, type Param, paramsOf, pathNames } from '../../api/endpoint.ts'
import { knownValues } from '../../api/gaps.ts'
import type { methods } from '../../commands/resources/service.ts'
import type { JsonObject } from '../../core/json.ts'
import { findAll, type HandlersFor, mapToRecords, type RecordList } from './handler.ts'
import { orderBriefs } from './orders.ts'

export const methodHandlers: HandlersFor<typeof methods.endpoints> = {
  '/methods': (_, __, { catalogue }) => listMethods(catalogue),
  '/methods/:ids': (_, { ids }, { catalogue }) => {
    const endpoints = listEndpoints(catalogue)
    const byId = (id: string) => endpoints.find((endpoint) => methodIds(endpoint).includes(id))
    return mapToRecords(findAll('method', ids, byId), (endpoint) => ({
      ...writeSummary(endpoint),
      arguments: listArguments(endpoint).map(([name, param]) => writeArgument(endpoint, name, param)),
    }))
  },
}

/** Returns a summary of every method of the API. */
export const listMethods = (catalogue: Catalogue): RecordList =>
  mapToRecords(listEndpoints(catalogue), writeSummary)

/**
 * Returns the two forms of a method's id. The live service uses `GET*|loans|search`. The documentation
 * describes a verb, an asterisk, and the path segments joined by a vertical bar: `GET*loans|search`.
 */
function methodIds({ path }: Pick<Endpoint, 'path'>): readonly [live: string, documented: string] {
  const joined = path.slice(1).replaceAll('/', '|')
  return [`GET*|${joined}`, `GET*${joined}`]
}

const listEndpoints = (catalogue: Catalogue): readonly Endpoint[] =>
  Object.values(catalogue).flatMap(({ endpoints }) => Object.values(endpoints))

/** Every endpoint takes this parameter, so the catalogue entries leave it out. */
const app_id: Param = {
  kind: 'string',
  brief: 'application identifier of the developer’s choice, usually in reverse DNS notation',
}

const listArguments = (endpoint: Endpoint) => Object.entries({ ...paramsOf(endpoint), app_id })

function writeSummary(endpoint: Endpoint): JsonObject {
  return {
    id: methodIds(endpoint)[0],
    http_method: 'GET',
    uri: endpoint.path,
    documentation: { en: { summary: `${endpoint.brief}.` } },
    argument_count: listArguments(endpoint).length,
    status: 'Production',
    oauth: endpoint.auth === true,
  }
}

function writeArgument(endpoint: Endpoint, name: string, param: Param): JsonObject {
  const orders = name === 'sort_by' ? Object.entries(orderBriefs[endpoint.path] ?? {}) : []
  const summary = [param.brief, ...orders.map(([order, { brief }]) => `${order}: ${brief}`)].join('; ')
  const rules: JsonObject[] = []
  if (param.kind === 'number') rules.push({ name: 'isNumber' })
  if (param.choices) rules.push({ name: 'inList', values: param.choices })
  if (param.known) rules.push({ name: 'knownValues', values: knownValues[param.known] })
  return {
    name,
    type: param.list ? `list of ${param.kind}s` : param.kind,
    required: pathNames(endpoint).includes(name),
    documentation: { en: { summary: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.` } },
    ...(param.default !== undefined && { default: param.default }),
    rules,
  }
}
