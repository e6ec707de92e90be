/** The keys that the user chose in the settings file. */
import { actionOfSetting, isKeySetting, parseKeys } from '../../cli/settings/key-settings.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { SettingReport } from '../../ports/settings.ts'
import { type Keymap, makeKeymap } from '../keymap.ts'

/** Returns the keymap of the settings. Throws the errors of {@link makeKeymap}. */
export function keymapOf(settings: readonly SettingReport[]): Keymap {
  const chosen = settings.flatMap(({ setting, value, source, place }) =>
    isKeySetting(setting) && source !== 'default' && value !== null
      ? [[actionOfSetting(setting), parseKeys({ value: String(value), label: place, source })] as const]
      : [],
  )
  return makeKeymap(Object.fromEntries(chosen))
}

/** Returns the keymap of a session. Throws `KivaError` of kind `config` if the chosen keys conflict. */
export async function readKeymap({
  report,
  settingsFile,
}: Pick<Context, 'report' | 'settingsFile'>): Promise<Keymap> {
  // Most users have no file. Then the code of the report need not be loaded.
  if (!(await settingsFile())) return makeKeymap()
  const { settings } = await report()
  try {
    return keymapOf(settings)
  } catch (problem) {
    if (!(problem instanceof KivaError)) throw problem
    throw problem.copyWith('config', problem.sentence)
  }
}
