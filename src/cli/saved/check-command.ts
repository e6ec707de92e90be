import { portfolioSuggest } from '../../commands/actions/portfolio.ts'
import { savedRun } from '../../commands/actions/saved.ts'
import type { Commands } from '../../commands/commands.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { lazy } from '../../lazy.ts'
import { parse } from '../parse.ts'
import { readInvocation } from '../read-invocation.ts'
import { replaceBySearch } from '../rewrites/replace-by-search.ts'
import { readFileSettings, resolveSettings } from '../settings/resolve-settings.ts'
import { commandTree } from '../tree/command-tree.ts'
import { runsAnother } from './replace-by-saved.ts'
import { lineOf } from './saved-commands.ts'

/** Throws the error that a command line would end with before it sends a request, and one for a mere help page. */
export async function checkCommand(
  name: string,
  argv: readonly string[],
  commands: Commands,
  world: Pick<Context, 'env' | 'stdout' | 'settingsFile' | 'state'>,
): Promise<void> {
  const parsed = parse(argv, commandTree(commands))
  if (parsed.command.action === savedRun) throw runsAnother(name)
  const typed = parsed.command.action === portfolioSuggest ? replaceBySearch(parsed) : parsed
  const settings = lazy(() => resolveSettings(typed, world, () => readFileSettings(typed.given, world)))
  const { kind } = await readInvocation(typed, commands, settings, world)
  if (kind === 'text') {
    throw new KivaError('usage', `${lineOf(argv)} only prints help or the version`, {
      hint: 'Example: kiva saved add food -- loans search --sector Food.',
    })
  }
  await settings()
}
