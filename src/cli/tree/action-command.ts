import type { Action, ActionParam } from '../../commands/action.ts'
import { dashed, type OptionSpec, valuesOfOption } from '../option-spec.ts'
import type { ArgumentSpec, CommandSpec } from './command-spec.ts'

/** Returns the command of an action. */
export function actionCommand(action: Action): CommandSpec {
  const params = Object.entries(action.params)
  const args = params.filter(([, param]) => param.argument)
  return {
    name: action.name.slice(action.name.lastIndexOf(' ') + 1),
    path: `kiva ${action.name}`,
    brief: action.brief,
    aliases: [],
    args: args.map(([name, param]) => actionArgument(name, param)),
    options: params.filter(([, param]) => !param.argument).map(([name, param]) => actionOption(name, param)),
    children: [],
    action,
  }
}

function actionArgument(
  name: string,
  { brief, list, optional, rest, choices, setting }: ActionParam,
): ArgumentSpec {
  const words = `${dashed(name)}${list ? '...' : ''}`
  return {
    name,
    label: `<${dashed(name)}>`,
    usage: optional ? `[${words}]` : `${rest ? '-- ' : ''}<${words}>`,
    brief,
    list: list === true,
    ...(optional && { optional }),
    ...(rest && { rest }),
    ...(choices && { choices }),
    ...(setting && { setting }),
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
