/** Settings: flag, else environment, else profile, else file, else default. Each wrong value names where it came from. */
import { liveOrigins, sandboxOrigin } from '../../api/origins.ts'
import type { World } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { OutputFormat } from '../../output/formats.ts'
import type { ColorChoice } from '../../output/terminal/color.ts'
import type { Settings } from '../../ports/settings.ts'
import type { Given } from '../given.ts'
import type { ConfigurableName, GlobalName } from './global-options.ts'
import { asksForTable, outputOf } from './output-format.ts'
import { pagerOf } from './pager.ts'
import { settingParsers } from './setting-parsers.ts'
import { flagOf, lookups, type SettingValue, type Sources, settingOf, variableOf } from './sources.ts'

/** What a run needs besides what commands see. */
export interface RunSettings extends Settings {
  readonly output: OutputFormat
  /** Whether somebody named it: it is the usual one otherwise. */
  readonly outputNamed: boolean
  /** Decided for each stream. */
  readonly color: ColorChoice
  /** Whether people get words alone, a value a line; without a wish it is decided for each stream. */
  readonly plain: boolean | undefined
  /** Whether tables have all their columns, as wide as it takes. */
  readonly wide: boolean
  /** Whether tables have a header. */
  readonly headers: boolean
  /** The file for what is exchanged with the service, if that is wanted. */
  readonly trace: string | undefined
  /** How often a request may be tried again. */
  readonly retries: number
  /** Whether a rate limit is waited for, however long it takes. */
  readonly waitOnLimit: boolean
  readonly progress: ProgressChoice
  /** The program and its arguments; `undefined` where none is wanted. */
  readonly pager: readonly string[] | undefined
  /** Milliseconds for which an answer is used again; `undefined` keeps none. */
  readonly cache: number | undefined
  /** Whether the cache alone answers. */
  readonly offline: boolean
}

/** How long work is told while it goes on: `auto` to a person at a terminal, `json` to a program. */
export type ProgressChoice = 'auto' | 'json' | 'none'

/** Everything that flags, environment and file decide. Throws `KivaError` of kind `usage`. */
export function decideSettings(sources: Sources, { stdout }: Pick<World, 'stdout'>): RunSettings {
  const { given, env } = sources
  const wish = sandboxOf(sources)
  const sandbox = wish !== undefined && settingParsers.sandbox(wish)
  const plain = read(sources, 'plain')
  return {
    // An origin of its own: a token of the sandbox must not stand in for one of the service.
    baseUrl: sandbox ? sandboxOrigin : (read(sources, 'base_url') ?? liveOrigins.api),
    authUrl: read(sources, 'auth_url') ?? liveOrigins.auth,
    appId: read(sources, 'app_id') || undefined,
    caFile: read(sources, 'ca_file'),
    timeout: read(sources, 'timeout') ?? 30_000,
    sandbox,
    output: outputOf(sources, stdout),
    outputNamed: settingOf(sources, 'output') !== undefined || asksForTable(given),
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

function read<N extends ConfigurableName>(
  sources: Sources,
  name: N,
): ReturnType<(typeof settingParsers)[N]> | undefined {
  const given = settingOf(sources, name)
  return given && (settingParsers[name](given) as ReturnType<(typeof settingParsers)[N]>)
}

/** The flags without which the next command would be about another service. The environment stays as it is. */
function modeOf(given: Given<GlobalName>): readonly string[] {
  const sandbox = flagOf(given, 'sandbox')?.value
  const others = (['profile', 'base_url', 'auth_url', 'ca_file'] as const).flatMap((name) => {
    const flag = flagOf(given, name)
    return flag ? [flag.label, flag.value] : []
  })
  if (sandbox === undefined) return others
  return [sandbox === '1' ? '--sandbox' : '--no-sandbox', ...others]
}

/**
 * What decides whether the sandbox answers: the nearest source that names a service. An address is a wish for that one,
 * and for no sandbox; as flags the two contradict each other.
 */
export function sandboxOf(sources: Sources): SettingValue | undefined {
  for (const look of lookups(sources)) {
    const wish = look('sandbox')
    const address = look('base_url') ?? look('auth_url')
    if (wish?.source === 'flag' && wish.value === '1' && address) {
      throw new KivaError('usage', `--sandbox cannot be used with ${address.label}`, {
        hint: 'The embedded sandbox has no address; leave one of them out.',
      })
    }
    if (wish ?? address) return wish ?? (address && { ...address, value: '0' })
  }
  return undefined
}
