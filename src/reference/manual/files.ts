import type { Commands } from '../../commands/commands.ts'
import { writeManualPage } from './manual-page.ts'
import { manualPages } from './pages.ts'

/** The files of the manual, by their paths in the repository. */
export function manualFiles(commands: Commands): Readonly<Record<string, () => string>> {
  return Object.fromEntries(
    manualPages(commands).map((page) => [`man/${page.name}.${page.section}`, () => writeManualPage(page)]),
  )
}
