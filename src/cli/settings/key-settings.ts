/** The settings `explore.keys.*`: the keys of `kiva explore`. Only the settings file can hold them. */
import { nearest } from '../../api/nearest.ts'
import { type ExploreAction, exploreActions, exploreKeys } from '../../commands/explore-keys.ts'
import { KivaError } from '../../core/errors.ts'
import { lazyPattern } from '../../core/lazy.ts'
import type { OptionSpec } from '../option-spec.ts'
import type { SettingText } from './parse-setting.ts'

const prefix = 'explore.keys.'

type KeySettingName = `${typeof prefix}${ExploreAction}`

/** A setting without an option. */
export interface KeySetting extends Omit<OptionSpec, 'name' | 'long' | 'group'> {
  readonly name: KeySettingName
  readonly parse: (text: SettingText) => unknown
}

export const keySettings: readonly KeySetting[] = exploreActions.map((action) => ({
  name: `${prefix}${action}`,
  value: 'keys',
  brief: `keys: ${exploreKeys[action].brief}`,
  default: exploreKeys[action].keys.join(','),
  parse: parseKeys,
}))

/** Returns whether a setting is one of these, by its prefix alone. */
export const isKeySetting = (name: string): name is KeySettingName => name.startsWith(prefix)

/** Returns the setting of the action whose name is nearest, if one is near. */
export function nearestKeySetting(name: KeySettingName): string | undefined {
  const near = nearest(actionOfSetting(name), exploreActions)
  return near === undefined ? undefined : `${prefix}${near}`
}

/** Returns the action that a setting gives keys to. */
export const actionOfSetting = (name: KeySettingName): ExploreAction =>
  name.slice(prefix.length) as ExploreAction

const named =
  'enter, tab, esc, space, backspace, delete, up, down, left, right, home, end, page-up, page-down, f1 to f12'

const keyPattern = lazyPattern(
  String.raw`^(?:[^\s\p{C}]|(?:ctrl-|alt-|shift-)*(?:enter|tab|esc|space|backspace|delete|up|down|left|right|home|end|page-up|page-down|f[1-9]|f1[0-2])|(?:ctrl-|alt-|ctrl-alt-)[^\s\p{C}])$`,
  'u',
)

/** Returns the keys of a setting. Throws `KivaError` of kind `usage` for a key that no terminal sends. */
export function parseKeys({ value, label }: SettingText): readonly string[] {
  const keys = value.split(',').map((key) => key.trim())
  const unknown = keys.find((key) => !keyPattern().test(key))
  if (unknown === undefined) return [...new Set(keys)]
  throw new KivaError('usage', `invalid value "${value}" for ${label}: unknown key "${unknown}"`, {
    hint: `Keys, separated by commas: characters such as j or ?; ctrl-d; alt-x; ${named}.`,
  })
}
