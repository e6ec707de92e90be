/** Parses the path of `kiva api`, and finds its endpoint. Values are decoded here once, and encoded again when sent. */
import type { Catalogue, Endpoint, Values, WireFormat } from '../api/endpoint.ts'
import { listSeparator, suffix } from '../api/gaps.ts'
import { nameOf } from '../api/origins.ts'
import { apiPrefix, type Pair } from '../api/wire/request.ts'
import { KivaError } from '../core/errors.ts'
import { oneLine } from '../core/foreign-text.ts'
import { type Origin, parseOrigin } from '../core/origin.ts'

/** Decoded segments, each split at its commas. There is at least one segment, and no value is empty. */
export type Segments = readonly (readonly string[])[]

/** A parsed path, without `/v1`. */
export interface ApiPath {
  readonly segments: Segments
  /** The format that the suffix of the last segment names, such as `.json`. */
  readonly format: WireFormat | undefined
  readonly query: readonly Pair[]
}

/**
 * Parses a path with or without `/v1`, or a full URL of the service at `baseUrl`. Throws `KivaError` of
 * kind `usage` for a path that some server could resolve to another path or host.
 */
export function parseApiPath(text: string, baseUrl: Origin): ApiPath {
  if (/\p{Cc}/u.test(text)) throw unfit(text, 'it contains a control character')
  if (/^[a-z]:\//i.test(text)) throw changedByGitBash(text)
  if (text.includes('\\')) throw unfit(text, 'it contains a backslash')
  if (text.includes('#')) throw unfit(text, 'it contains a # (write %23 in a value)')
  const [path = '', ...rest] = withoutOrigin(text, baseUrl).split('?')
  const { stem, format } = splitSuffix(path.replace(/^\//, ''))
  return {
    segments: stem.split('/').map((segment) => segment.split(listSeparator).map((part) => idIn(part, text))),
    format,
    query: rest.length === 0 ? [] : pairsIn(rest.join('?'), text),
  }
}

/** Git Bash on Windows turns `/v1/loans` into `C:/Program Files/Git/v1/loans`. */
const changedByGitBash = (text: string) =>
  new KivaError('usage', `"${oneLine(text)}" is a path of Windows, not of the API`, {
    hint: 'Git Bash changes words that begin with /. Begin with two (//v1/…), or set MSYS_NO_PATHCONV=1.',
  })

/** Removes the origin and `/v1`. */
function withoutOrigin(text: string, baseUrl: Origin): string {
  const [address, scheme, authority = ''] = /^([a-z][a-z\d+.-]*:)?\/\/([^/?]*)/i.exec(text) ?? []
  if (address === undefined) return text.replace(/^\/?v1(?=[/?]|$)/, '')
  // The error leaves out the address, because it may contain a password.
  if (authority.includes('@')) {
    throw new KivaError('usage', 'the URL contains a user name or password', { hint })
  }
  const origin = parseOrigin(address)
  if (scheme === undefined || origin !== baseUrl) {
    throw new KivaError('usage', `${oneLine(address)} is not on the API of this run, ${nameOf(baseUrl)}`, {
      hint: 'Give the path alone, or the origin with --base-url.',
    })
  }
  const path = text.slice(address.length)
  if (!path.startsWith(`${apiPrefix}/`)) throw unfit(text, `it does not begin with ${apiPrefix}/`)
  return path.slice(apiPrefix.length)
}

function splitSuffix(path: string): { readonly stem: string; readonly format: WireFormat | undefined } {
  const format = (Object.keys(suffix) as WireFormat[]).find((name) => path.endsWith(suffix[name]))
  return { stem: format ? path.slice(0, -suffix[format].length) : path, format }
}

/**
 * Decodes a value. Rejects dot segments and encoded slashes, which could reach another path on a server
 * that decodes before it routes.
 */
function idIn(part: string, path: string): string {
  const id = decode(part, path)
  if (id === '') throw unfit(path, 'it contains an empty segment or value')
  if (/^\.+$/.test(id)) throw unfit(path, `${oneLine(part)} cannot be a segment`)
  if (/[/\\\p{Cc}]/u.test(id)) throw unfit(path, `${oneLine(part)} contains a slash or control character`)
  return id
}

/** Parses a query string in form encoding, where a plus is a space. */
function pairsIn(query: string, path: string): readonly Pair[] {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.replaceAll('+', ' ').split('=')
      return [decode(name, path), decode(value.join('='), path)]
    })
}

function decode(part: string, path: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw unfit(path, `${oneLine(part)} is not valid percent-encoding (write %25 for %)`)
  }
}

const hint = 'Examples: loans/newest, /v1/loans/84.json, "loans/search?status=funded".'

function unfit(path: string, why: string): KivaError {
  return new KivaError('usage', `invalid path "${oneLine(path)}": ${why}`, { hint })
}

/**
 * Returns the endpoint of the catalogue for a path, and the unchecked values in the path. A fixed word wins over a `:name`:
 * `/loans/newest` is not the loan `newest`.
 */
export function findEndpoint(
  segments: Segments,
  catalogue: Catalogue,
): { readonly endpoint: Endpoint; readonly values: Values } | undefined {
  const endpoints = Object.values(catalogue).flatMap((resource) => Object.values(resource.endpoints))
  const found = endpoints
    .map((endpoint) => ({ endpoint, parts: endpoint.path.slice(1).split('/') }))
    .filter(({ endpoint, parts }) => fits(endpoint, parts, segments))
    .sort((a, b) => (shapeOf(a.parts) < shapeOf(b.parts) ? -1 : 1))[0]
  if (!found) return undefined
  const values = found.parts.flatMap((part, at): [string, string | readonly string[]][] => {
    const [name, texts = []] = [nameIn(part), segments[at]]
    if (name === undefined) return []
    return [[name, found.endpoint.params[name]?.list ? texts : texts.join()]]
  })
  return { endpoint: found.endpoint, values: Object.fromEntries(values) }
}

function fits({ params }: Endpoint, parts: readonly string[], segments: Segments): boolean {
  if (parts.length !== segments.length) return false
  return parts.every((part, at) => {
    const [name, texts = []] = [nameIn(part), segments[at]]
    if (texts.length !== 1) return name !== undefined && params[name]?.list === true
    return name !== undefined || texts[0] === part
  })
}

const nameIn = (part: string) => (part.startsWith(':') ? part.slice(1) : undefined)
const shapeOf = (parts: readonly string[]) => parts.map((part) => (nameIn(part) ? '1' : '0')).join('')
