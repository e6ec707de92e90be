/** Measures and cuts text by display width. The only module that imports get-east-asian-width. */
import { eastAsianWidth } from 'get-east-asian-width'
import { lazyPattern } from '../../core/lazy.ts'
import { anyLink, ownSequences } from '../gate/gate.ts'
import { plain } from '../gate/text.ts'

const sequences = new RegExp(`${ownSequences}|${anyLink}`, 'g')

/** Longer text is measured by its length: real lines are shorter, and measuring takes 5 µs a character. */
const unmeasured = 20_000

/** Returns the display width of a sanitized line. Our own colors and links take no columns. */
export function width(text: string): number {
  const stripped = text.includes('\x1b') ? text.replaceAll(sequences, '') : text
  if (stripped.length > unmeasured || plain.test(stripped)) return stripped.length
  let columns = 0
  for (const grapheme of graphemesOf(stripped)) columns += grapheme.columns
  return columns
}

/** Returns the largest display width. Avoids spread arguments, whose number is limited. */
export const widest = (lines: readonly string[]) => lines.reduce((max, line) => Math.max(max, width(line)), 0)

/** Returns `text`, or as much of it as fits followed by `…`. */
export function shorten(text: string, columns: number): string {
  if (width(text) <= columns) return text
  if (columns < 1) return ''
  // The gate would replace a joiner that no longer joins anything with a visible character.
  return `${headOf(text, columns - 1).replace(/[\s\u200c\u200d]+$/u, '')}…`
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)))
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - width(text))) + text
}

/**
 * Breaks text at spaces into lines of at most `columns`; `undefined` breaks only at newlines. Longer words
 * are cut, except for web addresses, which would no longer open.
 */
export function wrap(text: string, columns: number | undefined): readonly string[] {
  const paragraphs = text.split('\n').map((line) => line.trim())
  return columns === undefined
    ? paragraphs
    : paragraphs.flatMap((line) => wrapLine(line, Math.max(columns, 2)))
}

/** A web address, possibly in parentheses. Limited in length, since no real address is longer. */
const address = /^\(?https?:\/\/[\x21-\x7e]{1,500}$/

function wrapLine(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of text.split(/ +/)) {
    const needed = width(word)
    if (used > 0 && used + 1 + needed > columns) {
      lines.push(line)
      line = ''
      used = 0
    }
    if (needed <= columns || address.test(word.replaceAll(sequences, ''))) {
      line = used > 0 ? `${line} ${word}` : word
      used += needed + (used > 0 ? 1 : 0)
      continue
    }
    const pieces = piecesOf(word, columns)
    for (const piece of pieces.slice(0, -1)) lines.push(piece)
    line = pieces.at(-1) ?? ''
    used = width(line)
  }
  return [...lines, line]
}

/** Returns the longest start of a text that fits. */
function headOf(text: string, columns: number): string {
  if (plain.test(text)) return text.slice(0, columns)
  let used = 0
  for (const grapheme of graphemesOf(text)) {
    used += grapheme.columns
    if (used > columns) return text.slice(0, grapheme.start)
  }
  return text
}

/** Splits a word into pieces that fit, in one pass since it may be long. Wider graphemes stand alone. */
function piecesOf(word: string, columns: number): readonly string[] {
  if (plain.test(word)) return word.match(new RegExp(`.{1,${columns}}`, 'g')) ?? []
  const pieces: string[] = []
  let start = 0
  let used = 0
  for (const grapheme of graphemesOf(word)) {
    if (used + grapheme.columns > columns && grapheme.start > start) {
      pieces.push(word.slice(start, grapheme.start))
      start = grapheme.start
      used = 0
    }
    used += grapheme.columns
  }
  return [...pieces, word.slice(start)]
}

interface Grapheme {
  /** Index in the text. */
  readonly start: number
  readonly text: string
  readonly columns: number
}

/** Splits a sanitized text without sequences into what a reader sees as characters (UAX #29). */
export function* graphemesOf(text: string): Generator<Grapheme> {
  // The first use of Intl.Segmenter takes 20 ms, so plain text must not trigger it.
  segmenter ??= new Intl.Segmenter()
  for (let at = 0; at < text.length; ) {
    // Half a character would be a segment of its own, and hide that the one before it is cut off.
    const end = at + windowSize - (/[\ud800-\udbff]/.test(text[at + windowSize - 1] ?? '') ? 1 : 0)
    const segments = [...segmenter.segment(text.slice(at, end))]
    // The last segment may be cut off by the end of the window, unless the text ends there.
    const whole = end >= text.length || segments.length === 1 ? segments : segments.slice(0, -1)
    for (const { segment, index } of whole) {
      const columns = plain.test(segment) ? segment.length : graphemeWidth(segment)
      yield { start: at + index, text: segment, columns }
    }
    at += whole.reduce((sum, { segment }) => sum + segment.length, 0)
  }
}

/** Characters per call: Intl.Segmenter takes time quadratic in its input. Longer than any grapheme. */
const windowSize = 256

let segmenter: Intl.Segmenter | undefined

/** A grapheme without any such character has width 0. */
const visible = lazyPattern(
  String.raw`[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Cs}]`,
  'u',
)

/**
 * Characters that take columns even inside a grapheme: vowel signs, letters that others join to, halfwidth
 * marks. Excludes Hangul vowels and final consonants, which are drawn inside the first character.
 */
const additional = lazyPattern(String.raw`(?![\u1160-\u11ff\ud7b0-\ud7ff])[\p{Mc}\p{Lo}\uff00-\uffef]`, 'u')

/** Emoji sequences, two columns wide: with a selector, a skin tone or a joiner, or a keycap or a flag. */
const picture = lazyPattern(
  String.raw`^\p{ExtPict}\ufe0f|^\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|^\p{ExtPict}.*\u200d\p{ExtPict}|^[\d#*]\ufe0f?\u20e3|^\p{RI}\p{RI}`,
  'u',
)

/** Returns the columns of what a reader sees as one character. */
function graphemeWidth(grapheme: string): number {
  const start = grapheme.search(visible())
  if (start < 0) return 0
  if (picture().test(grapheme)) return 2
  const [first = '', ...others] = grapheme.slice(start)
  const wide = [first, ...others.filter((letter) => additional().test(letter))]
  return wide.reduce((sum, letter) => sum + eastAsianWidth(letter.codePointAt(0) ?? 0), 0)
}
