/** Reads the settings of a run once, from flags, environment and settings file. */

import type { World } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { SettingsReport } from '../../ports/settings.ts'
import type { ParsedCommand } from '../parse.ts'
import { impliedFormat } from './output-format.ts'
import { decideSettings, type RunSettings } from './run-settings.ts'
import type { SettingsFile } from './settings-file.ts'
import { flagOf, type KeptSettings, type Sources, variableOf } from './sources.ts'

type Port = Pick<World, 'env' | 'stdout' | 'settingsFile'>

/** The settings of a run, with a report of where each comes from. */
export interface ResolvedSettings extends RunSettings {
  readonly report: () => Promise<SettingsReport>
}

/** The settings file's values for this run. Empty if there is no file and no profile is selected. */
export interface FileSettings {
  readonly tables: readonly KeptSettings[]
  readonly file: SettingsFile | undefined
}

/**
 * Reads the settings file and the selected profile. Throws `KivaError` of kind `config` for an invalid
 * file, of kind `usage` for an unknown profile.
 */
export async function readKept(
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
 * Combines the sources into the settings of a run. Commands marked `mends`, which repair settings, skip
 * invalid ones. Throws the errors of {@link readKept}, and `KivaError` of kind `usage` for invalid values.
 */
export async function resolveSettings(
  { given, params, command }: Pick<ParsedCommand, 'given' | 'params' | 'command'>,
  world: Port,
  read: () => Promise<FileSettings>,
): Promise<ResolvedSettings> {
  let trouble: KivaError | undefined
  const doWithout = (problem: unknown) => {
    if (!command.action?.mends || !(problem instanceof KivaError)) throw problem
    trouble ??= problem
  }
  const kept = await read().catch((problem: unknown): FileSettings => {
    doWithout(problem)
    return { tables: [], file: undefined }
  })
  const implied = impliedFormat({ command, params })
  const sources: Sources = { given, implied, env: world.env, kept: kept.tables }
  return {
    ...resolveAnyhow(sources, world, doWithout),
    report: async () => {
      const { reportSettings } = await import('./settings-report.ts')
      const profiles = [...(kept.file?.profiles.keys() ?? [])]
      return { settings: reportSettings(sources, world.stdout), profiles, trouble }
    },
  }
}

/**
 * Falls back to flags and settings file without the environment if a command may skip invalid settings.
 * Flags always apply.
 */
function resolveAnyhow(sources: Sources, world: Port, doWithout: (problem: unknown) => void): RunSettings {
  try {
    return decideSettings(sources, world)
  } catch (problem) {
    doWithout(problem)
    return decideSettings({ ...sources, env: {} }, world)
  }
}
