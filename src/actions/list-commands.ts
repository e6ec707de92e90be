/** `kiva commands`: lists all commands, as a table for people or a manifest for programs. */

import { withDescendants } from '../cli/command-spec.ts'
import { commandTree } from '../cli/command-tree.ts'
import { printPage } from '../cli/help/layout.ts'
import { manifestOf } from '../cli/manifest.ts'
import { manifestSchema } from '../cli/manifest-schema.ts'
import type { ActionValues, Commands } from '../commands/action.ts'
import type { listCommands as declared } from '../commands/actions/agents.ts'
import type { Context } from '../core/context.ts'

/** Prints the manifest, or its schema with `--schema`. People get a table of commands and descriptions. */
export async function listCommands(
  { print, stdout }: Pick<Context, 'print' | 'stdout'>,
  { schema }: ActionValues<typeof declared>,
  commands: Commands,
): Promise<void> {
  if (schema) await print(manifestSchema, JSON.stringify(manifestSchema, undefined, 2))
  else await print(manifestOf(commands), tableOf(commands, stdout.columns))
}

function tableOf(commands: Commands, width: number): string {
  const content = withDescendants(commandTree(commands))
    .filter(({ children }) => children.length === 0)
    .map(({ path, brief }): [string, string] => [path, brief])
  return printPage([{ heading: 'Commands', content }], { width }).trimEnd()
}
