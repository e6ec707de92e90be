/** Completion scripts by shell. */

import type { Commands } from '../../commands/action.ts'
import type { ShellName } from '../../commands/actions/maintenance.ts'
import { bashScript } from './bash.ts'
import { conditionsByType } from './conditions.ts'
import { fishScript } from './fish.ts'
import { type ConflictRow, conflictRows, type Place, placesOf } from './places.ts'
import { powershellScript } from './powershell.ts'
import { zshScript } from './zsh.ts'

/** Builds the script of each shell. */
const writers = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
} as const satisfies Record<
  ShellName,
  (places: readonly Place[], conflicts: readonly ConflictRow[]) => string
>

/** The file name by which each shell finds its script. */
export const scriptNames = {
  bash: 'kiva.bash',
  zsh: '_kiva',
  fish: 'kiva.fish',
  powershell: 'kiva.ps1',
} as const satisfies Record<ShellName, string>

/** Returns the completion script of a shell. */
export const completionScript = async (shell: ShellName, commands: Commands): Promise<string> =>
  writers[shell](placesOf(commands, await conditionsByType()), conflictRows(commands))
