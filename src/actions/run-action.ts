import type { Commands } from '../commands/commands.ts'
import type { Context } from '../context.ts'

/** Runs an action with its checked values. It is handed all commands, since one may be about them. */
export type RunAction<Values> = (context: Context, values: Values, commands: Commands) => Promise<void>

/** Loads what an action does. By default of an action whose declaration is not known here. */
export type LoadAction<Values = never> = () => Promise<{ readonly default: RunAction<Values> }>
