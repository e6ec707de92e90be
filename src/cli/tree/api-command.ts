import { anyPath, api } from '../../commands/api.ts'
import { lazy } from '../../lazy.ts'
import { actionCommand } from './action-command.ts'
import type { CommandSpec } from './command-spec.ts'
import { endpointOptions } from './endpoint-command.ts'

/** Returns `kiva api`: its declared options, and every option of an unknown endpoint. */
export function apiCommand(): CommandSpec {
  const declared = actionCommand(api)
  const options = lazy(() => {
    const fields = declared.options.map((option) => ({ ...option, short: '-f' }))
    return [...fields, ...endpointOptions(anyPath).filter(({ name }) => name !== 'param')]
  })
  return {
    ...declared,
    get options() {
      return options()
    },
  }
}
