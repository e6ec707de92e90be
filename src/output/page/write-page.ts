/** Writes a page in the format that is asked for. */
import type { PrintStyle } from '../../core/context.ts'
import type { Page } from './page.ts'
import { writeList, writeTerminal } from './write-terminal.ts'

/** Returns a function that writes the page in a style, without a final newline. */
export const writes =
  (page: Page) =>
  async (style: PrintStyle): Promise<string> => {
    if (style.document === 'md') return (await import('./write-markdown.ts')).writeMarkdown(page).trimEnd()
    if (style.document === 'html')
      return (await import('./write-html.ts')).htmlDocument(page, style.made).trimEnd()
    if (style.opens === undefined) return writeTerminal(page, style)
    const lines = writeList(page, style)
    for (const [at, { opens }] of lines.entries()) if (opens) style.opens(at, opens)
    return lines.map(({ text }) => text).join('\n')
  }
