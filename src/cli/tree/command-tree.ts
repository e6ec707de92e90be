/** Builds the command tree from the catalogue and the actions. */
import type { Resource } from '../../api/endpoint.ts'
import { portfolioSuggest } from '../../commands/actions/portfolio.ts'
import type { Commands } from '../../commands/commands.ts'
import { lazy } from '../../lazy.ts'
import { dashed } from '../option-spec.ts'
import { globalOptions, versionOption } from '../settings/global-options.ts'
import { actionCommand } from './action-command.ts'
import { apiCommand } from './api-command.ts'
import type { CommandSpec } from './command-spec.ts'
import { endpointCommand } from './endpoint-command.ts'
import { suggestCommand } from './suggest-command.ts'

/** The trees that were built: a session of explore parses with the same one as the command line. */
const trees = new WeakMap<Commands, CommandSpec>()

/** Returns the tree of all commands, with `kiva` at the root. */
export function commandTree(commands: Commands): CommandSpec {
  const tree = trees.get(commands) ?? treeOf(commands)
  trees.set(commands, tree)
  return tree
}

function treeOf(commands: Commands): CommandSpec {
  const resources = Object.entries(commands.catalogue).map(([name, resource]) =>
    resourceCommand(name, resource),
  )
  const children = [...resources, apiCommand(), ...actionCommands(commands)]
  const options = [...globalOptions, versionOption]
  return { name: 'kiva', path: 'kiva', brief: '', aliases: [], args: [], options, children }
}

function resourceCommand(name: string, resource: Resource): CommandSpec {
  const path = `kiva ${dashed(name)}`
  return groupCommand(path, resource.brief, () =>
    Object.entries(resource.endpoints).map(([verb, endpoint]) => endpointCommand(path, verb, endpoint)),
  )
}

function actionCommands({ actions, groups }: Commands): readonly CommandSpec[] {
  const alone = actions.filter((action) => !action.name.includes(' ')).map(actionCommand)
  const grouped = Object.entries(groups).map(([name, brief]) =>
    groupCommand(`kiva ${name}`, brief, () =>
      actions
        .filter((action) => action.name.startsWith(`${name} `))
        .map((action) => (action === portfolioSuggest ? suggestCommand() : actionCommand(action))),
    ),
  )
  return [...alone, ...grouped]
}

/** Builds children on first use: most runs need only one group. */
function groupCommand(path: string, brief: string, makeChildren: () => readonly CommandSpec[]): CommandSpec {
  const children = lazy(makeChildren)
  return {
    name: path.slice(path.lastIndexOf(' ') + 1),
    path,
    brief,
    aliases: [],
    args: [],
    options: [],
    get children() {
      return children()
    },
  }
}
