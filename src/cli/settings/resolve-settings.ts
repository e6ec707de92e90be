/** Reads the settings of a run once, from flags, environment and settings file. */

import type { World } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import type { SettingsReport } from '../../core/settings.ts'
import type { ParsedCommand } from '../parse.ts'
import { decideSettings, type RunSettings, type Stdout } from './run-settings.ts'
import type { SettingsFile } from './settings-file.ts'
import { flagOf, implyingOption, type SettingsTable, type Sources, sourcesOf, variableOf } from './sources.ts'

type Port = Pick<World, 'env' | 'settingsFile'> & { readonly stdout: Stdout }

/** The settings of a run, with a report of where each comes from. */
export interface ResolvedSettings extends RunSettings {
  readonly report: () => Promise<SettingsReport>
}

/** The settings file's values for this run. Empty if there is no file and no profile is selected. */
export interface FileSettings {
  readonly tables: readonly SettingsTable[]
  readonly file: SettingsFile | undefined
}

/**
 * Reads the settings file and the selected profile. Throws `KivaError` of kind `config` for an invalid
 * file, of kind `usage` for an unknown profile.
 */
export async function readFileSettings(
  given: ParsedCommand['given'],
  { env, settingsFile }: Port,
): Promise<FileSettings> {
  const text = await settingsFile()
  const profile = flagOf(given, 'profile') ?? variableOf(env, 'profile')
  if (!text && !profile) return { tables: [], file: undefined }
  const { profileOf, readSettingsFile } = await import('./settings-file.ts')
  const file = text && readSettingsFile(text)
  const chosen = profile ? [profileOf(file, profile)] : []
  return { tables: [...chosen, ...(file ? [file.settings] : [])], file }
}

/**
 * Combines the sources into the settings of a run. Commands with `toleratesInvalidSettings`, which repair settings, skip
 * invalid ones. Throws the errors of {@link readFileSettings}, and `KivaError` of kind `usage` for invalid values.
 */
export async function resolveSettings(
  typed: Pick<ParsedCommand, 'given' | 'params' | 'command'>,
  world: Port,
  read: () => Promise<FileSettings>,
): Promise<ResolvedSettings> {
  let error: KivaError | undefined
  const skipOrThrow = (problem: unknown) => {
    if (!typed.command.action?.toleratesInvalidSettings || !(problem instanceof KivaError)) throw problem
    error ??= problem
  }
  const fileSettings = await read().catch((problem: unknown): FileSettings => {
    skipOrThrow(problem)
    return { tables: [], file: undefined }
  })
  const sources = sourcesOf(typed, world.env, fileSettings.tables)
  return {
    ...resolveWithFallback(sources, world, skipOrThrow),
    report: async () => {
      const { reportSettings } = await import('./settings-file.ts')
      const profiles = [...(fileSettings.file?.profiles.keys() ?? [])]
      const settings = reportSettings(sources, world.stdout, implyingOption(typed)?.long)
      return { settings, profiles, error }
    },
  }
}

/**
 * Falls back to flags and settings file without the environment if a command may skip invalid settings.
 * Flags always apply.
 */
function resolveWithFallback(
  sources: Sources,
  world: Port,
  skipOrThrow: (problem: unknown) => void,
): RunSettings {
  try {
    return decideSettings(sources, world)
  } catch (problem) {
    skipOrThrow(problem)
    return decideSettings({ ...sources, env: {} }, world)
  }
}
