/** What can follow `kiva explore`: lists and records of the API, with the options that have a meaning there. */

import type { OptionSpec } from '../../cli/option-spec.ts'
import { exploreOptions } from '../../cli/options/explore-options.ts'
import type { CommandSpec } from '../../cli/tree/command-spec.ts'
import { explore } from '../../commands/actions/explore.ts'

/** Returns the tree of all commands, in which the commands of the API can follow `explore` too. */
export function withExploreLists(root: CommandSpec): CommandSpec {
  const lists = root.children.filter(({ children }) => children.some(({ endpoint }) => endpoint))
  const children = root.children.map((command) =>
    command.name === explore.name
      ? { ...command, args: [], children: lists.map((list) => asPlace(list, command.options)) }
      : command,
  )
  return { ...root, children }
}

/** Returns a command of the API as it can follow `explore`, whose own options may come anywhere. */
function asPlace(command: CommandSpec, own: readonly OptionSpec[]): CommandSpec {
  const { endpoint } = command
  if (!endpoint) return { ...command, children: command.children.map((child) => asPlace(child, own)) }
  const allowed = exploreOptions(endpoint)
  return {
    ...command,
    options: [...own, ...command.options.filter(({ name }) => allowed.includes(name))],
  }
}
