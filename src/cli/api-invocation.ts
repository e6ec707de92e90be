/** What is asked by `kiva api`: the endpoint that the path names, or one made on the spot. */

import { type AnyEndpoint, type Catalogue, pathNames, type Values } from '../api/endpoint.ts'
import { findEndpoint, type Segments } from '../api/find-endpoint.ts'
import { listSeparator } from '../api/gaps.ts'
import { parseWhole } from '../api/values/values.ts'
import { encode, type Pair } from '../api/wire/encode.ts'
import { anyPath } from '../commands/api.ts'
import { KivaError } from '../errors.ts'
import type { Origin } from '../ports/origin.ts'
import { type ApiPath, parseApiPath } from './api-path.ts'
import { assignArguments } from './arguments.ts'
import { readOutput } from './endpoint-invocation.ts'
import type { EndpointInvocation, RecordsInvocation } from './invocation.ts'
import type { Given } from './option-spec.ts'
import { fieldsAsked } from './options/jq.ts'
import type { ParsedCommand } from './parse.ts'
import { endpointOptions } from './tree/endpoint-command.ts'
import { checkName, parsePair } from './values/key-value.ts'

/** What is asked of a path, nothing of it looked at but what it could do harm by. Throws `KivaError` of kind `usage`. */
export function readApiInvocation(
  typed: ParsedCommand,
  catalogue: Catalogue,
  baseUrl: Origin,
): EndpointInvocation | RecordsInvocation {
  const [text = ''] = assignArguments(typed).flatMap(({ words }) => words)
  const path = parseApiPath(text, baseUrl)
  const { endpoint, values } = endpointAt(path.segments, catalogue)
  const given = withSuffix(path.format, typed.given)
  checkOptions(endpoint, given)
  const fields = fieldsAsked(endpoint, given)
  if (fields) return fields
  const pairs = [...path.query, ...(given.get('field') ?? []).map((field) => parsePair('--field', field))]
  for (const [name] of path.query) checkName('The path:', name)
  return {
    kind: 'endpoint',
    path: typed.command.path,
    endpoint,
    values: { ...values, page: pageOf(endpoint, pairs, given) },
    fromInput: undefined,
    extra: endpoint.paged ? pairs.filter(([name]) => name !== 'page') : pairs,
    ...readOutput(endpoint, { ...typed, given }),
  }
}

/** Of an endpoint in the catalogue, all that says how to read its answer; what may be sent to it is left open. */
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

/** A suffix of another format than JSON is `--wire` of it. */
function withSuffix(format: ApiPath['format'], given: Given): Given {
  const wire = given.get('wire')?.at(-1)
  if (format !== undefined && wire !== undefined && wire !== format) {
    throw new KivaError('usage', `The path ends in .${format}, and --wire says ${wire}`, {
      hint: 'One of them is enough.',
    })
  }
  return format === undefined || format === 'json' ? given : new Map([...given, ['wire', [format]]])
}

/** The page to begin with; where there are pages, it is not a parameter like others: the next one is asked for by it. */
function pageOf(endpoint: AnyEndpoint, pairs: readonly Pair[], given: Given): number | undefined {
  const option = given.get('page')?.at(-1)
  if (!endpoint.paged) return undefined
  const pages = pairs.filter(([name]) => name === 'page').map(([, value]) => value)
  if (option !== undefined) pages.push(option)
  const [page] = pages
  if (pages.length > 1) {
    throw new KivaError('usage', `The page is given ${pages.length} times`, { hint: 'Once is enough.' })
  }
  return page === undefined ? undefined : parseWhole('page', page)
}

/** Refuses what the command of the endpoint has no option for. */
function checkOptions(endpoint: AnyEndpoint, given: Given): void {
  const allowed = endpointOptions(endpoint).map(({ name }) => name)
  const other = endpointOptions(anyPath).find(({ name }) => given.has(name) && !allowed.includes(name))
  if (!other) return
  throw new KivaError('usage', `${other.long} does not go with ${endpoint.path}`, {
    hint: 'What is there is no list in pages.',
  })
}
