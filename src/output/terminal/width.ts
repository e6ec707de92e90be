/** Measures and cuts by display width: columns of a terminal, not characters. */
import type { Json } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { ownSequences } from './roles.ts'

/** Text in which every code unit takes one column: Latin, Greek and Cyrillic letters, our own bars and dots. */
const simple =
  /^[\n\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2500-\u259f\u2800-\u28ff\ufffd]*$/

const own = new RegExp(ownSequences, 'g')

/** What measures all other text. It takes 100 ms to load, so it is loaded for records that need it. */
let wide: typeof import('./wide-text.ts') | undefined

/** To be awaited before anything of these values is measured. */
export async function prepareDisplay(values: Json): Promise<void> {
  const text = JSON.stringify(values)
  // Behind a character reference of HTML there may be anything.
  if (!wide && (!simple.test(text) || /&[#a-z]/i.test(text))) wide = await import('./wide-text.ts')
}

function ready(): typeof import('./wide-text.ts') {
  if (wide) return wide
  throw new KivaError('bug', 'text was measured before prepareDisplay')
}

/** Columns that a cleaned line takes; our own colours take none. */
export function width(text: string): number {
  const bare = text.includes('\x1b') ? text.replaceAll(own, '') : text
  return simple.test(bare) ? bare.length : ready().width(bare)
}

/** The longest beginning of `text`, in whole graphemes, that fits into `columns`. */
function head(text: string, columns: number): string {
  return simple.test(text) ? text.slice(0, columns) : ready().head(text, columns)
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
