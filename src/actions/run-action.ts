import type { ActionValues } from '../commands/action.ts'
import type { Commands } from '../commands/commands.ts'
import type { Context } from '../context.ts'

/** Runs an action with its checked values. It is handed all commands, since one may be about them. */
export type RunAction = (context: Context, values: ActionValues, commands: Commands) => Promise<void>

/** Loads what an action does. */
export type LoadAction = () => Promise<{ readonly default: RunAction }>
