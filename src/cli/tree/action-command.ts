import type { Action, ActionParam } from '../../commands/action.ts'
import { dashed, type Node, type OptionNode, valuesOfOption } from '../command-spec.ts'
import { actionHelp } from '../help/help.ts'

/** The node of an action. */
export function actionNode(action: Action): Node {
  const params = Object.entries(action.params)
  const args = params.filter(([, param]) => param.argument)
  const node = {
    name: action.name.slice(action.name.lastIndexOf(' ') + 1),
    path: `kiva ${action.name}`,
    brief: action.brief,
    aliases: [],
    args: args.map(([name, param]) => ({
      name,
      label: `<${dashed(name)}>`,
      usage: `<${dashed(name)}${param.list ? '...' : ''}>`,
      brief: param.brief,
    })),
    options: params.filter(([, param]) => !param.argument).map(([name, param]) => actionOption(name, param)),
    children: [],
    action,
  }
  return { ...node, help: (width) => actionHelp(node, width) }
}

function actionOption(name: string, param: ActionParam): OptionNode {
  const value = param.kind === 'flag' ? '' : ` <${param.placeholder?.toLowerCase() ?? dashed(name)}>`
  return {
    name,
    flags: `--${dashed(name)}${value}`,
    brief: param.brief,
    group: 'Options',
    ...valuesOfOption(param),
  }
}
