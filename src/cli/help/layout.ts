import type { CommandSpec } from '../command-spec.ts'

/** Help pages as data, and their layout as text of a given width. */

/** A term and its meaning. Rows without terms are plain text. */
export type Row = readonly [term: string, meaning: string]

/** A heading with its content: command lines, or rows of two aligned columns. */
export interface Section {
  readonly heading: string
  readonly content: readonly (string | Row)[]
}

/** Paragraphs and sections in reading order. The printer skips empty ones. */
export type Page = readonly (string | Section)[]

export interface PageStyle {
  /** In columns. Only a word that is longer, such as a quoted expression, exceeds it. */
  readonly width: number
  /** Styles a heading; plain by default. */
  readonly heading?: ((text: string) => string) | undefined
}

const indent = '  '

/** The widest first column, and the narrowest second one: below it, meanings start on their own lines. */
const [widestTerm, narrowestMeaning] = [32, 24]

/** Returns a page as text, with an empty line between its parts. */
export function printPage(page: Page, look: PageStyle): string {
  const parts = page.map((part) => (typeof part === 'string' ? wrap(part, look.width) : section(part, look)))
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function section({ heading, content }: Section, { width, heading: stress = String }: PageStyle): string {
  const rows = content.filter((line): line is Row => typeof line !== 'string')
  const longest = Math.max(0, ...rows.map(([term]) => term.length))
  const needed = longest === 0 ? 0 : Math.min(widestTerm, longest + 2)
  const column = width - needed - indent.length < narrowestMeaning ? 2 * indent.length : needed
  const lines = content.flatMap((line) =>
    typeof line === 'string' ? commandLines(line, width) : rowLines(line, column, width),
  )
  return lines.length === 0 ? '' : [stress(`${heading}:`), ...lines].join('\n')
}

function rowLines([term, meaning]: Row, column: number, width: number): readonly string[] {
  const texts = wrap(meaning, width - column - indent.length).split('\n')
  // A term too long for its column gets its own line.
  const [first = '', ...rest] = term !== '' && term.length > column - 2 ? ['', ...texts] : texts
  const head = `${indent}${term.padEnd(column)}${first}`.trimEnd()
  return [head, ...rest.map((text) => indent + ' '.repeat(column) + text)]
}

/** Breaks a command line between words, outside quotes, so that it can still be pasted into a shell. */
function commandLines(line: string, width: number): readonly string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [line]
  const [first = '', ...rest] = indent.length + line.length <= width ? [line] : words
  const lines = [indent + first]
  for (const word of rest) {
    const last = lines.at(-1) ?? ''
    if (`${last} ${word} \\`.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(indent + indent + word)
  }
  return lines.map((text, at) => (at < lines.length - 1 ? `${text} \\` : text))
}

/** Wraps text between words at `width` columns. Lines and paragraphs stay separate. */
function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n')
}

function wrapLine(text: string, width: number): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

/** A help page on a subject that concerns several commands. */
export interface Topic {
  readonly brief: string
  /** Builds the page; `root` is the tree of all commands. */
  page(root: CommandSpec): Page
  /** The pages of the topic's parts by name, such as one per record type. */
  readonly parts?: Readonly<Record<string, () => Page>>
}
