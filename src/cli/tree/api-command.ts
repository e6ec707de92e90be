import { anyPath, api } from '../../commands/api.ts'
import { actionHelp } from '../help/help.ts'
import { actionCommand } from './action-command.ts'
import type { CommandSpec } from './command-spec.ts'
import { endpointOptions } from './endpoint-command.ts'

/** `kiva api`: what it is declared to take, and every option of an endpoint of which nothing is known. */
export function apiCommand(): CommandSpec {
  const { help: _, ...declared } = actionCommand(api)
  const fields = declared.options.map((option) => ({ ...option, short: '-f' }))
  const others = endpointOptions(anyPath).filter(({ name }) => name !== 'param')
  const command = { ...declared, options: [...fields, ...others] }
  return { ...command, help: () => actionHelp(command) }
}
