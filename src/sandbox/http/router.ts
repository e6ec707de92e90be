/** From a path to the endpoint that answers it. Everything follows from the catalogue: nothing is listed here. */
import type { Endpoint, WireFormat } from '../../api/endpoint.ts'
import { suffix } from '../../api/gaps.ts'
import { apiPrefix } from '../../api/request.ts'
import type { Catalogue } from '../../commands/index.ts'
import { badParameter } from './refusal.ts'

export interface Route {
  readonly endpoint: Endpoint
  /** What stood at `:name`, decoded. */
  readonly inPath: Readonly<Record<string, string>>
}

export interface DataPath {
  /** The segments below the prefix, as sent. */
  readonly segments: readonly string[]
  readonly format: WireFormat
}

/** Splits a path below `/v1` from its suffix. Without one, HTML is meant. `undefined` for a path elsewhere. */
export function readDataPath(path: string): DataPath | undefined {
  if (path !== apiPrefix && !path.startsWith(`${apiPrefix}/`)) return undefined
  const bare = path.slice(apiPrefix.length + 1)
  const format = (Object.keys(suffix) as WireFormat[]).find((name) => bare.endsWith(suffix[name]))
  const stem = format === undefined ? bare : bare.slice(0, -suffix[format].length)
  return { segments: stem.split('/'), format: format ?? 'html' }
}

export type Router = (segments: readonly string[]) => Route | undefined

/** A literal segment wins over a `:name`: `/loans/newest` is not the loan of the id "newest". */
export function createRouter(catalogue: Catalogue): Router {
  const patterns = Object.values(catalogue)
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .map((endpoint) => ({ endpoint, parts: endpoint.path.slice(1).split('/') }))
    .sort((a, b) => (shapeOf(a.parts) < shapeOf(b.parts) ? -1 : 1))
  return (segments) => {
    const found = patterns.find(
      ({ parts }) =>
        parts.length === segments.length &&
        parts.every((part, at) => (isName(part) ? segments[at] !== '' : part === segments[at])),
    )
    return found && { endpoint: found.endpoint, inPath: readPathTexts(found.parts, segments) }
  }
}

const isName = (part: string) => part.startsWith(':')
const shapeOf = (parts: readonly string[]) => parts.map((part) => (isName(part) ? '1' : '0')).join('')

function readPathTexts(parts: readonly string[], segments: readonly string[]): Record<string, string> {
  const pairs = parts.flatMap((part, at) =>
    isName(part) ? [[part.slice(1), decode(segments[at] ?? '')]] : [],
  )
  return Object.fromEntries(pairs)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw badParameter(`"${segment}" is not well percent-encoded`)
  }
}
