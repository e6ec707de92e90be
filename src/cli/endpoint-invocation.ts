/** Reads the arguments and options of an endpoint's command. */
import type { Catalogue } from '../api/endpoint.ts'
import { type Endpoint, type Param, paramsOf, pathNames, type Value, type Values } from '../api/endpoint.ts'
import { checkSiblings } from '../api/siblings.ts'
import { parseTypedValue } from '../api/values/typed-value.ts'
import { KivaError } from '../errors.ts'
import { assignArguments, type GivenArgument } from './arguments.ts'
import type { Given } from './given.ts'
import type { EndpointInvocation, InputArgument } from './invocation.ts'
import { dashed } from './option-spec.ts'
import { readOptions } from './options/index.ts'
import type { ParsedCommand } from './parse.ts'
import { resumeLine } from './resume-line.ts'
import { extraPair } from './values/key-value.ts'

/** Returns an endpoint with its parsed and checked values. Throws `KivaError` of kind `usage`. */
export async function readEndpointInvocation(
  endpoint: Endpoint,
  typed: ParsedCommand,
  catalogue: Catalogue,
): Promise<EndpointInvocation> {
  const { command, given, params } = typed
  const args = await assignArguments(typed)
  const waiting = args.find(({ words }) => words.includes('-'))
  const about = { endpoint, fromInput: waiting !== undefined, resumeLine: () => resumeLine(typed) }
  const options = await readOptions(given, about)
  const known = args.filter((arg) => arg !== waiting)
  const values = { ...pathValues(endpoint, known, typed), ...queryValues(endpoint, params) }
  if (!waiting) checkSiblings(endpoint, values, catalogue)
  return {
    kind: 'endpoint',
    path: command.path,
    endpoint,
    values,
    fromInput: waiting && inputArgument(waiting, endpoint),
    extra: given.all('param').map((text) => extraPair(text, endpoint)),
    ...options,
  }
}

function pathValues(endpoint: Endpoint, args: readonly GivenArgument[], { command }: ParsedCommand): Values {
  const entries = args.map(({ name, label, words }) => {
    const param = endpoint.params[name]
    if (!param) throw new KivaError('bug', `${endpoint.path} has no param ${name}`)
    return [name, parsePathValue(command.path, label, param, words)]
  })
  return Object.fromEntries(entries)
}

/** Returns the parsed value of a path param. Throws `KivaError` of kind `usage`. */
export function parsePathValue(path: string, label: string, param: Param, words: readonly string[]): Value {
  if (!param.list && words.length > 1) {
    throw new KivaError('usage', `${label} takes one value, not ${words.length}`)
  }
  const other =
    param.kind === 'number' ? words.map((word) => otherCommandFor(path, word)).find(Boolean) : undefined
  if (other === undefined) return parseTypedValue(label, param, words)
  throw new KivaError('usage', `invalid value "${words.join(' ')}" for ${label}`, { hint: other })
}

/** Suggests the command that accepts this kind of id, such as a team's shortname. */
function otherCommandFor(path: string, text: string): string | undefined {
  return path === 'kiva teams show' && /^[A-Za-z]\w*$/.test(text)
    ? `To show a team by shortname: kiva teams using-shortname ${text}.`
    : undefined
}

function queryValues(endpoint: Endpoint, given: Given<string>): Values {
  const inPath = pathNames(endpoint)
  const entries = Object.entries(paramsOf(endpoint)).flatMap(([name, param]) => {
    const texts = inPath.includes(name) ? [] : given.all(name)
    return texts.length > 0 ? [[name, parseTypedValue(`--${dashed(name)}`, param, texts)] as const] : []
  })
  return Object.fromEntries(entries)
}

function inputArgument({ name, label, words }: GivenArgument, endpoint: Endpoint): InputArgument | undefined {
  const param = endpoint.params[name]
  return param && { name, label, param, words }
}
