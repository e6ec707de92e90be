import type { Commands } from '../../commands/commands.ts'
import { writeManualPage } from './manual-page.ts'
import { manualPages } from './pages.ts'

/** package.json with these files as the manual that npm installs. */
export function listManual(old: string, paths: readonly string[]): string {
  return `${JSON.stringify({ ...JSON.parse(old), man: [...paths].sort() }, null, 2)}\n`
}

/** The files of the manual, by their paths in the repository. */
export function manualFiles(commands: Commands): Readonly<Record<string, () => string>> {
  return Object.fromEntries(
    manualPages(commands).map((page) => [`man/${page.name}.${page.section}`, () => writeManualPage(page)]),
  )
}
