/**
 * The options of every command, as data for parsing, help and the table in docs/settings.md. A setting is one row: its
 * flag, its variable, its parser and its default.
 */
import { liveOrigins } from '../../api/origins.ts'
import { notAChoice, parseTypedValue, parseWhole } from '../../api/values.ts'
import { KivaError } from '../../core/errors.ts'
import { asGiven } from '../../core/foreign-text.ts'
import { isLoopback, type Origin } from '../../core/origin.ts'
import type { SettingReport } from '../../core/settings.ts'
import { commandWords } from '../../core/shell-word.ts'
import { formatNames } from '../../output/formats.ts'
import type { OptionSpec } from '../option-spec.ts'
import { parseDuration } from '../option-values.ts'

/** The text of a setting, with its source and a label for error messages. */
export interface SettingValue {
  readonly value: string
  readonly label: string
  readonly source: Exclude<SettingReport['source'], 'default'>
}

/** What a parser gets. Every parser throws `KivaError` of kind `usage`, which names the source of an invalid value. */
export type SettingText = Pick<SettingValue, 'value' | 'label'>

/** An option of every command. One with `parse` is a setting of the settings file too. */
interface GlobalOption extends OptionSpec {
  /** Parses its text from any source. Throws `KivaError` of kind `usage`. */
  readonly parse?: (text: SettingText) => unknown
  /** The text that counts without any source, if `default` says something else in help. */
  readonly fallback?: string
}

const colorChoices = ['auto', 'always', 'never'] as const
const progressChoices = ['auto', 'json', 'none'] as const

const output = { group: 'Output options' } as const
const global = { group: 'Global options' } as const
const ofTables = { formats: ['table'], implies: 'table' } as const

export const globalOptions = [
  {
    ...output,
    name: 'output',
    short: '-o',
    long: '--output',
    value: 'format',
    brief: 'output format',
    choices: formatNames,
    topic: 'formats',
    env: 'KIVA_OUTPUT',
    default: 'table; json in a pipe',
    parse: (text) => choice(text, formatNames),
  },
  {
    ...output,
    name: 'color',
    long: '--color',
    value: 'when',
    brief: 'when to use color',
    choices: colorChoices,
    default: 'auto',
    parse: (text) => choice(text, colorChoices),
  },
  {
    ...output,
    name: 'wide',
    long: '--wide',
    brief: 'print all columns of a table, at full width',
    ...ofTables,
  },
  {
    ...output,
    name: 'no_headers',
    long: '--no-headers',
    brief: 'print tables without a header',
    ...ofTables,
  },
  {
    ...output,
    name: 'plain',
    long: '--plain',
    brief: 'print plain text for screen readers, one value per line',
    env: 'KIVA_PLAIN',
    parse: parseSwitch,
  },
  {
    ...output,
    name: 'plain',
    long: '--no-plain',
    flagValue: '0',
    brief: 'print tables even if TERM is dumb',
  },
  { ...output, name: 'quiet', short: '-q', long: '--quiet', brief: 'print only errors on stderr' },
  {
    ...output,
    name: 'verbose',
    short: '-v',
    long: '--verbose',
    brief: 'print requests, statuses and times on stderr',
  },
  {
    ...output,
    name: 'progress',
    long: '--progress',
    value: 'how',
    brief: 'show progress on stderr, as a status line or JSON',
    choices: progressChoices,
    default: 'auto',
    parse: (text) => choice(text, progressChoices),
  },
  {
    ...output,
    name: 'pager',
    long: '--no-pager',
    flagValue: 'cat',
    brief: 'do not use a pager; KIVA_PAGER sets the pager program',
    env: 'KIVA_PAGER',
    default: 'PAGER or less',
    fallback: 'less',
    parse: parseProgram,
  },
  {
    ...output,
    name: 'debug',
    long: '--debug',
    brief: 'print everything, including stack traces; secrets are masked',
  },
  {
    ...output,
    name: 'trace',
    long: '--trace',
    value: 'file',
    file: true,
    brief: 'write all requests and responses to a HAR 1.2 file; secrets are masked',
  },
  {
    ...global,
    name: 'sandbox',
    long: '--sandbox',
    brief: 'use made-up data from the built-in sandbox, offline',
    env: 'KIVA_SANDBOX',
    parse: parseSwitch,
  },
  {
    ...global,
    name: 'sandbox',
    long: '--no-sandbox',
    flagValue: '0',
    brief: 'use the live API even if KIVA_SANDBOX is set',
  },
  {
    ...global,
    name: 'mirror',
    long: '--mirror',
    brief: 'answer from the mirror on this machine (kiva mirror), offline',
    env: 'KIVA_MIRROR',
    parse: parseSwitch,
  },
  {
    ...global,
    name: 'mirror',
    long: '--no-mirror',
    flagValue: '0',
    brief: 'do not use the mirror even if KIVA_MIRROR is set',
  },
  {
    ...global,
    name: 'day',
    long: '--day',
    value: 'n',
    brief: 'move the sandbox n days ahead; ids stay the same',
    env: 'KIVA_SANDBOX_DAY',
    default: '0',
  },
  {
    ...global,
    name: 'base_url',
    long: '--base-url',
    value: 'url',
    brief: 'URL of the API; overrides KIVA_SANDBOX',
    env: 'KIVA_BASE_URL',
    default: liveOrigins.api,
    parse: (text) => parseServiceAddress(text, liveOrigins.api),
  },
  {
    ...global,
    name: 'auth_url',
    long: '--auth-url',
    value: 'url',
    brief: 'URL of the login page; overrides KIVA_SANDBOX',
    env: 'KIVA_AUTH_URL',
    default: liveOrigins.auth,
    parse: (text) => parseServiceAddress(text, liveOrigins.auth),
  },
  {
    ...global,
    name: 'app_id',
    long: '--app-id',
    value: 'id',
    brief: 'application id to send, in reverse DNS notation',
    env: 'KIVA_APP_ID',
    parse: ({ value }) => value,
  },
  {
    ...global,
    name: 'ca_file',
    long: '--ca-file',
    value: 'file',
    file: true,
    brief: 'PEM file of an additional certificate authority',
    env: 'KIVA_CA_FILE',
    parse: ({ value }) => value,
  },
  {
    ...global,
    name: 'timeout',
    long: '--timeout',
    value: 'seconds',
    brief: 'time limit per request, in seconds',
    env: 'KIVA_TIMEOUT',
    default: '30',
    parse: parseTimeout,
  },
  {
    ...global,
    name: 'retries',
    long: '--retries',
    value: 'n',
    brief: 'number of retries after a temporary failure',
    env: 'KIVA_RETRIES',
    default: '3',
    // A hundred retries take about an hour.
    parse: ({ label, value }) => parseWhole(label, value, 0, 100),
  },
  {
    ...global,
    name: 'wait_on_limit',
    long: '--wait-on-limit',
    brief: 'wait for the rate limit, however long it takes',
  },
  {
    ...global,
    name: 'cache',
    long: '--cache',
    value: 'duration',
    brief: 'reuse cached responses up to this age, such as 30s, 10m, 2h, 1d',
    env: 'KIVA_CACHE',
    parse: ({ label, value }) => parseDuration(label, value),
  },
  { ...global, name: 'offline', long: '--offline', brief: 'use cached responses of any age, and no network' },
  {
    ...global,
    name: 'profile',
    long: '--profile',
    value: 'name',
    brief: 'use this profile of the settings file',
    env: 'KIVA_PROFILE',
  },
  { ...global, name: 'help', short: '-h', long: '--help', brief: 'show help for a command' },
] as const satisfies readonly GlobalOption[]

/** A setting without an option: `--lender` is an option of some commands, with another meaning. */
const lender = {
  name: 'lender',
  value: 'id',
  brief: 'lender id that @me stands for without a login',
  env: 'KIVA_LENDER',
  parse: parseLender,
} as const satisfies StoredSetting

/** The names of the options above, which settings use as keys. */
export type GlobalName = (typeof globalOptions)[number]['name']

/** The names of everything that settings decide. */
export type SettingName = GlobalName | (typeof lender)['name']

/** The rows of the settings that the settings file can hold. */
type StoredRow = Extract<(typeof globalOptions)[number], { readonly parse: unknown }> | typeof lender

/** The names of these settings. */
export type ConfigurableName = StoredRow['name']

/** The value of a setting; `undefined` for one without a source and a default. */
export type Parsed<Name extends ConfigurableName> = ParsedBy<Extract<StoredRow, { readonly name: Name }>>

type ParsedBy<Row extends StoredRow> =
  | ReturnType<Row['parse']>
  | (Row extends { readonly default: string } ? never : undefined)

/** A row of the settings file. One without `long` has no option. */
interface StoredSetting extends Omit<GlobalOption, 'long' | 'group'>, Partial<Pick<GlobalOption, 'long'>> {
  readonly parse: (text: SettingText) => unknown
}

/** A setting that the settings file can hold. */
export interface StoredOption extends StoredSetting {
  readonly name: ConfigurableName
}

/** The settings without an option. */
export const settingsAlone: readonly StoredOption[] = [lender]

export const storedOptions: readonly StoredOption[] = [
  ...globalOptions.filter((option) => 'parse' in option),
  ...settingsAlone,
]

/** Returns the row of a setting. */
export const storedOption = (name: ConfigurableName): StoredOption =>
  storedOptions.find((option) => option.name === name) as StoredOption

/** Returns the text that counts without any source. */
export const defaultOf = (option: Pick<GlobalOption, 'default' | 'fallback'>): string | undefined =>
  option.fallback ?? option.default

/** `--version`, which belongs to `kiva` alone. */
export const versionOption = {
  ...global,
  name: 'version',
  short: '-V',
  long: '--version',
  brief: 'show the version',
} as const satisfies OptionSpec

/** Returns the value if it is one of the choices. Throws `KivaError` of kind `usage` otherwise. */
export function choice<const C extends string>({ value, label }: SettingText, choices: readonly C[]): C {
  const found = choices.find((name) => name === value)
  if (found === undefined) throw notAChoice(label, choices, value)
  return found
}

const isOneOf = (words: readonly string[], value: string) => words.includes(value.toLowerCase())

/** Returns whether a text turns a switch on. An invalid text does not. */
export const isOn = (value: string): boolean => isOneOf(['1', 'true', 'yes', 'on'], value)

function parseSwitch({ value, label }: SettingText): boolean {
  if (isOn(value)) return true
  if (isOneOf(['0', 'false', 'no', 'off'], value)) return false
  throw new KivaError('usage', `invalid value "${asGiven(value)}" for ${label}: expected 1 or 0`)
}

/** Returns a program and its arguments. */
function parseProgram({ value, label }: SettingText): readonly string[] {
  const words = commandWords(value)
  if (words[0]) return words
  throw new KivaError('usage', `invalid value "${asGiven(value)}" for ${label}: expected a program`, {
    hint: 'Use cat to turn the pager off.',
  })
}

/** Returns the milliseconds of a time limit in seconds. */
function parseTimeout({ value, label }: SettingText): number {
  const seconds = Number(value)
  if (/^\d+(\.\d+)?$/.test(value) && seconds > 0 && seconds <= 86_400) return Math.ceil(seconds * 1000)
  throw new KivaError(
    'usage',
    `invalid value "${asGiven(value)}" for ${label}: expected seconds, above 0 and at most 86400`,
  )
}

/** Returns a lender id, which may be given as the address of the lender's page. */
function parseLender({ value, label }: SettingText): string {
  const id = String(parseTypedValue(label, { kind: 'string', pageOf: 'lender' }, [value]))
  if (!/[\s,/@]/.test(id)) return id
  throw new KivaError('usage', `invalid value "${asGiven(value)}" for ${label}: expected one lender id`, {
    hint: 'Example: robin1001.',
  })
}

/**
 * Accepts https, or http to loopback, so that requests cannot be read on the way
 * (docs/security.md, Where a token goes).
 */
function parseServiceAddress({ value, label }: SettingText, example: Origin): Origin {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const hint = `Use a scheme, a host and an optional port, such as ${example}.`
  // Text before an @ may be a password, so the error leaves the address out, even if it is a valid URL.
  if (value.includes('@')) {
    throw new KivaError('usage', `the value of ${label} contains a user name or password`, { hint })
  }
  const invalid = (reason: string, hint: string) =>
    new KivaError('usage', `invalid value "${asGiven(value)}" for ${label}: ${reason}`, { hint })
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw invalid('expected an http or https URL', hint)
  }
  if (url.pathname !== '/') throw invalid('it contains a path', hint)
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw invalid(
      'it is not encrypted',
      'Use https. http is allowed for this machine only: 127.0.0.1, [::1] or localhost.',
    )
  }
  return url.origin as Origin
}
