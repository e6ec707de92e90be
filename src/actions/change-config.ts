/** `kiva config set`, `unset` and `edit`: they change the settings file. */
import { didYouMean, nearest } from '../api/nearest.ts'
import { derivedGroupsOf, recordTypes } from '../api/records/record-types.ts'
import { canAsk, confirm } from '../auth/prompt.ts'
import { columnPrefix, namesOfColumns } from '../cli/settings/run-settings.ts'
import { checkSetting, configurableOption, jsonOf, readSettingsFile } from '../cli/settings/settings-file.ts'
import type { ActionValues } from '../commands/action.ts'
import type * as declared from '../commands/actions/maintenance.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { NamedText } from '../core/files.ts'
import { asGiven, foreign, sentence } from '../core/foreign-text.ts'
import { isObject, type JsonObject } from '../core/json.ts'
import { plainText } from '../core/plain-text.ts'
import { profileName, type SettingReport } from '../core/settings.ts'
import { keymapOf } from '../explore/keymap.ts'
import { cleanLines } from '../output/gate/text.ts'
import { columnSet } from '../output/table/column-set.ts'
import { typeColumnsOf } from '../output/table/derived-columns.ts'

/** Throws `KivaError` of kind `usage` for a name that no column and no field of these lists has. */
async function checkColumns(name: string, value: string): Promise<void> {
  const types = Object.values(recordTypes).filter(({ key }) => name === `${columnPrefix}${key}`)
  const wrong = new Map<string, readonly string[]>()
  for (const type of types) {
    const derived = { ...type, derived: derivedGroupsOf(type) }
    const { unknown } = await columnSet(namesOfColumns(value), derived)
    if (unknown.length === 0) return
    wrong.set(
      unknown[0] ?? '',
      (await typeColumnsOf({ type })).map(({ header }) => header.toLowerCase().replaceAll(' ', '-')),
    )
  }
  for (const [column, names] of wrong)
    throw new KivaError('usage', sentence`unknown column "${foreign(column)}" for ${name}`, {
      hint: didYouMean(nearest(column, names), `Columns: ${names.join(', ')}, and fields.`),
    })
}

/** Stores a setting. Checks the value like its flag's value, and prints what is stored. Throws `KivaError`. */
export async function configSet(
  context: Context,
  values: ActionValues<typeof declared.configSet>,
): Promise<void> {
  const option = configurableOption(values.setting)
  const text = values.value
  // A relative path would mean a different file in each working directory.
  const value = option.file ? await (await context.files()).absolute(text) : text
  const setting = { value, label: option.name, source: 'file' } as const
  checkSetting(option, setting)
  await checkColumns(option.name, value)
  const jsonValue = jsonOf(option, setting)
  const others = (await context.report()).settings.filter(({ setting }) => setting !== option.name)
  keymapOf([...others, { setting: option.name, value: jsonValue, source: 'file', place: option.name }])
  const path = await changeSettings(context, (table) => ({ ...table, [option.name]: jsonValue }))
  const { profile } = context.settings
  const where = profile === undefined ? path : `the profile ${profile} of ${path}`
  await context.print(
    { setting: option.name, value: jsonValue, path, ...(profile !== undefined && { profile }) },
    `Set ${option.name} to ${jsonValue} in ${where}.`,
  )
  await warnIfOverridden(context, { setting: option.name, value: jsonValue })
}

/** Says so if an environment variable overrides the stored setting, or a URL in the same table the sandbox. */
async function warnIfOverridden(
  { report, say, settings: { profile } }: Pick<Context, 'report' | 'say' | 'settings'>,
  { setting: name, value }: Pick<SettingReport, 'setting' | 'value'>,
): Promise<void> {
  const table = profile === undefined ? 'file' : 'profile'
  const override = (await report()).settings.find(
    ({ setting, source }) =>
      (setting === name && source === 'environment') ||
      (name === 'sandbox' && value === true && /^(base|auth)_url$/.test(setting) && source === table),
  )
  if (override) await say(`${override.place} is set and overrides it.`)
}

/** Removes a setting from the settings file, and prints whether it was set. Throws `KivaError`. */
export async function configUnset(
  context: Context,
  values: ActionValues<typeof declared.configUnset>,
): Promise<void> {
  const { name } = configurableOption(values.setting)
  let removed = false
  const path = await changeSettings(context, (table) => {
    removed = Object.hasOwn(table, name)
    const { [name]: _, ...rest } = table
    return rest
  })
  await context.print(
    { setting: name, removed, path },
    removed ? `Unset ${name} in ${path}.` : `${name} is not set in ${path}.`,
  )
}

/**
 * Opens the settings file in the user's editor, and replaces it once the edited text is valid. Throws `KivaError` of
 * kind `config`.
 */
export async function configEdit(context: Context): Promise<void> {
  const store = await context.store<JsonObject>('config')
  const { path } = store
  const current = await context.settingsFile().catch(toInvalidFile)
  const files = await context.files()
  const before =
    current === invalidFile ? plainText((await files.read(path)) ?? '', path) : (current?.text ?? '{\n}\n')
  const text = await editUntilValid(context, path, before)
  if (text === before && current !== invalidFile) return context.say(`No changes in ${path}.`)
  await store.replace(JSON.parse(text))
  await context.say(`Changed ${path}.`)
}

/** An invalid file can be edited too. It is then rewritten, readable by its owner only. */
const invalidFile = 'not usable'
const toInvalidFile = (): typeof invalidFile => invalidFile

async function editUntilValid(context: Context, path: string, before: string): Promise<string> {
  let text = before
  for (;;) {
    text = await context.edit('config.json', text)
    const problem = problemIn({ path, text })
    if (!problem) return text
    if (!canAsk(context) || !(await confirmRetry(context, problem))) {
      throw problem.copyWith('config', problem.sentence, { hint: 'Nothing was changed.' })
    }
  }
}

async function confirmRetry(context: Context, problem: KivaError): Promise<boolean> {
  const message = problem.sentence.mask(context.secrets.quote)
  return confirm(context, `${cleanLines(message)}\nEdit it again?`, 'yes')
}

function problemIn(file: NamedText): KivaError | undefined {
  try {
    readSettingsFile(file)
    return undefined
  } catch (problem) {
    if (problem instanceof KivaError) return problem
    throw problem
  }
}

type Port = Pick<Context, 'store' | 'settings' | 'settingsFile'>

/**
 * Changes the settings table of the run's profile, or the general one without a profile. Removes empty
 * tables, and the file once it is empty. Resolves with the file's path. Throws `KivaError` of kind `config`
 * if the file is invalid.
 */
async function changeSettings(
  { store, settings: { profile }, settingsFile }: Port,
  change: (table: JsonObject) => JsonObject,
): Promise<string> {
  if (profile !== undefined && !profileName.test(profile)) {
    throw new KivaError('usage', `invalid profile name "${asGiven(profile)}"`, {
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
