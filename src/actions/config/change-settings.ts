/** Changes to the settings file. */

import { profileName, readSettingsFile } from '../../cli/settings/settings-file.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { foreign, sentence } from '../../foreign-text.ts'
import { isObject, type JsonObject } from '../../ports/json.ts'

type Port = Pick<Context, 'store' | 'settings' | 'settingsFile'>

/**
 * Changes the table of settings that the run is about: of its profile, else of every run. A table without any is
 * removed, and so is the file. Resolves with its path. Throws `KivaError` of kind `config` where the file cannot be used.
 */
export async function changeSettings(
  { store, settings: { profile }, settingsFile }: Port,
  change: (table: JsonObject) => JsonObject,
): Promise<string> {
  if (profile !== undefined && !profileName.test(profile)) {
    throw new KivaError('usage', sentence`${foreign(profile)} is no name for a profile`, {
      hint: 'It has letters, digits, dots, dashes and underscores.',
    })
  }
  const file = await settingsFile()
  // A broken file is told, and not written over.
  if (file) readSettingsFile(file)
  const config = await store<JsonObject>('config')
  await config.update((old = {}) => {
    if (profile === undefined) return filled({ ...change(old) })
    const profiles = isObject(old['profiles']) ? old['profiles'] : {}
    const table = isObject(profiles[profile]) ? profiles[profile] : {}
    return filled({
      ...old,
      profiles: filled({ ...profiles, [profile]: filled(change(table)) ?? null }) ?? null,
    })
  })
  return config.path
}

/** What is left without empty tables; nothing where that is nothing. The version alone is no setting. */
function filled(table: JsonObject): JsonObject | undefined {
  const entries = Object.entries(table).filter(([, value]) => value !== null)
  return entries.some(([name]) => name !== 'v') ? Object.fromEntries(entries) : undefined
}
