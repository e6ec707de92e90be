/** Lists what can be typed at each place of the command tree, independent of the shell. */

import { topics } from '../../cli/help/topics/index.ts'
import { knownValuesOf } from '../../cli/manifest/known-values.ts'
import type { OptionSpec } from '../../cli/option-spec.ts'
import { configurableOptions } from '../../cli/settings/configurable-option.ts'
import { globalOptions } from '../../cli/settings/global-options.ts'
import type { CommandSpec } from '../../cli/tree/command-spec.ts'
import { commandTree } from '../../cli/tree/command-tree.ts'
import type { Commands } from '../../commands/commands.ts'
import { withExploreLists } from './explore-lists.ts'
import { type Candidate, configurableValuesOf, settings, type Values, valuesOf } from './values.ts'

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
  /** The values of each argument. */
  readonly args: readonly Values[]
}

/** Returns the places that a script must list. The others offer only the global options. */
export const listedPlaces = (places: readonly Place[]): readonly Place[] =>
  places.filter(({ paths, commands, options }) => paths.length > 1 || commands.length + options.length > 0)

/** Returns one candidate for each form of each option. */
export const optionWords = (options: readonly CompletedOption[]): readonly Candidate[] =>
  options.flatMap(({ words, brief }) => words.map((word) => ({ word, brief })))

/** The global options. */
export const globalCompletions: readonly CompletedOption[] = globalOptions.map(completed)

/** Returns all places, starting with `kiva` itself. */
export function placesOf(commands: Commands): readonly Place[] {
  const root = commandTree(commands)
  const [first, ...others] = placesBelow(withExploreLists(root), [''])
  if (!first) return []
  const help = { word: 'help', brief: 'Show help for a command or topic' }
  return [
    { ...first, commands: [...first.commands, help] },
    ...others.flatMap(withSettings),
    ...helpPlaces(placesBelow(root, ['help'])),
  ]
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

function placesBelow(command: CommandSpec, paths: readonly string[]): readonly Place[] {
  const own = command.options.filter((option) => !(globalOptions as readonly OptionSpec[]).includes(option))
  const place = {
    paths,
    commands: command.children.flatMap(({ name, aliases, brief }) =>
      [name, ...aliases].map((word) => ({ word, brief })),
    ),
    options: own.map((option) => completed({ ...option, known: knownValuesOf(option, command.endpoint) })),
    args: command.args.map(valuesOf),
  }
  const below = command.children.flatMap((child) =>
    placesBelow(
      child,
      paths.flatMap((path) => [child.name, ...child.aliases].map((word) => `${path} ${word}`.trimStart())),
    ),
  )
  return [place, ...below]
}

function completed(option: OptionSpec): CompletedOption {
  const { long, short, brief } = option
  return { words: short ? [long, short] : [long], brief, values: valuesOf(option) }
}
