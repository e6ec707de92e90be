/**
 * The generated files of the repository, by path. Each function builds the new text from the old text and
 * the commands.
 */
import type { Commands } from '../commands/action.ts'
import { commands } from '../commands/index.ts'
import { completionScript, scriptNames } from './completion/scripts.ts'
import { installTable } from './install-table.ts'
import { listManual, manualFiles } from './manual.ts'
import { fill, keyTables, regions } from './markdown.ts'

/** The pages with generated regions; `docs/explore.md` has its own. */
export const pagesWithRegions = [
  'README.md',
  'docs/usage.md',
  'docs/login.md',
  'docs/output.md',
  'docs/settings.md',
] as const

const fillRegions = (old: string, commands: Commands) => fill(old, regions(commands))

export const generated: Readonly<Record<string, (old: string, commands: Commands) => string>> = {
  ...Object.fromEntries(pagesWithRegions.map((page) => [page, fillRegions])),
  'README.md': (old, commands) => fillRegions(fill(old, { install: installTable() }), commands),
  'docs/explore.md': (old) => fill(old, { keys: keyTables() }),
  ...manualFiles(commands),
  'package.json': (old, commands) => listManual(old, Object.keys(manualFiles(commands))),
  [`completions/${scriptNames.bash}`]: (_, commands) => completionScript('bash', commands),
  [`completions/${scriptNames.zsh}`]: (_, commands) => completionScript('zsh', commands),
  [`completions/${scriptNames.fish}`]: (_, commands) => completionScript('fish', commands),
  [`completions/${scriptNames.powershell}`]: (_, commands) => completionScript('powershell', commands),
}
