import type { Commands } from '../commands/action.ts'
import type { Context } from '../core/context.ts'

/** Runs an action with its checked values. `commands` is for actions that describe the commands. */
export type RunAction<Values> = (context: Context, values: Values, commands: Commands) => Promise<void>

/** Loads an action's code. `Values` defaults to `never` for an action whose declaration is unknown. */
export type LoadAction<Values = never> = () => Promise<RunAction<Values>>
