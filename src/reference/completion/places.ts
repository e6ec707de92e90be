/** Lists what can be typed at each place of the command tree, and which options exclude others, for all shells. */
import { type ArgumentSpec, type CommandSpec, optionsOf, withDescendants } from '../../cli/command-spec.ts'
import { commandTree } from '../../cli/command-tree.ts'
import { topics } from '../../cli/help/topics/index.ts'
import { conflictsOf, knownValuesOf } from '../../cli/known-values.ts'
import type { OptionSpec } from '../../cli/option-spec.ts'
import { exploreOptions } from '../../cli/options/index.ts'
import { globalOptions } from '../../cli/settings/global-options.ts'
import { type ConfigurableOption, configurableOptions, isSwitch } from '../../cli/settings/settings-file.ts'
import type { Commands, Offer } from '../../commands/action.ts'
import { explore } from '../../commands/actions/explore.ts'
import { formats } from '../../output/formats.ts'
import type { Conditions, conditionsByType } from './conditions.ts'

/** An option for completion. */
export interface CompletedOption {
  /** All forms of the option, the long one first. */
  readonly words: readonly string[]
  readonly brief: string
  readonly values: Values
}

/** A position in the command tree, reached by the words before the cursor. */
export interface Place {
  /** The words after `kiva` that lead here, for every combination of aliases. */
  readonly paths: readonly string[]
  /** Commands that can come next, including aliases. */
  readonly commands: readonly Candidate[]
  /** The place's own options; {@link globalCompletions} has the global ones. */
  readonly options: readonly CompletedOption[]
  /** The values of each argument, as often as the scripts count it. */
  readonly args: readonly Values[]
}

/** A word that completion offers. */
export interface Candidate {
  readonly word: string
  /** Empty if the word explains itself. */
  readonly brief: string
}

/**
 * `none` takes no value, `text` any text, `one` a single value of the set, `list` comma-separated values,
 * each used once, `conditions` several conditions that begin with one of the set.
 */
export interface Values {
  readonly kind: 'none' | 'text' | 'file' | 'one' | 'list' | 'conditions'
  readonly set: readonly Candidate[]
  /** The columns of conditions, with their values. */
  readonly columns?: Conditions
  /** Names to offer besides, which the script reads from the state folder. */
  readonly names?: Exclude<Offer, '@me'>
}

/** Options, and all forms of the options that cannot be used with any of them. */
export interface ConflictRow {
  readonly words: readonly string[]
  readonly excluded: readonly string[]
}

/** The scripts count arguments up to this number: all later ones are like it. */
const maxArguments = 3

/** The setting names, for commands with a setting as argument. */
const settings: Values = {
  kind: 'one',
  set: configurableOptions.map(({ name, brief }) => ({ word: name, brief })),
}

/** Saved commands run by their name. */
const savedNames: Values = { kind: 'one', set: [], names: 'saved' }

const anyText: Values = { kind: 'text', set: [] }

/** The global options. */
export const globalCompletions: readonly CompletedOption[] = globalOptions.map((option) => completed(option))

/** The columns of each type of records: see {@link conditionsByType}. */
type ConditionsByType = Awaited<ReturnType<typeof conditionsByType>>

/** Returns all places, starting with `kiva` itself. */
export function placesOf(commands: Commands, conditions: ConditionsByType): readonly Place[] {
  const root = commandTree(commands)
  const [first, ...others] = placesBelow(withExploreLists(root), [''], conditions)
  if (!first) return []
  const help = { word: 'help', brief: 'Show help for a command or topic' }
  return [
    { ...first, commands: [...first.commands, help], args: [savedNames] },
    ...others.flatMap(withSettings),
    ...helpPlaces(placesBelow(root, ['help'], conditions)),
  ]
}

/** Returns the places that a script must list. The others offer only the global options. */
export const listedPlaces = (places: readonly Place[]): readonly Place[] =>
  places.filter(({ paths, commands, options }) => paths.length > 1 || commands.length + options.length > 0)

/** Returns one candidate for each form of each option. */
export const optionWords = (options: readonly CompletedOption[]): readonly Candidate[] =>
  options.flatMap(({ words, brief }) => words.map((word) => ({ word, brief })))

/**
 * Returns which options completion stops offering once another one was given: one row per set of conflicts. An
 * option has the same conflicts in every command that has both, so the rows hold for all commands.
 */
export function conflictRows(commands: Commands): readonly ConflictRow[] {
  const excludedBy = new Map<string, Set<string>>()
  for (const command of withDescendants(commandTree(commands))) {
    const options = optionsOf(command)
    for (const option of options) {
      const excluded = conflictsOf(option, options).flatMap((long) => formsOf(options, long))
      for (const word of excluded.length > 0 ? forms(option) : [])
        excludedBy.set(word, new Set([...(excludedBy.get(word) ?? []), ...excluded]))
    }
  }
  const rows = new Map<string, ConflictRow>()
  for (const [word, set] of excludedBy) {
    const excluded = [...set].sort()
    const key = excluded.join()
    rows.set(key, { words: [...(rows.get(key)?.words ?? []), word], excluded })
  }
  return [...rows.values()]
}

/** Turns setting names into places, so that each setting's values can be completed after its name. */
function withSettings(place: Place): readonly Place[] {
  const [name, value] = place.args
  if (name !== settings || !value) return [place]
  const below = configurableOptions.map((option) => ({
    ...place,
    paths: place.paths.map((path) => `${path} ${option.name}`),
    args: [configurableValuesOf(option)],
  }))
  return [{ ...place, commands: settings.set, args: [] }, ...below]
}

/**
 * Returns the places after `kiva help`: groups of commands, and topics, which take precedence over commands
 * of the same name.
 */
function helpPlaces([first, ...groups]: readonly Place[]): readonly Place[] {
  const topicWords = Object.entries(topics).map(([word, { brief }]) => ({ word, brief }))
  const commands = first?.commands.filter(({ word }) => !Object.hasOwn(topics, word)) ?? []
  const parts = Object.entries(topics).map(([name, topic]) => ({
    paths: [`help ${name}`],
    commands: Object.keys(topic.parts ?? {}).map((word) => ({ word, brief: '' })),
  }))
  const places = [{ paths: ['help'], commands: [...commands, ...topicWords] }, ...groups, ...parts]
  return places
    .filter((place) => place.commands.length > 0)
    .map(({ paths, commands }) => ({ paths, commands, options: [], args: [] }))
}

function placesBelow(
  command: CommandSpec,
  paths: readonly string[],
  conditions: ConditionsByType,
): readonly Place[] {
  const options = command.options.filter(
    (option) => !(globalOptions as readonly OptionSpec[]).includes(option),
  )
  const place = {
    paths,
    commands: command.children.flatMap(({ name, aliases, brief }) =>
      [name, ...aliases].map((word) => ({ word, brief })),
    ),
    options: options.map((option) =>
      completed(
        { ...option, known: knownValuesOf(option, command.endpoint) },
        conditions.get(command.endpoint?.returns),
      ),
    ),
    args: command.args.flatMap((arg, index) => {
      const values = valuesOf(arg)
      return arg.list ? Array.from({ length: maxArguments - index }, () => values) : [values]
    }),
  }
  const below = command.children.flatMap((child) =>
    placesBelow(
      child,
      paths.flatMap((path) => [child.name, ...child.aliases].map((word) => `${path} ${word}`.trimStart())),
      conditions,
    ),
  )
  return [place, ...below]
}

function completed(option: OptionSpec, columns?: Conditions): CompletedOption {
  const { long, short, brief, holdsConditions } = option
  const values = holdsConditions && columns ? conditionValues(columns) : valuesOf(option)
  return { words: short ? [long, short] : [long], brief, values }
}

const conditionValues = (columns: Conditions): Values => ({
  kind: 'conditions',
  set: Object.keys(columns).map((name) => ({ word: `${name}:`, brief: '' })),
  columns,
})

type Described = Partial<
  Pick<OptionSpec, 'name' | 'value' | 'choices' | 'known' | 'offers' | 'list' | 'verbatim' | 'file'> &
    Pick<ArgumentSpec, 'setting'>
>

function valuesOf(spec: ArgumentSpec | OptionSpec | ConfigurableOption): Values {
  const { name, value, choices, known, offers = [], list, verbatim, file, setting }: Described = spec
  if (setting) return settings
  const isFlag = 'long' in spec && value === undefined
  if (isFlag) return { kind: 'none', set: [] }
  if (file) return { kind: 'file', set: [] }
  const set = choices ?? known
  if ((!set && offers.length === 0) || verbatim) return anyText
  const own = offers.includes('@me') ? [{ word: '@me', brief: 'your own lender id' }] : []
  const names = offers.find((offer) => offer !== '@me')
  return {
    kind: list ? 'list' : 'one',
    set: [...(set ?? []).map((word) => ({ word, brief: briefOf(name, word) })), ...own],
    ...(names && { names }),
  }
}

const onOrOff: Values = {
  kind: 'one',
  set: [
    { word: '1', brief: 'on' },
    { word: '0', brief: 'off' },
  ],
}

/**
 * Returns the values to offer for a setting in the settings file: on or off for a switch, else the values
 * of its flag. A flag such as `--no-pager` knows only its own fixed value, so any text is accepted.
 */
function configurableValuesOf(option: ConfigurableOption): Values {
  if (isSwitch(option)) return onOrOff
  return option.value === undefined ? anyText : valuesOf(option)
}

/** Returns a value's description. Only output formats have one; other values explain themselves. */
function briefOf(name: string | undefined, word: string): string {
  const briefs: Readonly<Record<string, { readonly brief: string }>> = name === 'output' ? formats : {}
  return briefs[word]?.brief ?? ''
}

/**
 * Returns the tree of all commands, in which the commands of the API can follow `explore` too, with the options that
 * have a meaning there.
 */
function withExploreLists(root: CommandSpec): CommandSpec {
  const lists = root.children.filter(({ children }) => children.some(({ endpoint }) => endpoint))
  const children = root.children.map((command) =>
    command.name === explore.name
      ? { ...command, args: [], children: lists.map((list) => asPlace(list, command.options)) }
      : command,
  )
  return { ...root, children }
}

/** Returns a command of the API as it can follow `explore`, whose own options may come anywhere. */
function asPlace(command: CommandSpec, optionsOfExplore: readonly OptionSpec[]): CommandSpec {
  const { endpoint } = command
  if (!endpoint)
    return { ...command, children: command.children.map((child) => asPlace(child, optionsOfExplore)) }
  const allowed = exploreOptions(endpoint)
  return {
    ...command,
    options: [...optionsOfExplore, ...command.options.filter(({ name }) => allowed.includes(name))],
  }
}

const forms = ({ long, short }: OptionSpec): readonly string[] => (short ? [long, short] : [long])

const formsOf = (options: readonly OptionSpec[], long: string) =>
  options.filter((option) => option.long === long).flatMap(forms)
