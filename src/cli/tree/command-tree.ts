/** The command tree as values, from the catalogue and the actions. */
import type { Resource } from '../../api/endpoint.ts'
import { dashed, type Node } from '../command-spec.ts'
import { globalOptions } from '../global-options.ts'
import { groupHelp, rootHelp } from '../help/help.ts'
import type { Commands } from '../parse.ts'
import { actionNode } from './action-command.ts'
import { endpointNode } from './endpoint-command.ts'

/** The tree of everything. */
export function rootNode(commands: Commands): Node {
  const resources = Object.entries(commands.catalogue).map(([name, resource]) => resourceNode(name, resource))
  const options = Object.entries(globalOptions).map(([name, option]) => ({ name, ...option }))
  const children = [...resources, ...actionNodes(commands)]
  const root = { name: 'kiva', path: 'kiva', brief: '', aliases: [], args: [], options, children }
  return { ...root, help: (width) => rootHelp(root, width) }
}

function resourceNode(name: string, resource: Resource): Node {
  const path = `kiva ${dashed(name)}`
  const children = Object.entries(resource.endpoints).map(([verb, endpoint]) =>
    endpointNode(path, verb, endpoint),
  )
  return groupNode(path, resource.brief, children)
}

function actionNodes({ actions, groups }: Commands): readonly Node[] {
  const alone = actions.filter((action) => !action.name.includes(' ')).map(actionNode)
  const grouped = Object.entries(groups).map(([name, brief]) =>
    groupNode(
      `kiva ${name}`,
      brief,
      actions.filter((action) => action.name.startsWith(`${name} `)).map(actionNode),
    ),
  )
  return [...alone, ...grouped]
}

function groupNode(path: string, brief: string, children: readonly Node[]): Node {
  const node = {
    name: path.slice(path.lastIndexOf(' ') + 1),
    path,
    brief,
    aliases: [],
    args: [],
    options: [],
    children,
  }
  return { ...node, help: (width) => groupHelp(node, width) }
}
