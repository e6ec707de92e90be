/** Reads `kiva api`: uses the endpoint that matches the path, or builds one for an unknown path. */

import { type AnyEndpoint, type Catalogue, pathNames, type Values } from '../api/endpoint.ts'
import { listSeparator } from '../api/gaps.ts'
import { parseWhole } from '../api/values.ts'
import { encode, type Pair } from '../api/wire/request.ts'
import { anyPath } from '../commands/api.ts'
import { KivaError } from '../core/errors.ts'
import type { Origin } from '../core/origin.ts'
import type { OutputFormat } from '../output/formats.ts'
import { type ApiPath, findEndpoint, parseApiPath, type Segments } from './api-path.ts'
import { optionsOf } from './command-spec.ts'
import { endpointOptions } from './command-tree.ts'
import { type Given, givenOf } from './given.ts'
import type { EndpointInvocation, RecordsInvocation } from './invocation.ts'
import { listFields } from './list-fields.ts'
import { checkOptions, readOptions } from './options/index.ts'
import { checkName, parsePair } from './pairs.ts'
import { assignArguments, type ParsedCommand } from './parse.ts'
import { resumeLine } from './typed-options.ts'

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
  const [text = ''] = assignArguments(typed).flatMap(({ words }) => words)
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
    ...readOptions(given, {
      endpoint,
      fromInput: false,
      resumeLine: () => resumeLine(typed),
    }),
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
