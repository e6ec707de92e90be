/** Reads the arguments and options of an endpoint's command. */

import {
  type Catalogue,
  checkSiblings,
  type Endpoint,
  type Param,
  paramsOf,
  pathNames,
  type Value,
  type Values,
} from '../api/endpoint.ts'
import { listSeparator } from '../api/gaps.ts'
import { parseTypedValue } from '../api/values.ts'
import type { World } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { dashed } from '../core/shell-word.ts'
import { noFilter } from '../records/request.ts'
import type { Given } from './given.ts'
import type { EndpointInvocation } from './invocation.ts'
import { me } from './me.ts'
import { type FilterOption, readFilter } from './options/filter.ts'
import { readOptions } from './options/index.ts'
import { extraPair } from './pairs.ts'
import { assignArguments, type GivenArgument, type ParsedCommand } from './parse.ts'
import { resumeLine } from './typed-options.ts'

/** Returns an endpoint with its parsed and checked values. Throws `KivaError` of kind `usage`. */
export async function readEndpointInvocation(
  endpoint: Endpoint,
  typed: ParsedCommand,
  catalogue: Catalogue,
  world: Pick<World, 'state'>,
): Promise<EndpointInvocation> {
  const { command, given, params } = typed
  const assigned = assignArguments(typed)
  const args = await Promise.all(assigned.map((arg) => withShortlists(endpoint, arg, world)))
  const waiting = args.find(({ words }) => words.includes('-'))
  const owner = {
    endpoint,
    fromInput: waiting !== undefined,
    resumeLine: () => resumeLine(typed),
  }
  const named = assigned.find((arg) => namesIn(arg).some((name) => name !== me))
  const options = readOptions(given, owner)
  const known = args.filter((arg) => arg !== waiting)
  const values = { ...pathValues(endpoint, known), ...queryValues(endpoint, params) }
  if (!waiting) checkSiblings(endpoint, values, catalogue)
  const invocation: EndpointInvocation = {
    kind: 'endpoint',
    path: command.path,
    endpoint,
    values,
    fromInput: waiting && {
      name: waiting.name,
      words: waiting.words,
      parse: (words) => pathValue(endpoint, { ...waiting, words }),
    },
    shortlists: named && { [named.name]: named.words },
    extra: given.all('param').map((text) => extraPair(text, endpoint, (name) => params.has(name))),
    ...options,
  }
  if (endpoint.finds === undefined) return invocation
  return finding(endpoint.finds, invocation, params)
}

/**
 * Returns the invocation that reads its list one page after the other, until it has found the ids. Those of standard
 * input come with the run.
 */
function finding(
  finds: string,
  { values, ...invocation }: EndpointInvocation,
  given: Given<FilterOption>,
): EndpointInvocation {
  const { [finds]: ids = [], ...sent } = values
  return {
    ...invocation,
    values: sent,
    filter: {
      ...noFilter,
      ...readFilter(given),
      only: (ids as readonly (string | number)[]).map(String),
    },
  }
}

/** Replaces `@NAME` by the ids of a shortlist, before the values are checked. `@me` stays where it is a lender. */
async function withShortlists(
  endpoint: Endpoint,
  arg: GivenArgument,
  { state }: Pick<World, 'state'>,
): Promise<GivenArgument> {
  if (namesIn(arg).length === 0) return arg
  const { expandShortlists } = await import('./shortlists.ts')
  const takesLender = endpoint.params[arg.name]?.pageOf === 'lender'
  return expandShortlists({ ...arg, takesLender }, await state(), (label, ids) =>
    pathValue(endpoint, { ...arg, label, words: ids }),
  )
}

/** Returns the words `@NAME` of an argument. */
const namesIn = ({ words }: GivenArgument): readonly string[] =>
  words.flatMap((text) =>
    text.split(listSeparator).flatMap((word) => /^\s*(@.*?)\s*$/s.exec(word)?.[1] ?? []),
  )

function pathValues(endpoint: Endpoint, args: readonly GivenArgument[]): Values {
  return Object.fromEntries(args.map((arg) => [arg.name, pathValue(endpoint, arg)]))
}

function pathValue(endpoint: Endpoint, { name, label, words }: GivenArgument): Value {
  const param = endpoint.params[name]
  if (!param) throw new KivaError('bug', `${endpoint.path} has no param ${name}`)
  return parsePathValue(label, param, words)
}

/** Returns the parsed value of a path param. Throws `KivaError` of kind `usage`. */
function parsePathValue(label: string, param: Param, words: readonly string[]): Value {
  if (!param.list && words.length > 1) {
    throw new KivaError('usage', `${label} takes one value, not ${words.length}`)
  }
  return parseTypedValue(label, param, words)
}

function queryValues(endpoint: Endpoint, given: Given<string>): Values {
  const inPath = pathNames(endpoint)
  const entries = Object.entries(paramsOf(endpoint)).flatMap(([name, param]) => {
    const texts = inPath.includes(name) ? [] : given.all(name)
    return texts.length > 0 ? [[name, parseTypedValue(`--${dashed(name)}`, param, texts)] as const] : []
  })
  return Object.fromEntries(entries)
}
