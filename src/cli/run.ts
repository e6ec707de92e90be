/** From a command line to a run: match, settle, check, and hand over to the endpoint runner or the action. */
import type { Pair } from '../api/encode.ts'
import type { Endpoint, Value, Values, WireFormat } from '../api/endpoint.ts'
import { formatsOf, paramsOf, pathNames } from '../api/endpoint.ts'
import { notAChoice, parseValue, parseWhole } from '../api/values.ts'
import type { ActionValues } from '../commands/action.ts'
import type { Out, Secrets, Sink, World } from '../context.ts'
import { KivaError } from '../errors.ts'
import { decideColour } from '../output/colour.ts'
import { openGate } from '../output/gate.ts'
import { makeContext } from './context.ts'
import type { Node } from './node.ts'
import { type Commands, type Matched, parse } from './program.ts'
import type { Call } from './run-endpoint.ts'
import { runEndpoint } from './run-endpoint.ts'
import { resolveSettings } from './settings.ts'

/** Runs a command line in a world. `secrets` is filled on the way. Throws `KivaError`, or `ReaderGone`. */
export async function run(
  argv: readonly string[],
  world: World,
  commands: Commands,
  secrets: Secrets,
): Promise<void> {
  const matched = parse(argv, commands)
  if ('text' in matched) {
    await openGate(world.stdout, { colour: false }).write(matched.text, 'people')
    return
  }
  const { colour, ...settings } = resolveSettings(matched.globals, world)
  const { endpoint, action } = matched.node
  const call = endpoint && callOf(endpoint, matched, await readIds(matched, world))
  const values = action && actionValues(matched)

  const gate = (sink: Sink, onLoss?: () => void) =>
    openGate(sink, {
      colour: decideColour(colour, world.env, sink.isTerminal),
      force: matched.options.has('force'),
      ...(onLoss && { onLoss }),
    })
  let lost = false
  const stdout = gate(world.stdout, () => {
    lost = true
  })
  const stderr = hiding(gate(world.stderr), secrets)
  const context = makeContext(world, { settings, stdout, stderr, secrets })
  if (call) await runEndpoint(call, context)
  else if (action && values) await (await action.load()).default(context, values)
  if (lost) await context.say('Characters that XML 1.0 can not hold were replaced by U+FFFD.')
}

/** Nothing that is a secret of this run is said in conversation, whoever says it. */
function hiding(out: Out, secrets: Secrets): Out {
  return {
    ...out,
    get columns() {
      return out.columns
    },
    write: (chunk, destination) =>
      out.write(typeof chunk === 'string' ? secrets.hide(chunk) : chunk, destination),
  }
}

type Words = Matched['words']

/** Arguments with `-` replaced by the words on standard input. */
async function readIds({ words }: Matched, { stdin }: Pick<World, 'stdin'>): Promise<Words> {
  if (!words.some((list) => list.includes('-'))) return words
  const read = (await stdin.readAll()).split(/\s+/).filter((word) => word !== '')
  return words.map((list) => list.flatMap((word) => (word === '-' ? read : [word])))
}

function callOf(endpoint: Endpoint, { node, options }: Matched, words: Words): Call {
  const limit = options.get('limit')?.at(-1)
  return {
    endpoint,
    values: valuesOf(endpoint, node, options, words),
    extra: (options.get('param') ?? []).map((text) => extraPair(text, endpoint)),
    wire: wireOf(endpoint, options.get('wire')?.at(-1)),
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
  if (Object.hasOwn(paramsOf(endpoint), name)) {
    const flag = `--${name.replaceAll('_', '-')}`
    throw new KivaError('usage', `--param ${name}: kiva knows this parameter`, {
      hint: pathNames(endpoint).includes(name) ? 'It is an argument: give it by itself.' : `Use ${flag}.`,
    })
  }
  return [name, text.slice(at + 1)]
}

function wireOf(endpoint: Endpoint, text: string | undefined): WireFormat | undefined {
  if (text === undefined) return undefined
  const formats = formatsOf(endpoint)
  const found = formats.find((format) => format === text)
  if (!found) throw notAChoice('--wire', formats, text)
  return found
}

function actionValues({ node, options, words }: Matched): ActionValues {
  const params = Object.entries(node.action?.params ?? {})
  const entries = params.map(([name, param]) => {
    const at = node.args.findIndex((arg) => arg.name === name)
    const texts = at >= 0 ? words[at] : options.get(name)
    const label = at >= 0 ? `<${name}>` : `--${name.replaceAll('_', '-')}`
    if (texts === undefined) return [name, undefined]
    if (param.kind === 'flag') return [name, true]
    return [name, parseValue(label, { ...param, kind: param.kind }, texts)]
  })
  return Object.fromEntries(entries)
}
