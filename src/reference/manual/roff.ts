/** Pages of help as manual pages in roff, by the macros of man(7). Pure; the result is ASCII. */
import type { Page, Row, Section } from '../../cli/help/layout.ts'

/** Signs that roff reads as something else, or prints as other signs than those that are to be pasted. */
const signs: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
}

/** Any text as roff that prints it, on one line; what is no sign to print becomes a blank. */
export function escapeRoff(text: string): string {
  const line = text.toWellFormed().replace(/\p{Cc}/gu, ' ')
  const escaped = line.replace(
    /[\\'`^~"-]|[^\x20-\x7e]/gu,
    (sign) => signs[sign] ?? `\\[u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
  // A line that begins with a dot would be a request.
  return escaped.replace(/^\./, '\\&.')
}

/** The longest line of the source: mandoc complains of longer ones. */
const longest = 78

/** A paragraph, broken between words into lines of the source. */
export function paragraph(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const last = lines.at(-1)
    const joined = `${last} ${word}`
    if (last !== undefined && escapeRoff(joined).length <= longest) lines[lines.length - 1] = joined
    else lines.push(word)
  }
  return lines.map(escapeRoff)
}

/** Text in bold. */
export const bold = (text: string) => `\\fB${escapeRoff(text)}\\fP`

/** Lines that stay as they are. */
export const verbatim = (lines: readonly string[]) => ['.EX', ...lines, '.EE']

/** A page below a heading: its sections become subsections. */
export function roffPage(page: Page): readonly string[] {
  return page.flatMap((part, at) => {
    if (typeof part !== 'string') return roffSection(part)
    return part.split('\n\n').flatMap((text, nth) => {
      const lines = paragraph(text)
      return lines.length === 0 || at + nth === 0 ? lines : ['.PP', ...lines]
    })
  })
}

function roffSection({ heading, content }: Section): readonly string[] {
  if (content.length === 0) return []
  const lines = content.filter((line) => typeof line === 'string').map(escapeRoff)
  const rows = content.filter((line) => typeof line !== 'string').flatMap(roffRow)
  return [`.SS ${escapeRoff(heading)}`, ...(lines.length > 0 ? verbatim(lines) : []), ...rows]
}

/** A term, and below it, indented, what it means. */
export const roffRow = ([term, meaning]: Row): readonly string[] => [
  '.TP',
  bold(term.trim()),
  ...paragraph(meaning),
]
