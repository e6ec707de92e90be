import { type AnyEndpoint, type Catalogue, pathNames } from '../api/endpoint.ts'
import { didYouMean, nearest } from '../api/nearest.ts'
import { apiPrefix } from '../api/wire/request.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import { dashed, shellWord } from '../core/shell-word.ts'
import type { RecordsRequest } from './request.ts'

/**
 * Returns the failure of a request with a hint that fits the path: a 404 may mean an unknown path, or another
 * service at this address. Of a known path with ids, the ids are wrong.
 */
export function hintAtPath(
  error: unknown,
  { endpoint, values }: Pick<RecordsRequest, 'endpoint' | 'values'>,
  { catalogue, baseUrl }: { readonly catalogue: Catalogue; readonly baseUrl: string },
): unknown {
  const { path, returns } = endpoint
  if (!(error instanceof KivaError && error.status === 404)) return error
  // Kiva's own error code: the address is right, and the record of another request of the run is unknown.
  if (returns !== undefined && error.code !== undefined) {
    const search = searchFor(endpoint, values, catalogue)
    return search === undefined
      ? error
      : error.copyWith(error.kind, error.sentence, { hint: (kiva) => didYouMean(kiva(search)) })
  }
  if (returns !== undefined) {
    return pathNames({ path }).length > 0 || error.kind !== 'refused'
      ? error
      : error.copyWith(error.kind, error.sentence, { hint: `Is ${baseUrl} the Kiva API? See --base-url.` })
  }
  const near = nearestPath(path, catalogue)
  return error.copyWith(error.kind, sentence`unknown path ${foreign(apiPrefix + path)}`, {
    cause: error.cause,
    hint: (kiva) => didYouMean(near, `List all paths with ${kiva('methods list')}.`),
  })
}

/** Returns the search that finds a record by its name, if a word was given where only an id names it: `lenders search --q robin`. */
function searchFor(
  endpoint: AnyEndpoint,
  values: RecordsRequest['values'],
  catalogue: Catalogue,
): string | undefined {
  const [name = '', other] = pathNames(endpoint)
  const [id, another] = [values[name] ?? []].flat()
  const isNumber = endpoint.params[name]?.kind === 'number'
  if (other !== undefined || another !== undefined || isNumber || typeof id !== 'string') return undefined
  const resource = Object.entries(catalogue).find(([, { endpoints }]) =>
    Object.values(endpoints).some(({ path }) => path === endpoint.path),
  )
  const hasText = resource?.[1].endpoints['search']?.params['q'] !== undefined
  return hasText ? `${dashed(resource[0])} search --q ${shellWord(id)}` : undefined
}

/**
 * Returns the closest path of the catalogue.
 * Ids always match, and are not repeated, because they may be private.
 */
function nearestPath(path: string, catalogue: Catalogue): string | undefined {
  const segments = path.split('/')
  const filled = Object.values(catalogue).flatMap(({ endpoints }) =>
    Object.values(endpoints).map(({ path: known }) => {
      const parts = known.split('/').map((part, at) => (part.startsWith(':') ? segments[at] : part))
      return [parts.join('/'), known] as const
    }),
  )
  const best = nearest(
    path,
    filled.map(([candidate]) => candidate),
  )
  return filled.find(([candidate]) => candidate === best)?.[1].slice(1)
}
