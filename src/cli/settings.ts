/** Settings: flag, else environment, else default (design §2). Each wrong value names where it came from. */
import { isLoopback, sandboxOrigin } from '../api/origins.ts'
import { notAChoice } from '../api/values.ts'
import type { Origin, OutputFormat, Settings, World } from '../context.ts'
import { KivaError } from '../errors.ts'
import type { ColourChoice } from '../output/terminal/colour.ts'
import { type GlobalFlags, type GlobalName, globalOptions, outputFormats } from './global-options.ts'

type Given = { readonly value: string; readonly label: string }

/** Everything that the flags and the environment decide. Throws `KivaError` of kind `usage`. */
export function resolveSettings(
  flags: GlobalFlags,
  world: Pick<World, 'env' | 'stdout'>,
): Settings & { readonly colour: ColourChoice } {
  const given = (name: GlobalName) => givenFor(name, flags, world.env)
  const sandboxGiven = given('sandbox')
  const sandbox = sandboxGiven !== undefined && onOrOff(sandboxGiven)
  return {
    // An origin of its own: a token of the sandbox must not stand in for one of the service.
    baseUrl: sandbox ? sandboxOrigin : originOf(given('baseUrl'), globalOptions.baseUrl.default),
    authUrl: originOf(given('authUrl'), globalOptions.authUrl.default),
    appId: given('appId')?.value || undefined,
    caFile: given('caFile')?.value,
    timeout: milliseconds(given('timeout') ?? { value: globalOptions.timeout.default, label: '--timeout' }),
    sandbox,
    output: choice(given('output'), outputFormats) ?? defaultOutput(world.stdout),
    colour: choice(given('color'), globalOptions.color.choices) ?? 'auto',
    verbosity: flags.debug ? 2 : flags.verbose ? 1 : 0,
    quiet: flags.quiet === true,
    mode: modeOf(flags),
  }
}

/** The flags without which the next command would be about another service. The environment stays as it is. */
function modeOf({ sandbox, baseUrl, authUrl, caFile }: GlobalFlags): readonly string[] {
  const value = (name: string, given: string | boolean | undefined) =>
    given === undefined ? [] : [name, String(given)]
  return [
    ...(sandbox ? ['--sandbox'] : []),
    ...value('--base-url', baseUrl),
    ...value('--auth-url', authUrl),
    ...value('--ca-file', caFile),
  ]
}

/** The format in which a problem is told when the command line itself could not be read. */
export function guessOutput(argv: readonly string[], world: Pick<World, 'env' | 'stdout'>): OutputFormat {
  const text =
    argv.join('\n').match(/^(?:-o|--output)[=\n]?(\w+)$/m)?.[1] ?? world.env[globalOptions.output.env]
  return outputFormats.find((format) => format === text) ?? defaultOutput(world.stdout)
}

const defaultOutput = (stdout: World['stdout']): OutputFormat => (stdout.isTerminal ? 'table' : 'json')

function givenFor(name: GlobalName, flags: GlobalFlags, env: World['env']): Given | undefined {
  const option: { flags: string; env?: string } = globalOptions[name]
  const flag = flags[name]
  if (flag !== undefined) return { value: String(flag), label: (option.flags.match(/--[\w-]+/) ?? [name])[0] }
  const value = option.env === undefined ? undefined : env[option.env]
  return value === undefined || value === '' ? undefined : { value, label: String(option.env) }
}

function choice<const C extends string>(given: Given | undefined, choices: readonly C[]): C | undefined {
  if (given === undefined) return undefined
  const found = choices.find((one) => one === given.value)
  if (found === undefined) throw notAChoice(given.label, choices, given.value)
  return found
}

function onOrOff({ value, label }: Given): boolean {
  if (['1', 'true', 'yes', 'on'].includes(value.toLowerCase())) return true
  if (['0', 'false', 'no', 'off'].includes(value.toLowerCase())) return false
  throw new KivaError('usage', `${label} takes 1 or 0, not "${value}"`)
}

function milliseconds({ value, label }: Given): number {
  const seconds = Number(value)
  if (/^\d+(\.\d+)?$/.test(value) && seconds > 0 && seconds <= 86_400) return Math.ceil(seconds * 1000)
  throw new KivaError('usage', `${label} takes a number of seconds above 0, not "${value}"`)
}

/** https, or http to this machine itself: nothing may be read on the way (practice: credentials). */
function originOf(given: Given | undefined, fallback: Origin): Origin {
  if (given === undefined) return fallback
  const url = URL.canParse(given.value) ? new URL(given.value) : undefined
  const hint = `Give the scheme, the host and perhaps the port, such as ${fallback}.`
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new KivaError('usage', `${given.label} "${given.value}" is no address of a service`, { hint })
  }
  if (url.pathname !== '/') {
    throw new KivaError('usage', `${given.label} "${given.value}" has a path`, { hint })
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new KivaError('usage', `${given.label} "${given.value}" is not encrypted`, {
      hint: 'Use https; plain http goes to this machine only (127.0.0.1, [::1], localhost).',
    })
  }
  return url.origin as Origin
}
