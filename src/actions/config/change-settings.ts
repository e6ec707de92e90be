/** Changes the settings file. */

import { profileName, readSettingsFile } from '../../cli/settings/settings-file.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { foreign, sentence } from '../../foreign-text.ts'
import { isObject, type JsonObject } from '../../ports/json.ts'

type Port = Pick<Context, 'store' | 'settings' | 'settingsFile'>

/**
 * Changes the settings table of the run's profile, or the general one without a profile. Removes empty
 * tables, and the file once it is empty. Resolves with the file's path. Throws `KivaError` of kind `config`
 * if the file is invalid.
 */
export async function changeSettings(
  { store, settings: { profile }, settingsFile }: Port,
  change: (table: JsonObject) => JsonObject,
): Promise<string> {
  if (profile !== undefined && !profileName.test(profile)) {
    throw new KivaError('usage', sentence`invalid profile name "${foreign(profile)}"`, {
      hint: 'Use letters, digits, dots, dashes and underscores.',
    })
  }
  const file = await settingsFile()
  // Report an invalid file instead of overwriting it.
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

/**
 * Returns the table without removed entries, or `undefined` if it has no settings. The version `v` alone is
 * no setting.
 */
function filled(table: JsonObject): JsonObject | undefined {
  const entries = Object.entries(table).filter(([, value]) => value !== null)
  return entries.some(([name]) => name !== 'v') ? Object.fromEntries(entries) : undefined
}
