import type { Action, ActionParam } from '../../commands/action.ts'
import { dashed, type OptionSpec, valuesOfOption } from '../option-spec.ts'
import type { CommandSpec } from './command-spec.ts'

/** Returns the command of an action. */
export function actionCommand(action: Action): CommandSpec {
  const params = Object.entries(action.params)
  const args = params.filter(([, param]) => param.argument)
  return {
    name: action.name.slice(action.name.lastIndexOf(' ') + 1),
    path: `kiva ${action.name}`,
    brief: action.brief,
    aliases: [],
    args: args.map(([name, { brief, list = false, choices, setting }]) => ({
      name,
      label: `<${dashed(name)}>`,
      usage: `<${dashed(name)}${list ? '...' : ''}>`,
      brief,
      list,
      ...(choices && { choices }),
      ...(setting && { setting }),
    })),
    options: params.filter(([, param]) => !param.argument).map(([name, param]) => actionOption(name, param)),
    children: [],
    action,
  }
}

function actionOption(name: string, param: ActionParam): OptionSpec {
  return {
    name,
    long: `--${dashed(name)}`,
    ...(param.kind !== 'flag' && { value: param.placeholder?.toLowerCase() ?? dashed(name) }),
    brief: param.brief,
    group: 'Options',
    ...valuesOfOption(param),
    ...(param.requires && { requires: param.requires }),
    ...(param.conflicts && { conflicts: param.conflicts }),
  }
}
