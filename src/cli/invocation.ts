/** From matched words to what is asked of an endpoint or an action: every value checked before anything is opened. */
import type { Pair } from '../api/encode.ts'
import {
  type Endpoint,
  formatsOf,
  paramsOf,
  pathNames,
  type Value,
  type Values,
  type WireFormat,
} from '../api/endpoint.ts'
import { notAChoice, parseValue, parseWhole } from '../api/values.ts'
import type { ActionValues } from '../commands/action.ts'
import type { World } from '../context.ts'
import { KivaError } from '../errors.ts'
import { chunked } from '../run/pages.ts'
import type { Call } from '../run/run-endpoint.ts'
import { dashed, type Node } from './command-spec.ts'
import type { Matched } from './parse.ts'

type Words = Matched['words']

/** The arguments of a match with `-` replaced by the words on standard input. */
export async function readWords({ words }: Matched, { stdin }: Pick<World, 'stdin'>): Promise<Words> {
  if (!words.some((list) => list.includes('-'))) return words
  const read = (await stdin.readAll()).split(/\s+/).filter((word) => word !== '')
  return words.map((list) => list.flatMap((word) => (word === '-' ? read : [word])))
}

/** The call of an endpoint. Throws `KivaError` of kind `usage`. */
export function callOf(endpoint: Endpoint, { node, options }: Matched, words: Words): Call {
  const limit = options.get('limit')?.at(-1)
  const values = valuesOf(endpoint, node, options, words)
  if (limit !== undefined && options.has('wire')) {
    throw new KivaError('usage', '--limit does not go with --wire', {
      hint: 'A document of the service is printed whole; --param per_page=N asks for a shorter one.',
    })
  }
  return {
    endpoint,
    values,
    extra: (options.get('param') ?? []).map((text) => extraPair(text, endpoint)),
    wire: wireOf(endpoint, values, options.get('wire')?.at(-1)),
    limit: limit === undefined ? undefined : parseWhole('--limit', limit),
  }
}

function valuesOf(endpoint: Endpoint, node: Node, options: Matched['options'], words: Words): Values {
  const args = node.args.map(({ name, label }, index) => ({ name, label, texts: words[index] }))
  const flags = node.options.map(({ name, flags }) => ({
    name,
    label: flags.replace(/ .*/, ''),
    texts: options.get(name),
  }))
  const inPath = pathNames(endpoint)
  const values = Object.entries(paramsOf(endpoint)).flatMap(([name, param]): [string, Value][] => {
    const given = [...args, ...flags].find((one) => one.name === name)
    if (!param.list && inPath.includes(name) && given?.texts && given.texts.length > 1) {
      throw new KivaError('usage', `${given.label} takes one value, not ${given.texts.length}`)
    }
    return given?.texts ? [[name, parseValue(given.label, param, given.texts)]] : []
  })
  return Object.fromEntries(values)
}

function extraPair(text: string, endpoint: Endpoint): Pair {
  const at = text.indexOf('=')
  if (at < 1) {
    throw new KivaError('usage', `--param "${text}" is not key=value`, {
      hint: 'Such as --param per_page=100.',
    })
  }
  const name = text.slice(0, at)
  if (name === 'app_id' || Object.hasOwn(paramsOf(endpoint), name)) {
    const flag = `--${dashed(name)}`
    throw new KivaError('usage', `--param ${name}: kiva knows this parameter`, {
      hint: pathNames(endpoint).includes(name) ? 'It is an argument: give it by itself.' : `Use ${flag}.`,
    })
  }
  return [name, text.slice(at + 1)]
}

function wireOf(endpoint: Endpoint, values: Values, text: string | undefined): WireFormat | undefined {
  if (text === undefined) return undefined
  const formats = formatsOf(endpoint)
  const found = formats.find((format) => format === text)
  if (!found) throw notAChoice('--wire', formats, text)
  if (chunked(endpoint, values).length === 1) return found
  throw new KivaError('usage', '--wire is one document, and one document takes fewer ids', {
    hint: 'Give fewer ids at a time, or leave --wire out: kiva joins records, not documents.',
  })
}

/** The values of an action. Throws `KivaError` of kind `usage`. */
export function actionValues({ node, options, words }: Matched): ActionValues {
  const params = Object.entries(node.action?.params ?? {})
  const entries = params.map(([name, param]) => {
    const at = node.args.findIndex((arg) => arg.name === name)
    const texts = at >= 0 ? words[at] : options.get(name)
    const label = at >= 0 ? `<${name}>` : `--${dashed(name)}`
    if (texts === undefined) return [name, undefined]
    if (param.kind === 'flag') return [name, true]
    return [name, parseValue(label, { ...param, kind: param.kind }, texts)]
  })
  return Object.fromEntries(entries)
}
