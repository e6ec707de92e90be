import type { Catalogue } from '../api/endpoint.ts'
import { nearest } from '../api/nearest.ts'
import { KivaError } from '../errors.ts'

/** Returns the failure for a path outside the catalogue. After a 404, its hint lists valid paths. */
export function hintAtPath(error: unknown, path: string, catalogue: Catalogue): unknown {
  if (!(error instanceof KivaError && error.status === 404)) return error
  const near = nearestPath(path, catalogue)
  return error.retold(error.kind, error.sentence, {
    cause: error.cause,
    hint: (kiva) =>
      `${near === undefined ? '' : `Did you mean ${near}? `}"${kiva('methods list')}" shows all paths.`,
  })
}

/**
 * Returns the closest path of the catalogue.
 * Ids always match, and are not repeated, because they may be private.
 */
function nearestPath(path: string, catalogue: Catalogue): string | undefined {
  const given = path.split('/')
  const filled = Object.values(catalogue).flatMap(({ endpoints }) =>
    Object.values(endpoints).map(({ path: known }) => {
      const parts = known.split('/').map((part, at) => (part.startsWith(':') ? given[at] : part))
      return [parts.join('/'), known] as const
    }),
  )
  const meant = nearest(
    path,
    filled.map(([like]) => like),
  )
  return filled.find(([like]) => like === meant)?.[1].slice(1)
}
