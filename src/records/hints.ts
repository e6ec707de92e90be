import { type AnyEndpoint, type Catalogue, pathNames } from '../api/endpoint.ts'
import { didYouMean, nearest } from '../api/nearest.ts'
import { apiPrefix } from '../api/wire/request.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'

/**
 * Returns the failure of a request with a hint that fits the path: a 404 may mean an unknown path, or another
 * service at this address. Of a known path with ids, the ids are wrong.
 */
export function hintAtPath(
  error: unknown,
  { path, returns }: AnyEndpoint,
  { catalogue, baseUrl }: { readonly catalogue: Catalogue; readonly baseUrl: string },
): unknown {
  if (!(error instanceof KivaError && error.status === 404)) return error
  // Kiva's own error code: the address is right, and the record of another request of the run is unknown.
  if (returns !== undefined && error.code !== undefined) return error
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
