/**
 * The generated files of the repository, by path. Each function builds the new text from the old text and
 * the commands.
 */
import type { Commands } from '../commands/action.ts'
import { commands } from '../commands/index.ts'
import { completionScript, scriptNames } from './completion/scripts.ts'
import { listManual, manualFiles } from './manual.ts'
import { fill, regions } from './markdown.ts'

/** The pages with generated regions. */
export const pagesWithRegions = [
  'README.md',
  'docs/installing.md',
  'docs/output.md',
  'docs/settings.md',
] as const

const fillRegions = (old: string, commands: Commands) => fill(old, regions(commands))

export const generated: Readonly<
  Record<string, (old: string, commands: Commands) => string | Promise<string>>
> = {
  ...Object.fromEntries(pagesWithRegions.map((page) => [page, fillRegions])),
  ...manualFiles(commands),
  'package.json': (old, commands) => listManual(old, Object.keys(manualFiles(commands))),
  [`completions/${scriptNames.bash}`]: (_, commands) => completionScript('bash', commands),
  [`completions/${scriptNames.zsh}`]: (_, commands) => completionScript('zsh', commands),
  [`completions/${scriptNames.fish}`]: (_, commands) => completionScript('fish', commands),
  [`completions/${scriptNames.powershell}`]: (_, commands) => completionScript('powershell', commands),
}
