/** Converts help pages to roff with the man(7) macros. Pure functions; the result is ASCII. */
import type { Page, Row, Section } from '../cli/help/layout.ts'

/** Escapes for characters that roff interprets, or prints as characters unfit to copy and paste. */
const signs: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
}

/** Escapes text for one line of roff. Control characters become spaces. */
export function escapeRoff(text: string): string {
  const line = text.toWellFormed().replace(/\p{Cc}/gu, ' ')
  const escaped = line.replace(
    /[\\'`^~"-]|[^\x20-\x7e]/gu,
    (sign) => signs[sign] ?? `\\[u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
  // A line that starts with a dot would be a roff request.
  return escaped.replace(/^\./, '\\&.')
}

/** The maximum length of a source line, in characters; mandoc warns about longer ones. */
const longest = 78

/** Returns a paragraph as escaped source lines, wrapped between words. */
export function paragraph(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1)
    const joined = `${last} ${word}`
    if (last !== undefined && escapeRoff(joined).length <= longest) lines[lines.length - 1] = joined
    else lines.push(word)
  }
  return lines.map(escapeRoff)
}

/** Returns bold text. */
export const bold = (text: string) => `\\fB${escapeRoff(text)}\\fP`

/** Returns the lines as a block that roff leaves unwrapped. */
export const verbatim = (lines: readonly string[]) => ['.EX', ...lines, '.EE']

/** Returns a help page as roff for use below a heading. Its sections become subsections. */
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

/** Returns a term in bold, with its meaning indented below. */
export const roffRow = ([term, meaning]: Row): readonly string[] => [
  '.TP',
  bold(term.trim()),
  ...paragraph(meaning),
]
