/** Reads `kiva api`: uses the endpoint that matches the path, or builds one for an unknown path. */
import {
  type AnyEndpoint,
  type Catalogue,
  type Endpoint,
  pathNames,
  type Values,
  type WireFormat,
} from '../api/endpoint.ts'
import { listSeparator, suffix } from '../api/gaps.ts'
import { parseWhole } from '../api/values.ts'
import { apiPrefix, encode, type Pair } from '../api/wire/request.ts'
import { anyPath } from '../commands/api.ts'
import { KivaError } from '../errors.ts'
import type { OutputFormat } from '../output/formats.ts'
import { type Origin, parseOrigin } from '../ports/origin.ts'
import { oneLine } from '../text/foreign-text.ts'
import { assignArguments } from './arguments.ts'
import { optionsOf } from './command-spec.ts'
import { endpointOptions } from './command-tree.ts'
import { type Given, givenOf } from './given.ts'
import type { EndpointInvocation, RecordsInvocation } from './invocation.ts'
import { listFields } from './list-fields.ts'
import { checkName, parsePair } from './option-values.ts'
import { checkOptions, readOptions } from './options/index.ts'
import type { ParsedCommand } from './parse.ts'

/**
 * Returns the request for any API path. Query values are sent unchecked; unsafe paths and OAuth or secret
 * parameters are rejected. Throws `KivaError` of kind `usage`.
 */
export async function readApiInvocation(
  typed: ParsedCommand,
  catalogue: Catalogue,
  baseUrl: Origin,
  format: OutputFormat | undefined,
): Promise<EndpointInvocation | RecordsInvocation> {
  const [text = ''] = (await assignArguments(typed)).flatMap(({ words }) => words)
  const path = parseApiPath(text, baseUrl)
  const { endpoint, values } = endpointAt(path.segments, catalogue)
  const given = withSuffix(path.format, typed.params)
  checkSupported(endpoint, given)
  if (given.last('fields') === '') return listFields(endpoint)
  checkOptions(optionsOf(typed.command), given, format)
  const pairs = [...path.query, ...given.all('field').map((field) => parsePair('--field', field))]
  for (const [name] of path.query) checkName('the path', name)
  return {
    kind: 'endpoint',
    path: typed.command.path,
    endpoint,
    values: { ...values, page: pageOf(endpoint, pairs, given) },
    fromInput: undefined,
    extra: endpoint.paged ? pairs.filter(([name]) => name !== 'page') : pairs,
    ...(await readOptions(given, {
      endpoint,
      fromInput: false,
      resumeLine: async () => (await import('./typed-options.ts')).resumeLine(typed),
    })),
  }
}

/**
 * Returns the matching catalogue endpoint with its path params only, so that any query parameter can be
 * sent.
 */
function endpointAt(segments: Segments, catalogue: Catalogue): { endpoint: AnyEndpoint; values: Values } {
  const found = findEndpoint(segments, catalogue)
  if (!found) {
    const path = segments.map((values) => `/${values.map(encode).join(listSeparator)}`).join('')
    return { endpoint: { ...anyPath, path }, values: {} }
  }
  const { endpoint, values } = found
  const inPath = pathNames(endpoint)
  const params = Object.entries(endpoint.params).filter(([name]) => inPath.includes(name))
  return { endpoint: { ...endpoint, params: Object.fromEntries(params) }, values }
}

/** Treats a suffix such as `.html` as `--wire html`. `.json` is the default and changes nothing. */
function withSuffix(format: ApiPath['format'], given: Given<string>): Given<string> {
  const wire = given.last('wire')
  if (format !== undefined && wire !== undefined && wire !== format) {
    throw new KivaError('usage', `--wire ${wire} cannot be used with a path that ends in .${format}`)
  }
  if (format === undefined || format === 'json') return given
  const suffix = givenOf(new Map([['wire', [format]]]))
  const of = (name: string) => (name === 'wire' ? suffix : given)
  return {
    has: (name) => of(name).has(name),
    last: (name) => of(name).last(name),
    all: (name) => of(name).all(name),
  }
}

/**
 * Returns the first page to read. A paged endpoint takes `page` out of its parameters, because the reader
 * sets it for each request.
 */
function pageOf(endpoint: AnyEndpoint, pairs: readonly Pair[], given: Given<string>): number | undefined {
  const option = given.last('page')
  if (!endpoint.paged) return undefined
  const pages = pairs.filter(([name]) => name === 'page').map(([, value]) => value)
  if (option !== undefined) pages.push(option)
  const [page] = pages
  if (pages.length > 1) {
    throw new KivaError('usage', `page is given ${pages.length} times`, {
      hint: 'Give it once, in the path, with --field or with --page.',
    })
  }
  return page === undefined ? undefined : parseWhole('page', page)
}

/** Rejects options that the endpoint does not support. */
function checkSupported(endpoint: AnyEndpoint, given: Given<string>): void {
  const allowed = endpointOptions(endpoint).map(({ name }) => name)
  const other = endpointOptions(anyPath).find(({ name }) => given.has(name) && !allowed.includes(name))
  if (!other) return
  throw new KivaError('usage', `${other.long} cannot be used with ${endpoint.path}`, {
    hint: 'It does not fit the records of this path.',
  })
}

/*
 * Parses the path of `kiva api`. Values are decoded here once, and encoded again when the request is sent.
 */

/** A parsed path, without `/v1`. */
interface ApiPath {
  /** Decoded segments, each split at its commas. There is at least one segment, and no value is empty. */
  readonly segments: readonly (readonly string[])[]
  /** The format that the suffix of the last segment names, such as `.json`. */
  readonly format: WireFormat | undefined
  readonly query: readonly Pair[]
}

/**
 * Parses a path with or without `/v1`, or a full URL of the service at `baseUrl`. Throws `KivaError` of
 * kind `usage` for a path that some server could resolve to another path or host.
 */
function parseApiPath(text: string, baseUrl: Origin): ApiPath {
  if (/\p{Cc}/u.test(text)) throw unfit(text, 'it contains a control character')
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
    throw new KivaError('usage', `${oneLine(address)} is not on the API of this run, ${baseUrl}`, {
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

/** A parsed path: each segment as its decoded, comma-separated values. */
type Segments = readonly (readonly string[])[]

/**
 * Returns the endpoint of the catalogue for a path, and the unchecked values in the path. A fixed word wins over a `:name`:
 * `/loans/newest` is not the loan `newest`.
 */
function findEndpoint(
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
