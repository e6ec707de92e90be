/** Measures and cuts by display width: columns of a terminal, not characters. The one door to string-width. */
import stringWidth from 'string-width'

const ascii = /^[\x20-\x7e]*$/

/** Columns that a cleaned line takes; our own colours take none. */
export function width(text: string): number {
  return ascii.test(text) ? text.length : stringWidth(text)
}

const segmenter = new Intl.Segmenter()

/** The longest beginning of `text`, in whole graphemes, that fits into `columns`. */
function head(text: string, columns: number): string {
  if (ascii.test(text)) return text.slice(0, columns)
  let left = columns
  let end = 0
  for (const { segment, index } of segmenter.segment(text)) {
    left -= width(segment)
    if (left < 0) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

/** `text`, or as much of it as fits with an `…` at its end. */
export function shorten(text: string, columns: number): string {
  if (width(text) <= columns) return text
  if (columns < 1) return ''
  // A joiner with nothing to join any more would be made visible at the gate.
  return `${head(text, columns - 1).replace(/[\s\u200c\u200d]+$/u, '')}…`
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)))
}

/** Lines of at most `columns`, broken at spaces; a word longer than a line is cut. `undefined` breaks at newlines only. */
export function wrap(text: string, columns: number | undefined): readonly string[] {
  const paragraphs = text.split('\n').map((line) => line.trim())
  return columns === undefined
    ? paragraphs
    : paragraphs.flatMap((line) => wrapLine(line, Math.max(columns, 2)))
}

function wrapLine(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const whole of text.split(/ +/)) {
    let word = whole
    let wide = width(word)
    if (used > 0 && used + 1 + wide > columns) {
      lines.push(line)
      line = ''
      used = 0
    }
    while (wide > columns) {
      const part = head(word, columns) || [...word].slice(0, 1).join('')
      lines.push(part)
      word = word.slice(part.length)
      wide = width(word)
    }
    line = used > 0 ? `${line} ${word}` : word
    used = used > 0 ? used + 1 + wide : wide
  }
  return [...lines, line]
}
