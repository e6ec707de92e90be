/** A command of the tree as a value: what it is called, takes, and says of itself. Free of any parser. */
import type { Endpoint } from '../../api/endpoint.ts'
import type { Action } from '../../commands/action.ts'
import type { OptionSpec } from '../option-spec.ts'
import { globalOptions } from '../settings/global-options.ts'

export interface ArgumentSpec {
  /** The name of the param. */
  readonly name: string
  /** As messages call it, such as `<ids>`. */
  readonly label: string
  /** As help writes it, such as `<ids...>`. */
  readonly usage: string
  readonly brief: string
  /** Takes all the words that are left. */
  readonly list: boolean
  /** A closed set. */
  readonly choices?: readonly string[]
  /** It names a setting that may be kept; an argument behind it is what the setting shall be. */
  readonly setting?: true
}

export interface CommandSpec {
  /** The last word. */
  readonly name: string
  /** All words, `kiva` first. */
  readonly path: string
  readonly brief: string
  readonly aliases: readonly string[]
  readonly args: readonly ArgumentSpec[]
  /** Its own; those that every command takes are in `global-options.ts`. */
  readonly options: readonly OptionSpec[]
  readonly children: readonly CommandSpec[]
  readonly endpoint?: Endpoint
  readonly action?: Action
}

/** The examples of a command, ready to run. */
export function examplesOf({ path, endpoint, action }: CommandSpec): readonly string[] {
  return (endpoint ?? action)?.examples.map((line) => `${path} ${line}`.trimEnd()) ?? []
}

/** The options that a command takes: of its own, and those that all take. */
export function optionsOf({ options }: Pick<CommandSpec, 'options'>): readonly OptionSpec[] {
  return [...options, ...globalOptions.filter((option) => !options.includes(option))]
}

/** A command and all below it. */
export function withDescendants(command: CommandSpec): readonly CommandSpec[] {
  return [command, ...command.children.flatMap(withDescendants)]
}

/** The child that a word names, by its name or an alias. */
export function childNamed(command: CommandSpec, word: string): CommandSpec | undefined {
  return command.children.find(({ name, aliases }) => name === word || aliases.includes(word))
}
