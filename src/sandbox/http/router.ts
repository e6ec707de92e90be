/** From an address to who answers it: one table for data, pictures, pages and authorization. */
import type { WireFormat } from '../../api/endpoint.ts'
import { suffix } from '../../api/gaps.ts'
import type { HttpReply, HttpRequest } from '../../ports/http.ts'
import type { Strikes } from '../faults/strikes.ts'
import { badParameter, quote } from './refusal.ts'

/** One address of the sandbox, or a family of them. */
export interface Route {
  /** A `:name` stands for any one segment: `/v1/loans/:id/lenders`. */
  readonly path: string
  /** The formats whose suffix may follow the path; without one it is taken as it stands. */
  readonly formats?: readonly WireFormat[]
  /** May throw a `Refusal`. */
  readonly answer: (request: HttpRequest, match: Match) => Promise<HttpReply> | HttpReply
}

/** What the address of a request said, and what is to go wrong with it. */
export interface Match {
  readonly strikes: Strikes
  readonly url: URL
  readonly format: WireFormat
  /** What stood at `:name`, decoded. */
  readonly inPath: Readonly<Record<string, string>>
}

export type FindRoute = (
  path: string,
) => { readonly route: Route; readonly inPath: Match['inPath'] } | undefined

/** A literal segment wins over a `:name`: `/loans/newest` is not the loan of the id "newest". */
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

/** A path and the format that its suffix names. Without a suffix HTML is meant. */
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
    throw badParameter(`"${quote(segment)}" is not well percent-encoded`)
  }
}
