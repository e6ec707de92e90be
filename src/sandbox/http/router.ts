/** Finds the handler of a path: one table for data, pictures, pages and authorization. */
import type { WireFormat } from '../../api/endpoint.ts'
import { suffix } from '../../api/gaps.ts'
import type { HttpReply, HttpRequest } from '../../core/http.ts'
import type { ActiveFaults } from '../faults.ts'
import { badParameter, quote } from './refusal.ts'

/** A path of the sandbox, or a path pattern. */
export interface Route {
  /** A `:name` matches any single segment: `/v1/loans/:id/lenders`. */
  readonly path: string
  /** Formats that may follow the path as a suffix. If absent, the path is matched as it is. */
  readonly formats?: readonly WireFormat[]
  /** Returns the reply. Throws a `Refusal` for an invalid request. */
  readonly answer: (request: HttpRequest, match: Match) => Promise<HttpReply> | HttpReply
}

/** The parsed address of a request, and the faults to apply to the reply. */
export interface Match {
  readonly activeFaults: ActiveFaults
  readonly url: URL
  readonly format: WireFormat
  /** Values of the `:name` segments, decoded. */
  readonly inPath: Readonly<Record<string, string>>
}

type FindRoute = (path: string) => { readonly route: Route; readonly inPath: Match['inPath'] } | undefined

/**
 * Returns a function that finds the route of a path. A literal segment takes precedence over a `:name`:
 * `/loans/newest` is an endpoint, not a loan with the id "newest".
 */
export function createRouter(routes: readonly Route[]): FindRoute {
  const patterns = routes
    .map((route) => ({ route, parts: route.path.split('/') }))
    .sort((a, b) => (shapeOf(a.parts) < shapeOf(b.parts) ? -1 : 1))
  return (path) => {
    const { stem, format } = splitSuffix(path)
    const found = patterns.find(({ route, parts }) => fits(parts, (route.formats ? stem : path).split('/')))
    if (!found) return undefined
    const { route, parts } = found
    if (route.formats && !route.formats.includes(format)) return undefined
    return { route, inPath: readPath(parts, (route.formats ? stem : path).split('/')) }
  }
}

/** Splits a path into its stem and the format of its suffix. Without a suffix, the format is HTML. */
export function splitSuffix(path: string): { readonly stem: string; readonly format: WireFormat } {
  const format = (Object.keys(suffix) as WireFormat[]).find((name) => path.endsWith(suffix[name]))
  return format === undefined
    ? { stem: path, format: 'html' }
    : { stem: path.slice(0, -suffix[format].length), format }
}

const isName = (part: string) => part.startsWith(':')
const shapeOf = (parts: readonly string[]) => parts.map((part) => (isName(part) ? '1' : '0')).join('')

function fits(parts: readonly string[], segments: readonly string[]): boolean {
  return (
    parts.length === segments.length &&
    parts.every((part, at) => (isName(part) ? segments[at] !== '' : part === segments[at]))
  )
}

function readPath(parts: readonly string[], segments: readonly string[]): Record<string, string> {
  const pairs = parts.flatMap((part, at) =>
    isName(part) ? [[part.slice(1), decode(segments[at] ?? '')]] : [],
  )
  return Object.fromEntries(pairs)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw badParameter(`invalid percent-encoding in "${quote(segment)}"`)
  }
}
