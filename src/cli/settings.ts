/** Settings: flag, else environment, else default. Each wrong value names where it came from. */
import { isLoopback, liveOrigins, sandboxOrigin } from '../api/origins.ts'
import { parseWhole } from '../api/values.ts'
import type { Origin, Settings, World } from '../context.ts'
import { KivaError } from '../errors.ts'
import type { OutputFormat } from '../output/formats.ts'
import type { ColourChoice } from '../output/terminal/colour.ts'
import { parseDuration } from './duration.ts'
import type { GlobalName } from './global-options.ts'
import type { Given } from './option-spec.ts'
import { outputOf } from './output-format.ts'
import { choice, flagOf, type Setting, variableOf } from './setting.ts'

/** What a run needs besides what commands see. */
export interface RunSettings extends Settings {
  readonly output: OutputFormat
  /** Decided for each stream. */
  readonly colour: ColourChoice
  /** The file for what is exchanged with the service, if that is wanted. */
  readonly trace: string | undefined
  /** How often a request may be tried again. */
  readonly retries: number
  /** Whether a rate limit is waited for, however long it takes. */
  readonly waitOnLimit: boolean
  readonly progress: ProgressChoice
  /** Milliseconds for which an answer is used again; `undefined` keeps none. */
  readonly cache: number | undefined
  /** Whether the cache alone answers. */
  readonly offline: boolean
}

/** How long work is told while it goes on: `auto` to a person at a terminal, `json` to a program. */
export type ProgressChoice = 'auto' | 'json' | 'none'

/** Everything that the flags and the environment decide. Throws `KivaError` of kind `usage`. */
export function resolveSettings(given: Given, { env, stdout }: Pick<World, 'env' | 'stdout'>): RunSettings {
  const setting = (name: GlobalName) => flagOf(given, name) ?? variableOf(env, name)
  const sandbox = isSandbox(given, env)
  const cache = setting('cache')
  return {
    // An origin of its own: a token of the sandbox must not stand in for one of the service.
    baseUrl: sandbox ? sandboxOrigin : originOf(setting('base_url'), liveOrigins.api),
    authUrl: originOf(setting('auth_url'), liveOrigins.auth),
    appId: setting('app_id')?.value || undefined,
    caFile: setting('ca_file')?.value,
    timeout: milliseconds(setting('timeout') ?? { value: '30', label: '--timeout' }),
    sandbox,
    output: outputOf(given, { env, stdout }),
    colour: choice(setting('color'), ['auto', 'always', 'never']) ?? 'auto',
    cache: cache && parseDuration(cache.label, cache.value),
    offline: given.has('offline'),
    verbosity: given.has('debug') ? 2 : given.has('verbose') ? 1 : 0,
    quiet: given.has('quiet'),
    retries: retriesOf(setting('retries')),
    waitOnLimit: given.has('wait_on_limit'),
    progress: choice(setting('progress'), ['auto', 'json', 'none']) ?? 'auto',
    mode: modeOf(given),
    trace: setting('trace')?.value,
  }
}

/** The flags without which the next command would be about another service. The environment stays as it is. */
function modeOf(given: Given): readonly string[] {
  const sandbox = flagOf(given, 'sandbox')?.value
  const addresses = (['base_url', 'auth_url', 'ca_file'] as const).flatMap((name) => {
    const flag = flagOf(given, name)
    return flag ? [flag.label, flag.value] : []
  })
  if (sandbox === undefined) return addresses
  return [sandbox === '1' ? '--sandbox' : '--no-sandbox', ...addresses]
}

/** An address given as a flag is a wish for that service: it beats KIVA_SANDBOX, and contradicts --sandbox. */
function isSandbox(given: Given, env: World['env']): boolean {
  const address = flagOf(given, 'base_url') ?? flagOf(given, 'auth_url')
  const flag = flagOf(given, 'sandbox')
  if (flag?.value === '1' && address) {
    throw new KivaError('usage', `--sandbox does not go with ${address.label}`, {
      hint: 'The embedded sandbox has no address; leave one of them out.',
    })
  }
  if (flag) return flag.value === '1'
  const variable = address ? undefined : variableOf(env, 'sandbox')
  return variable !== undefined && onOrOff(variable)
}

function onOrOff({ value, label }: Setting): boolean {
  if (['1', 'true', 'yes', 'on'].includes(value.toLowerCase())) return true
  if (['0', 'false', 'no', 'off'].includes(value.toLowerCase())) return false
  throw new KivaError('usage', `${label} takes 1 or 0, not "${value}"`)
}

function milliseconds({ value, label }: Setting): number {
  const seconds = Number(value)
  if (/^\d+(\.\d+)?$/.test(value) && seconds > 0 && seconds <= 86_400) return Math.ceil(seconds * 1000)
  throw new KivaError('usage', `${label} takes a number of seconds above 0, not "${value}"`)
}

/** A hundred tries are an hour of them. */
const retriesOf = (given: Setting | undefined) =>
  given === undefined ? 3 : parseWhole(given.label, given.value, 0, 100)

/** https, or http to this machine itself: nothing may be read on the way (docs/security.md, Where a token goes). */
function originOf(given: Setting | undefined, fallback: Origin): Origin {
  if (given === undefined) return fallback
  const url = URL.canParse(given.value) ? new URL(given.value) : undefined
  const hint = `Give the scheme, the host and perhaps the port, such as ${fallback}.`
  // Read or not: what stands before an @ may be a password, and is not repeated.
  if (given.value.includes('@')) {
    throw new KivaError('usage', `${given.label} has a user name or a password in it`, { hint })
  }
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
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
