/** The settings of a run, and where each comes from. */

import type { KivaError } from '../errors.ts'
import type { Origin } from './origin.ts'

/** What the global options, the environment and the defaults came to, as far as it concerns a command. */
export interface Settings {
  /** Of the API. */
  readonly baseUrl: Origin
  /** Of the authorization page. */
  readonly authUrl: Origin
  readonly appId: string | undefined
  readonly caFile: string | undefined
  /** Milliseconds for one exchange. */
  readonly timeout: number
  /** Whether the embedded sandbox answers in place of the network. */
  readonly sandbox: boolean
  /** 0 silent about it, 1 requests and timing (`-v`), 2 all of it, stacks included (`--debug`). */
  readonly verbosity: 0 | 1 | 2
  readonly quiet: boolean
  /** The words of the command line that say which service this run is about: the next command needs them too. */
  readonly mode: readonly string[]
  /** The table of the settings file that the run has chosen. */
  readonly profile: string | undefined
}

/** A setting as it stands in a run, and where it comes from. */
export interface SettingReport {
  readonly setting: string
  /** As the settings file would hold it; null where there is none. */
  readonly value: string | number | boolean | null
  readonly source: 'flag' | 'environment' | 'profile' | 'file' | 'default'
  /** What it is called there: a flag, a variable, a place in the file; nothing for a default. */
  readonly place: string
  /** Why it cannot be used. */
  readonly problem?: KivaError
}

/** What was found of all settings. */
export interface SettingsReport {
  readonly settings: readonly SettingReport[]
  /** The names of the profiles in the settings file. */
  readonly profiles: readonly string[]
  /** Why some were left out of this run, which a command can do without that is there to mend them. */
  readonly trouble: KivaError | undefined
}
