import { width } from '../../output/terminal/width.ts'

/**
 * Wraps each line between words at `columns`, with its indentation. A longer word stays whole. Continuation lines of
 * errors, hints, the request log and the footer are indented: foreign text in them cannot start a line that looks like
 * a hint.
 */
export const wrapLines = (text: string, columns: number): string =>
  text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n')

function wrapLine(line: string, columns: number): string {
  if (line.length * 2 <= columns || width(line) <= columns) return line
  const indent = /^ */.exec(line)?.[0] ?? ''
  const continuation = /^(?:error:|hint:|[*<>] )| · next: /.test(line) ? '  ' : indent
  const lines: string[] = []
  for (const word of line.slice(indent.length).split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && width(`${last} ${word}`) <= columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push((last === undefined ? indent : continuation) + word)
  }
  return lines.map((row) => row.trimEnd()).join('\n')
}
