/** What may be typed where, free of any shell: the places of the command tree. */

import { topics } from '../../cli/help/topics/index.ts'
import type { OptionSpec } from '../../cli/option-spec.ts'
import { configurableOptions } from '../../cli/settings/configurable-option.ts'
import { globalOptions } from '../../cli/settings/global-options.ts'
import type { CommandSpec } from '../../cli/tree/command-spec.ts'
import { commandTree } from '../../cli/tree/command-tree.ts'
import type { Commands } from '../../commands/commands.ts'
import { type Candidate, keptValuesOf, settings, type Values, valuesOf } from './values.ts'

/** An option as completion knows it. */
export interface CompletedOption {
  /** The long one first. */
  readonly words: readonly string[]
  readonly brief: string
  readonly values: Values
}

/** Where the words before the cursor have led. */
export interface Place {
  /** The words after `kiva` that lead there, by every alias. */
  readonly paths: readonly string[]
  /** What the next word may name, aliases included. */
  readonly commands: readonly Candidate[]
  /** Its own; {@link everywhere} go for all. */
  readonly options: readonly CompletedOption[]
  /** Of each argument. */
  readonly args: readonly Values[]
}

/** The places that a script must tell of: at the others nothing can stand but what can everywhere. */
export const toldPlaces = (places: readonly Place[]): readonly Place[] =>
  places.filter(({ paths, commands, options }) => paths.length > 1 || commands.length + options.length > 0)

/** What is offered for options: each of their words. */
export const optionWords = (options: readonly CompletedOption[]): readonly Candidate[] =>
  options.flatMap(({ words, brief }) => words.map((word) => ({ word, brief })))

/** The options that every command takes. */
export const everywhere: readonly CompletedOption[] = globalOptions.map(completed)

/** Every place, `kiva` itself first. */
export function placesOf(commands: Commands): readonly Place[] {
  const root = commandTree(commands)
  const [first, ...others] = placesBelow(root, [''])
  if (!first) return []
  const help = { word: 'help', brief: 'Show the help of a command, or of a topic' }
  return [
    { ...first, commands: [...first.commands, help] },
    ...others.flatMap(withSettings),
    ...helpPlaces(placesBelow(root, ['help'])),
  ]
}

/** Where a setting is named, and then what it shall be: there each name leads on, as a command does. */
function withSettings(place: Place): readonly Place[] {
  const [name, value] = place.args
  if (name !== settings || !value) return [place]
  const below = configurableOptions.map((option) => ({
    ...place,
    paths: place.paths.map((path) => `${path} ${option.name}`),
    args: [keptValuesOf(option)],
  }))
  return [{ ...place, commands: settings.set, args: [] }, ...below]
}

/** What help can be asked for: commands that have others below them, and topics, which win over those of their name. */
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
    options: own.map(completed),
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
