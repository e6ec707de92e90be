/**
 * Decides each setting: flag, else environment, else profile, else file, else default. Errors name the
 * source of an invalid value.
 */
import { mirrorOrigin, sandboxOrigin } from '../../api/origins.ts'
import { parseWhole } from '../../api/values.ts'
import type { World } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import { isLoopback, type Origin } from '../../core/origin.ts'
import type { Settings } from '../../core/settings.ts'
import { commandWords } from '../../core/shell-word.ts'
import type { Sink } from '../../core/streams.ts'
import { errorStyle, formatNames, formatOf, formatOfFile, type OutputFormat } from '../../output/formats.ts'
import type { ColorChoice } from '../../output/terminal/color.ts'
import type { ErrorStyle } from '../../output/view.ts'
import type { Given } from '../given.ts'
import {
  type ConfigurableName,
  choice,
  defaultOf,
  type GlobalName,
  isOn,
  type Parsed,
  type SettingText,
  type SettingValue,
  type StoredOption,
  storedOption,
} from './global-options.ts'
import { flagOf, lookups, type Sources, settingOf, variableOf } from './sources.ts'

/** The settings that only the run needs, added to those that commands see. */
export interface RunSettings extends Settings {
  readonly output: OutputFormat
  /** True if the user chose the format; false for the default. */
  readonly outputNamed: boolean
  /** `auto` is decided separately for stdout and stderr. */
  readonly color: ColorChoice
  /** Tables show all columns, however wide. */
  readonly wide: boolean
  /** The names of the columns of lists on a terminal, by the key of their records (settings `columns.*`). */
  readonly columns: ReadonlyMap<string, readonly string[]>
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
type ProgressChoice = 'auto' | 'json' | 'none'

/** The part of stdout that settings depend on. */
export type Stdout = Pick<Sink, 'isTerminal'>

/** Returns all settings, decided from flags, environment and file. Throws `KivaError` of kind `usage`. */
export function decideSettings(sources: Sources, { stdout }: { readonly stdout: Stdout }): RunSettings {
  const { given, env } = sources
  const sandbox = read(sources, 'sandbox') ?? false
  const plain = read(sources, 'plain')
  const mirror = read(sources, 'mirror') ?? false
  // Sandbox and mirror have origins of their own, so that tokens and marks of the live service are never used for them.
  const baseUrl = sandbox ? sandboxOrigin : mirror ? mirrorOrigin : read(sources, 'base_url')
  return {
    baseUrl,
    day: dayOf(sources, mirror, sandbox || isLoopback(new URL(baseUrl).hostname)),
    authUrl: read(sources, 'auth_url'),
    site: siteOf(sources, sandbox, baseUrl),
    appId: read(sources, 'app_id') || undefined,
    lender: read(sources, 'lender'),
    caFile: read(sources, 'ca_file'),
    timeout: read(sources, 'timeout'),
    sandbox,
    mirror,
    isMadeUp: sandbox,
    output: outputOf(sources, stdout),
    outputNamed: outputSetting(sources) !== undefined || asksForTable(given),
    color: read(sources, 'color'),
    plain,
    wide: given.has('wide'),
    columns: columnsIn(sources),
    headers: !given.has('no_headers'),
    cache: read(sources, 'cache'),
    offline: given.has('offline'),
    verbosity: given.has('debug') ? 2 : given.has('verbose') ? 1 : 0,
    quiet: given.has('quiet'),
    retries: read(sources, 'retries'),
    waitOnLimit: given.has('wait_on_limit'),
    progress: read(sources, 'progress'),
    pager: pagerOf(sources),
    mode: modeOf(given),
    profile: (flagOf(given, 'profile') ?? variableOf(env, 'profile'))?.value,
    trace: flagOf(given, 'trace')?.value,
  }
}

/** The settings `columns.*`, which only the settings file has. */
export const columnPrefix = 'columns.'

/** Splits the value of such a setting. */
export const namesOfColumns = (value: string): readonly string[] =>
  value.split(',').map((name) => name.trim())

/** The first table that has a setting decides. */
function columnsIn({ tables }: Pick<Sources, 'tables'>): ReadonlyMap<string, readonly string[]> {
  const columns = new Map<string, readonly string[]>()
  for (const [name, { value }] of tables.toReversed().flatMap((table) => [...table]))
    if (name.startsWith(columnPrefix)) columns.set(name.slice(columnPrefix.length), namesOfColumns(value))
  return columns
}

/**
 * Returns the first format found in: `-o`, another option or the output file's name, the settings, the
 * default for stdout. Throws `KivaError` of kind `usage` if it is invalid.
 */
export function outputOf(sources: Sources, stdout: Stdout): OutputFormat {
  const { given, implied } = sources
  const variantOf = implied && formatOf(implied).variantOf
  const flag = flagOf(given, 'output')
  if (flag) {
    const named = choice(flag, formatNames)
    return implied && named === variantOf ? implied : named
  }
  const explicit = explicitFormat(sources)
  if (explicit) return explicit
  const setting = outputSetting(sources)
  return setting ? choice(setting, formatNames) : defaultOutput(sources, stdout)
}

/**
 * Returns the format that a flag, a variable or a setting names. The latter two are about the API's records:
 * what kiva says of itself keeps its form in a shell that exports KIVA_OUTPUT.
 */
const outputSetting = (sources: Sources): SettingValue | undefined =>
  sources.isOwnOutput ? flagOf(sources.given, 'output') : settingOf(sources, 'output')

/**
 * Returns the style of error messages: one JSON line if stdout carries JSON for a program and stderr is not
 * a terminal, or if a flag or setting chose JSON. An output file's name does not count as a choice. Invalid
 * formats are ignored here.
 */
export function styleOfErrors(
  sources: Sources,
  { stdout, stderr }: Pick<World, 'stdout' | 'stderr'>,
): ErrorStyle {
  const { given } = sources
  const named = (format: string | undefined) => formatNames.find((name) => name === format)
  const flag = named(flagOf(given, 'output')?.value)
  const setting = (sources.isOwnOutput ? [] : lookups(sources))
    .map((look) => named(look('output')?.value))
    .find((format) => format)
  return errorStyle(flag ?? explicitFormat(sources) ?? setting ?? defaultOutput(sources, stdout), {
    isTerminal: stderr.isTerminal,
    isExplicit: (flag ?? setting) !== undefined,
  })
}

/** True if the user asked for a table explicitly, even for a command that prints records one by one. */
const asksForTable = (given: Given<GlobalName>) => given.has('wide') || given.has('no_headers')

/**
 * Returns the implied format if it is a variant, such as raw lines, which any file can hold. Otherwise the
 * output file's extension decides first.
 */
function explicitFormat({ out = '', implied }: Sources): OutputFormat | undefined {
  if (implied && formatOf(implied).variantOf) return implied
  return formatOfFile(out) ?? implied
}

const defaultOutput = (
  { out, onTerminal = 'table' }: Pick<Sources, 'out' | 'onTerminal'>,
  stdout: Stdout,
): OutputFormat => (stdout.isTerminal && out === undefined ? onTerminal : 'json')

/**
 * Returns the days by which the sandbox is moved on. A sandbox can only be in this process or on loopback. For
 * another service the variable is ignored; throws `KivaError` of kind `usage` for the flag.
 */
function dayOf(sources: Sources, isMirror: boolean, isSandbox: boolean): number {
  const flag = flagOf(sources.given, 'day')
  const day = flag ?? variableOf(sources.env, 'day')
  if (!day) return 0
  if (isMirror && flag)
    throw new KivaError('usage', `${flag.label} cannot be used with --mirror`, {
      hint: 'It moves the sandbox on: leave out one of them.',
    })
  if (isSandbox || (sources.serves && !isMirror)) return parseWhole(day.label, day.value, 0, latestDay)
  if (!flag) return 0
  throw new KivaError('usage', `${flag.label} requires --sandbox`, {
    hint: 'It moves the sandbox on: kiva --sandbox --day 30 …, or kiva sandbox --day 30.',
  })
}

const latestDay = 1000

/** Reads a setting. Not the output format, whose default depends on the terminal: `outputOf` has it. */
function read<Name extends Exclude<ConfigurableName, 'output'>>(sources: Sources, name: Name): Parsed<Name> {
  const row = storedOption(name)
  const text = decidingOrDefault(sources, row)
  return (text && row.parse(text)) as Parsed<Name>
}

/**
 * Returns the origin of the website. A sandbox that is served on this machine has its own pages: the address of the
 * real ones does not fit its loans.
 */
function siteOf(sources: Sources, sandbox: boolean, baseUrl: Origin): Origin | undefined {
  if (sandbox) return undefined
  const isServedHere = isLoopback(new URL(baseUrl).hostname) && settingOf(sources, 'auth_url') === undefined
  return isServedHere ? baseUrl : read(sources, 'auth_url')
}

/** Returns the text that decides a setting, or that of its default. */
function decidingOrDefault(sources: Sources, row: StoredOption): SettingText | undefined {
  const value = defaultOf(row)
  return decidingText(sources, row.name) ?? (value === undefined ? undefined : { value, label: row.name })
}

/**
 * Returns the flags that a suggested next command must repeat to reach the same service. Environment
 * variables need no repeating.
 */
function modeOf(given: Given<GlobalName>): readonly string[] {
  const others = (['day', 'profile', 'base_url', 'auth_url', 'ca_file'] as const).flatMap((name) => {
    const flag = flagOf(given, name)
    return flag ? [flag.label, flag.value] : []
  })
  const switches = (['sandbox', 'mirror'] as const).flatMap((name) => flagOf(given, name)?.label ?? [])
  return [...switches, ...others]
}

/** Returns the text that decides a setting: of its first source, or of another setting that decides it too. */
export function decidingText(sources: Sources, name: ConfigurableName): SettingValue | undefined {
  if (name === 'sandbox' || name === 'mirror') return serviceOf(sources)[name]
  if (name === 'color') return colorOf(sources)
  return name === 'pager' ? pagerProgram(sources) : settingOf(sources, name)
}

/**
 * Returns the settings that turn the sandbox and the mirror on or off, from the first source that names a service. An
 * address turns both off, and one of them the other. Of one source, an address counts rather than the sandbox, unless
 * both are flags. Throws `KivaError` of kind `usage` if one source asks for two services.
 */
function serviceOf(sources: Sources): Partial<Record<'sandbox' | 'mirror', SettingValue>> {
  let [sandbox, mirror]: (SettingValue | undefined)[] = []
  for (const look of lookups(sources)) {
    const wished = { sandbox: look('sandbox'), mirror: look('mirror') }
    if (sources.isLive && wished.mirror) {
      if (wished.mirror.source === 'flag' && isOn(wished.mirror.value))
        throw new KivaError('usage', '--mirror cannot be used with this command', {
          hint: 'It is about the service itself: leave out --mirror.',
        })
      wished.mirror = undefined
    }
    // A sandbox that is served is the mirror only if the command line says so.
    if (sources.serves && wished.mirror?.source !== 'flag') wished.mirror = undefined
    const address = look('base_url') ?? look('auth_url')
    const isWished = (name: 'sandbox' | 'mirror') => wished[name] !== undefined && isOn(wished[name].value)
    if (isWished('sandbox') && wished.sandbox?.source === 'flag' && address)
      throw twoServices('--sandbox', address.label, 'The built-in sandbox has no URL: leave out one of them.')
    const other = address ?? (isWished('sandbox') ? wished.sandbox : undefined)
    if (wished.mirror && isWished('mirror') && other)
      throw twoServices(
        wished.mirror.label,
        other.label,
        'The mirror answers in place of a service: leave out one of them.',
      )
    sandbox ??=
      wished.sandbox && !address
        ? wished.sandbox
        : off(address ?? (isWished('mirror') ? wished.mirror : undefined))
    mirror ??= wished.mirror && !address ? wished.mirror : off(other)
    if (sandbox && mirror) break
  }
  return { ...(sandbox && { sandbox }), ...(mirror && { mirror }) }
}

/** An address or another service turns one off. */
const off = (value: SettingValue | undefined) => value && { ...value, value: '0' }

const twoServices = (one: string, other: string, hint: string) =>
  new KivaError('usage', `${one} cannot be used with ${other}`, { hint })

/** Plain text has no color, unless the flag asks for it. An invalid value of `plain` does not count here. */
function colorOf(sources: Sources): SettingValue | undefined {
  const plain = settingOf(sources, 'plain')
  const flag = flagOf(sources.given, 'color')
  return flag ?? (plain && isOn(plain.value) ? { ...plain, value: 'never' } : settingOf(sources, 'color'))
}

function pagerProgram(sources: Sources): SettingValue | undefined {
  const { PAGER } = sources.env
  return (
    settingOf(sources, 'pager') ??
    (PAGER ? { value: PAGER, label: 'PAGER', source: 'environment' } : undefined)
  )
}

/**
 * Returns the pager and its arguments, or `undefined` for none. An invalid setting also turns the pager
 * off, so that help always prints.
 */
export function pagerOf(sources: Sources): readonly string[] | undefined {
  const words = commandWords(decidingOrDefault(sources, storedOption('pager'))?.value ?? '')
  return words[0] && words[0] !== 'cat' ? words : undefined
}
