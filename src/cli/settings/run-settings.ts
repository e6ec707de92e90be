/**
 * Decides each setting: flag, else environment, else profile, else file, else default. Errors name the
 * source of an invalid value.
 */
import { liveOrigins, sandboxOrigin } from '../../api/origins.ts'
import { parseWhole } from '../../api/values.ts'
import type { World } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { formatNames, type OutputFormat } from '../../output/formats.ts'
import type { ColorChoice } from '../../output/terminal/color.ts'
import { isLoopback, type Origin } from '../../ports/origin.ts'
import type { Settings } from '../../ports/settings.ts'
import { commandWords } from '../../text/shell-word.ts'
import type { Given } from '../given.ts'
import { parseDuration } from '../option-values.ts'
import type { ConfigurableName, GlobalName } from './global-options.ts'
import { asksForTable, outputOf, outputSetting, type Stdout } from './output-format.ts'
import { choice, flagOf, lookups, type SettingValue, type Sources, settingOf, variableOf } from './sources.ts'

/** The settings that only the run needs, added to those that commands see. */
export interface RunSettings extends Settings {
  readonly output: OutputFormat
  /** True if the user chose the format; false for the default. */
  readonly outputNamed: boolean
  /** `auto` is decided separately for stdout and stderr. */
  readonly color: ColorChoice
  /** Tables show all columns, however wide. */
  readonly wide: boolean
  /** Tables have a header row. */
  readonly headers: boolean
  /** The file that records the HTTP traffic, if any. */
  readonly trace: string | undefined
  /** The maximum number of retries per request. */
  readonly retries: number
  /** Waits for a rate limit to end, however long it takes. */
  readonly waitOnLimit: boolean
  readonly progress: ProgressChoice
  /** The pager and its arguments; `undefined` for none. */
  readonly pager: readonly string[] | undefined
  /** Milliseconds for which a cached response may be reused; `undefined` turns the cache off. */
  readonly cache: number | undefined
}

/** How to report progress: `auto` for a person at a terminal, `json` for a program. */
export type ProgressChoice = 'auto' | 'json' | 'none'

/** Returns all settings, decided from flags, environment and file. Throws `KivaError` of kind `usage`. */
export function decideSettings(sources: Sources, { stdout }: { readonly stdout: Stdout }): RunSettings {
  const { given, env } = sources
  const wish = sandboxOf(sources)
  const sandbox = wish !== undefined && settingParsers.sandbox(wish)
  const plain = read(sources, 'plain')
  // The sandbox has its own origin, so that its tokens are never used for the live service.
  const baseUrl = sandbox ? sandboxOrigin : (read(sources, 'base_url') ?? liveOrigins.api)
  return {
    baseUrl,
    day: dayOf(sources, sandbox || isLoopback(new URL(baseUrl).hostname)),
    authUrl: read(sources, 'auth_url') ?? liveOrigins.auth,
    appId: read(sources, 'app_id') || undefined,
    caFile: read(sources, 'ca_file'),
    timeout: read(sources, 'timeout') ?? 30_000,
    sandbox,
    output: outputOf(sources, stdout),
    outputNamed: outputSetting(sources) !== undefined || asksForTable(given),
    color: flagOf(given, 'color') || !plain ? (read(sources, 'color') ?? 'auto') : 'never',
    plain,
    wide: given.has('wide'),
    headers: !given.has('no_headers'),
    cache: read(sources, 'cache'),
    offline: given.has('offline'),
    verbosity: given.has('debug') ? 2 : given.has('verbose') ? 1 : 0,
    quiet: given.has('quiet'),
    retries: read(sources, 'retries') ?? 3,
    waitOnLimit: given.has('wait_on_limit'),
    progress: read(sources, 'progress') ?? 'auto',
    pager: pagerOf(sources),
    mode: modeOf(given),
    profile: (flagOf(given, 'profile') ?? variableOf(env, 'profile'))?.value,
    trace: flagOf(given, 'trace')?.value,
  }
}

/**
 * Returns the days by which the sandbox is moved on. A sandbox can only be in this process or on loopback. For
 * another service the variable is ignored; throws `KivaError` of kind `usage` for the flag.
 */
function dayOf(sources: Sources, isSandbox: boolean): number {
  const flag = flagOf(sources.given, 'day')
  const day = flag ?? variableOf(sources.env, 'day')
  if (!day) return 0
  if (isSandbox || sources.serves) return parseWhole(day.label, day.value, 0, latestDay)
  if (!flag) return 0
  throw new KivaError('usage', `${flag.label} requires --sandbox`, {
    hint: 'It moves the sandbox on: kiva --sandbox --day 30 …, or kiva sandbox --day 30.',
  })
}

const latestDay = 1000

function read<N extends ConfigurableName>(
  sources: Sources,
  name: N,
): ReturnType<(typeof settingParsers)[N]> | undefined {
  const given = settingOf(sources, name)
  return given && (settingParsers[name](given) as ReturnType<(typeof settingParsers)[N]>)
}

/**
 * Returns the flags that a suggested next command must repeat to reach the same service. Environment
 * variables need no repeating.
 */
function modeOf(given: Given<GlobalName>): readonly string[] {
  const sandbox = flagOf(given, 'sandbox')?.value
  const others = (['day', 'profile', 'base_url', 'auth_url', 'ca_file'] as const).flatMap((name) => {
    const flag = flagOf(given, name)
    return flag ? [flag.label, flag.value] : []
  })
  if (sandbox === undefined) return others
  return [sandbox === '1' ? '--sandbox' : '--no-sandbox', ...others]
}

/**
 * Returns the setting that turns the sandbox on or off, from the first source that names a service. A
 * service address turns it off. Throws `KivaError` of kind `usage` if flags ask for both.
 */
export function sandboxOf(sources: Sources): SettingValue | undefined {
  for (const look of lookups(sources)) {
    const wish = look('sandbox')
    const address = look('base_url') ?? look('auth_url')
    if (wish?.source === 'flag' && wish.value === '1' && address) {
      throw new KivaError('usage', `--sandbox cannot be used with ${address.label}`, {
        hint: 'The built-in sandbox has no URL: leave out one of them.',
      })
    }
    if (wish ?? address) return wish ?? (address && { ...address, value: '0' })
  }
  return undefined
}

/* Parses the text of each setting, with the same check for flag, variable and settings file. */

/** Each parser throws `KivaError` of kind `usage` that names the source of an invalid value. */
export const settingParsers = {
  output: (given: SettingValue) => choice(given, formatNames),
  color: (given: SettingValue) => choice(given, ['auto', 'always', 'never']),
  progress: (given: SettingValue) => choice(given, ['auto', 'json', 'none']),
  pager,
  plain: onOrOff,
  sandbox: onOrOff,
  base_url: (given: SettingValue) => originOf(given, liveOrigins.api),
  auth_url: (given: SettingValue) => originOf(given, liveOrigins.auth),
  app_id: ({ value }: SettingValue) => value,
  ca_file: ({ value }: SettingValue) => value,
  timeout: milliseconds,
  // A hundred retries take about an hour.
  retries: ({ label, value }: SettingValue) => parseWhole(label, value, 0, 100),
  cache: ({ label, value }: SettingValue) => parseDuration(label, value),
} as const satisfies Record<ConfigurableName, (given: SettingValue) => unknown>

function onOrOff({ value, label }: SettingValue): boolean {
  if (['1', 'true', 'yes', 'on'].includes(value.toLowerCase())) return true
  if (['0', 'false', 'no', 'off'].includes(value.toLowerCase())) return false
  throw new KivaError('usage', `invalid value "${value}" for ${label}: expected 1 or 0`)
}

function pager({ value, label }: SettingValue): readonly string[] {
  const words = commandWords(value)
  if (words[0]) return words
  throw new KivaError('usage', `invalid value "${value}" for ${label}: expected a program`, {
    hint: 'Use cat to turn the pager off.',
  })
}

function milliseconds({ value, label }: SettingValue): number {
  const seconds = Number(value)
  if (/^\d+(\.\d+)?$/.test(value) && seconds > 0 && seconds <= 86_400) return Math.ceil(seconds * 1000)
  throw new KivaError(
    'usage',
    `invalid value "${value}" for ${label}: expected seconds, above 0 and at most 86400`,
  )
}

/**
 * Accepts https, or http to loopback, so that requests cannot be read on the way
 * (docs/security.md, Where a token goes).
 */
function originOf(given: SettingValue, example: Origin): Origin {
  const url = URL.canParse(given.value) ? new URL(given.value) : undefined
  const hint = `Use a scheme, a host and an optional port, such as ${example}.`
  // Text before an @ may be a password, so the error leaves the address out, even if it is a valid URL.
  if (given.value.includes('@')) {
    throw new KivaError('usage', `the value of ${given.label} contains a user name or password`, { hint })
  }
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new KivaError(
      'usage',
      `invalid value "${given.value}" for ${given.label}: expected an http or https URL`,
      { hint },
    )
  }
  if (url.pathname !== '/') {
    throw new KivaError('usage', `invalid value "${given.value}" for ${given.label}: it contains a path`, {
      hint,
    })
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new KivaError('usage', `invalid value "${given.value}" for ${given.label}: it is not encrypted`, {
      hint: 'Use https. http is allowed for this machine only: 127.0.0.1, [::1] or localhost.',
    })
  }
  return url.origin as Origin
}

/* Chooses the pager, the program that shows output longer than the screen. */

/**
 * Returns the pager and its arguments, or `undefined` for none. An invalid setting also turns the pager
 * off, so that help always prints.
 */
export function pagerOf(sources: Sources): readonly string[] | undefined {
  const words = commandWords(settingOf(sources, 'pager')?.value ?? defaultPager(sources.env))
  return words[0] && words[0] !== 'cat' ? words : undefined
}

/** The default pager. */
export const defaultPager = (env: World['env']) => env['PAGER'] || 'less'
