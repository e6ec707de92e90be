import type { Commands } from '../../commands/commands.ts'
import { writeManualPage } from './manual-page.ts'
import { manualPages } from './pages.ts'

/** Returns package.json with these files in `man`, from which npm installs the manual. */
export function listManual(old: string, paths: readonly string[]): string {
  return `${JSON.stringify({ ...JSON.parse(old), man: [...paths].sort() }, null, 2)}\n`
}

/** Returns a function for each manual file, by path in the repository, that builds its text. */
export function manualFiles(commands: Commands): Readonly<Record<string, () => string>> {
  return Object.fromEntries(
    manualPages(commands).map((page) => [`man/${page.name}.${page.section}`, () => writeManualPage(page)]),
  )
}
