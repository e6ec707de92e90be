/** The settings of a run and where each comes from, its environment, and its secrets. */
import type { KivaError } from './errors.ts'
import type { Origin } from './origin.ts'

/** The settings that a command needs, merged from global options, environment and defaults. */
export interface Settings {
  /** Origin of the API. */
  readonly baseUrl: Origin
  /** Origin of the authorization page. */
  readonly authUrl: Origin
  /** Origin of the website with the pages of loans. `undefined` for records that are made up. */
  readonly site: Origin | undefined
  readonly appId: string | undefined
  /** The lender id that `@me` stands for without a login. */
  readonly lender: string | undefined
  readonly caFile: string | undefined
  /** Milliseconds for one exchange. */
  readonly timeout: number
  /** Whether the embedded sandbox answers in place of the network. */
  readonly sandbox: boolean
  /** Whether the mirror answers in place of the network. */
  readonly mirror: boolean
  /** Whether the records are made up: those of the embedded sandbox, or of a mirror of it. */
  readonly isMadeUp: boolean
  /** Days by which the sandbox is ahead of the clock. 0 for any other service. */
  readonly day: number
  /**
   * What to report about requests: 0 nothing, 1 requests and timing (`-v`), 2 everything,
   * including stacks (`--debug`).
   */
  readonly verbosity: 0 | 1 | 2
  readonly quiet: boolean
  /** True for plain text, one value per line. `undefined` lets each stream decide. */
  readonly plain: boolean | undefined
  /** The name of the output format. */
  readonly output: string
  /** Answers come from the cache only: nothing may be sent. */
  readonly offline: boolean
  /** The command line options that select the service of this run. A suggested next command repeats them. */
  readonly mode: readonly string[]
  /** The selected profile of the settings file. */
  readonly profile: string | undefined
}

/** The pattern of a valid profile name. */
export const profileName = /^\w[\w.-]{0,63}$/

/** The value of a setting in this run, and its source. */
export interface SettingReport {
  readonly setting: string
  /** The value as written in the settings file; null if there is none. */
  readonly value: string | number | boolean | null
  readonly source: 'flag' | 'environment' | 'profile' | 'file' | 'default'
  /** The setting's name in its source: a flag, a variable, or a path in the file; unset for a default. */
  readonly place: string
  /** Why it cannot be used. */
  readonly problem?: KivaError
}

/** The values of all settings. */
export interface SettingsReport {
  readonly settings: readonly SettingReport[]
  /** The names of the profiles in the settings file. */
  readonly profiles: readonly string[]
  /** Why settings were ignored in this run; only commands that can fix settings run without them. */
  readonly error: KivaError | undefined
}

/** Environment variables by name. */
export type Env = Readonly<Record<string, string | undefined>>

/** The secrets of this run. Code that receives a secret registers it first (`src/auth/masking.ts`). */
export interface Secrets {
  add(...values: readonly (string | undefined)[]): void
  /**
   * Masks the registered secrets in any encoding, and all values that follow a secret's name,
   * in a foreign text.
   */
  mask(text: string): string
  /** Prepares a foreign text for a message: masked, on one line, and short. */
  quote(text: string): string
}
