/** How help is set: sections of indented lines and of two aligned columns. */

/** A term and what it means. */
export type Row = readonly [term: string, meaning: string]

const indent = '  '

/** The parts with an empty line between; empty parts are left out. */
export function layOut(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** A heading with lines or rows below it; nothing when there are none. */
export function section(heading: string, content: readonly (string | Row)[], width = 80): string {
  const rows = content.filter((line): line is Row => typeof line !== 'string')
  const column = Math.min(28, Math.max(0, ...rows.map(([term]) => term.length)) + 2)
  const lines = content.flatMap((line) =>
    typeof line === 'string' ? [indent + line] : rowLines(line, column, width),
  )
  return lines.length === 0 ? '' : [`${heading}:`, ...lines].join('\n')
}

function rowLines([term, meaning]: Row, column: number, width: number): readonly string[] {
  const texts = wrap(meaning, width - column - indent.length).split('\n')
  // A term too long for its column stands on a line of its own.
  const [first = '', ...rest] = term.length > column - 2 ? ['', ...texts] : texts
  const head = `${indent}${term.padEnd(column)}${first}`.trimEnd()
  return [head, ...rest.map((text) => indent + ' '.repeat(column) + text)]
}

/** Breaks text between words into lines of at most `width` characters. Paragraphs stay apart. */
export function wrap(text: string, width: number): string {
  return text
    .split('\n\n')
    .map((paragraph) => wrapParagraph(paragraph, width))
    .join('\n\n')
}

function wrapParagraph(text: string, width: number): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}
