/** What decides on a run, read once: flags, environment and settings file. */

import type { World } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { SettingsReport } from '../../ports/settings.ts'
import type { ParsedCommand } from '../parse.ts'
import { impliedFormat } from './output-format.ts'
import { decideSettings, type RunSettings } from './run-settings.ts'
import type { SettingsFile } from './settings-file.ts'
import { flagOf, type KeptSettings, type Sources, variableOf } from './sources.ts'

type Port = Pick<World, 'env' | 'stdout' | 'settingsFile'>

/** The settings of a run, and the report of where they come from. */
export interface ResolvedSettings extends RunSettings {
  readonly report: () => Promise<SettingsReport>
}

/** What the settings file says for a run. Nothing is loaded where there is no file and no profile is asked for. */
export interface FileSettings {
  readonly tables: readonly KeptSettings[]
  readonly file: SettingsFile | undefined
}

/** Throws `KivaError` of kind `config` for a file that cannot be used, of kind `usage` for a profile that is not there. */
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
 * Puts together what was read. A command that is there to mend settings does without those that cannot be used. Throws
 * as {@link readKept} does, and `KivaError` of kind `usage` for wrong values.
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
      const { tellSettings } = await import('./settings-report.ts')
      const profiles = [...(kept.file?.profiles.keys() ?? [])]
      return { settings: tellSettings(sources, world.stdout), profiles, trouble }
    },
  }
}

/** What the flags say counts in any case. */
function resolveAnyhow(sources: Sources, world: Port, doWithout: (problem: unknown) => void): RunSettings {
  try {
    return decideSettings(sources, world)
  } catch (problem) {
    doWithout(problem)
    return decideSettings({ ...sources, env: {} }, world)
  }
}
