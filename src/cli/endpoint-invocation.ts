/** What is asked of an endpoint, from the words and options of its command. */
import type { Catalogue } from '../api/endpoint.ts'
import {
  type AnyEndpoint,
  type Endpoint,
  type Param,
  paramsOf,
  pathNames,
  type Value,
  type Values,
} from '../api/endpoint.ts'
import { checkSiblings } from '../api/siblings.ts'
import { parseTypedValue } from '../api/values/typed-value.ts'
import { KivaError } from '../errors.ts'
import { assignArguments, type GivenArgument } from './arguments.ts'
import type { EndpointInvocation, InputArgument } from './invocation.ts'
import { dashed, type Given } from './option-spec.ts'
import { readTelling } from './options/detail.ts'
import { readExtent } from './options/extent.ts'
import { readSaving } from './options/files.ts'
import { readImages } from './options/images.ts'
import { readShaping } from './options/jq.ts'
import { readWatching } from './options/watch.ts'
import { readWeb } from './options/web.ts'
import { readWire } from './options/wire.ts'
import type { ParsedCommand } from './parse.ts'
import { otherCommandFor } from './suggest/suggest-command.ts'
import { extraPair } from './values/key-value.ts'

/** What is asked of an endpoint, its values checked. Throws `KivaError` of kind `usage`. */
export function readEndpointInvocation(
  endpoint: Endpoint,
  typed: ParsedCommand,
  catalogue: Catalogue,
): EndpointInvocation {
  const { command, given } = typed
  const args = assignArguments(typed)
  const output = readOutput(endpoint, typed)
  const waiting = args.find(({ words }) => words.includes('-'))
  const known = args.filter((arg) => arg !== waiting)
  const values = { ...pathValues(endpoint, known, typed), ...queryValues(endpoint, given) }
  if (!waiting) checkSiblings(endpoint, values, catalogue)
  return {
    kind: 'endpoint',
    path: command.path,
    endpoint,
    values,
    fromInput: waiting && inputArgument(waiting, endpoint),
    extra: (given.get('param') ?? []).map((text) => extraPair(text, endpoint)),
    ...output,
  }
}

/** What the options say of the answer of an endpoint. Throws `KivaError` of kind `usage`. */
export function readOutput(
  endpoint: Pick<AnyEndpoint, 'formats' | 'returns'>,
  typed: ParsedCommand,
): Pick<
  EndpointInvocation,
  'wire' | 'force' | 'reading' | 'shaping' | 'images' | 'saving' | 'telling' | 'web' | 'watching' | 'preview'
> {
  const { given } = typed
  const wire = readWire(endpoint, given)
  return {
    wire,
    force: given.has('force'),
    reading: readExtent(given),
    shaping: readShaping(given, wire, endpoint),
    images: readImages(given, wire),
    saving: readSaving(typed, wire),
    telling: readTelling(given, wire),
    web: readWeb(given),
    watching: readWatching(typed),
    preview: previewOf(given),
  }
}

function previewOf(given: Given): EndpointInvocation['preview'] {
  const [curl, plain] = [given.has('curl'), given.has('dry_run')]
  if (curl && plain)
    throw new KivaError('usage', '--curl does not go with --dry-run', { hint: 'Give one of them.' })
  return curl ? 'curl' : plain ? 'plain' : undefined
}

function pathValues(endpoint: Endpoint, args: readonly GivenArgument[], { command }: ParsedCommand): Values {
  const entries = args.map(({ name, label, words }) => {
    const param = endpoint.params[name]
    if (!param) throw new KivaError('bug', `${endpoint.path} has no param ${name}`)
    return [name, parsePathValue(command.path, label, param, words)]
  })
  return Object.fromEntries(entries)
}

/** The value of a path param. Throws `KivaError` of kind `usage`. */
export function parsePathValue(path: string, label: string, param: Param, words: readonly string[]): Value {
  if (!param.list && words.length > 1) {
    throw new KivaError('usage', `${label} takes one value, not ${words.length}`)
  }
  const other =
    param.kind === 'number' ? words.map((word) => otherCommandFor(path, word)).find(Boolean) : undefined
  if (other === undefined) return parseTypedValue(label, param, words)
  throw new KivaError('usage', `${label} takes numbers, and "${words.join(' ')}" is none`, { hint: other })
}

function queryValues(endpoint: Endpoint, given: Given): Values {
  const inPath = pathNames(endpoint)
  const entries = Object.entries(paramsOf(endpoint)).flatMap(([name, param]) => {
    const texts = inPath.includes(name) ? undefined : given.get(name)
    return texts ? [[name, parseTypedValue(`--${dashed(name)}`, param, texts)] as const] : []
  })
  return Object.fromEntries(entries)
}

function inputArgument({ name, label, words }: GivenArgument, endpoint: Endpoint): InputArgument | undefined {
  const param = endpoint.params[name]
  return param && { name, label, param, words }
}
