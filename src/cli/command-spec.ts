/** Commands as data: their names, arguments and help texts, independent of any parser. */
import type { Endpoint } from '../api/endpoint.ts'
import type { Action, Offer } from '../commands/action.ts'
import type { OptionSpec } from './option-spec.ts'
import { globalOptions } from './settings/global-options.ts'

export interface ArgumentSpec {
  /** The param's name. */
  readonly name: string
  /** The name in messages, such as `<ids>`. */
  readonly label: string
  /** The form in help, such as `<ids...>`, or `[ids...]` if it can be left out. */
  readonly usage: string
  readonly brief: string
  /** Takes all remaining words. */
  readonly list: boolean
  /** Can be left out. */
  readonly optional?: true
  /** The words that it takes include options. */
  readonly rest?: true
  /** The only values it accepts. */
  readonly choices?: readonly string[]
  /** What completion offers besides. */
  readonly offers?: readonly Offer[]
  /** It names a setting of the settings file; the argument after it is the setting's value. */
  readonly setting?: true
}

export interface CommandSpec {
  /** The last word of the command. */
  readonly name: string
  /** The full command, such as `kiva loans show`. */
  readonly path: string
  readonly brief: string
  readonly aliases: readonly string[]
  readonly args: readonly ArgumentSpec[]
  /** The command's own options. Global options are in `global-options.ts`. */
  readonly options: readonly OptionSpec[]
  readonly children: readonly CommandSpec[]
  readonly endpoint?: Endpoint
  readonly action?: Action
}

/** Returns a command's examples as complete command lines. */
export function examplesOf({ path, endpoint, action }: CommandSpec): readonly string[] {
  return (endpoint ?? action)?.examples.map((line) => `${path} ${line}`.trimEnd()) ?? []
}

/** Returns a command with its arguments, such as `kiva loans show <ids...> [options]`. */
export function usageOfCommand({ path, args }: Pick<CommandSpec, 'path' | 'args'>): string {
  const usages = args.map(({ usage }) => usage)
  const words = args.some(({ rest }) => rest) ? ['[options]', ...usages] : [...usages, '[options]']
  return [path, ...words].join(' ')
}

/** Returns a command's own options followed by the global ones. */
export function optionsOf({ options }: Pick<CommandSpec, 'options'>): readonly OptionSpec[] {
  return [...options, ...globalOptions.filter((option) => !options.includes(option))]
}

/** Returns a command and all its descendants. */
export function withDescendants(command: CommandSpec): readonly CommandSpec[] {
  return [command, ...command.children.flatMap(withDescendants)]
}

/** Returns the child with this name or alias. */
export function childNamed(command: CommandSpec, word: string): CommandSpec | undefined {
  return command.children.find(({ name, aliases }) => name === word || aliases.includes(word))
}
