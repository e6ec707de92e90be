/** Which key does what in a session. */

import { actionOfSetting, isKeySetting, parseKeys } from '../cli/settings/settings-file.ts'
import { type ExploreAction, exploreActions, exploreKeys } from '../commands/explore-keys.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { SettingReport } from '../core/settings.ts'

export { type KeyEntry, keyWord } from '../commands/explore-keys.ts'

export const actions = exploreKeys

export type Action = ExploreAction

export const actionNames = exploreActions

export interface Keymap {
  readonly actionOf: ReadonlyMap<string, Action>
  /** The keys of each action, without those that another action took. */
  readonly keysOf: Readonly<Record<Action, readonly string[]>>
}

/**
 * Returns the keymap, with the keys of some actions replaced (settings `explore.keys.*`). Throws `KivaError` of kind
 * `usage` if two of these actions have the same key, or if no key quits.
 */
export function makeKeymap(changed: Partial<Record<Action, readonly string[]>> = {}): Keymap {
  const actionOf = new Map<string, Action>()
  const wantedBy = (name: Action): readonly string[] => changed[name] ?? actions[name].keys
  // Chosen keys win over default ones, so that one setting is enough to move a key.
  const chosen = actionNames.filter((name) => changed[name])
  for (const name of chosen) {
    for (const key of wantedBy(name)) {
      const other = actionOf.get(key)
      if (other)
        throw new KivaError(
          'usage',
          `key "${key}" is used twice: explore.keys.${other} and explore.keys.${name}`,
          { hint: (kiva) => `Choose another key: ${kiva(`config set explore.keys.${name} <keys>`)}.` },
        )
      actionOf.set(key, name)
    }
  }
  for (const name of actionNames.filter((name) => !changed[name]))
    for (const key of wantedBy(name)) if (!actionOf.has(key)) actionOf.set(key, name)
  const keysOf = Object.fromEntries(
    actionNames.map((name) => [name, wantedBy(name).filter((key) => actionOf.get(key) === name)] as const),
  ) as Readonly<Record<string, readonly string[]>> as Keymap['keysOf']
  if (keysOf.quit.length === 0)
    throw new KivaError('usage', 'no key is left to quit', {
      hint: (kiva) => `Choose one: ${kiva('config set explore.keys.quit <keys>')}.`,
    })
  return { actionOf, keysOf }
}

/** Returns the first key of an action, if it has one. */
export const keyOf = ({ keysOf }: Keymap, action: Action): string | undefined => keysOf[action][0]

/** Returns the keymap of the settings. Throws the errors of {@link makeKeymap}. */
export function keymapOf(settings: readonly SettingReport[]): Keymap {
  const chosen = settings.flatMap(({ setting, value, source, place }) =>
    isKeySetting(setting) && source !== 'default' && value !== null
      ? [[actionOfSetting(setting), parseKeys({ value: String(value), label: place })] as const]
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
