/** Measures and cuts by display width: columns of a terminal, not characters. The one door to get-east-asian-width. */
import { eastAsianWidth } from 'get-east-asian-width'
import { anyLink } from '../gate/links.ts'
import { ownSequences } from '../gate/roles.ts'
import { plain } from '../gate/unsafe.ts'

const own = new RegExp(`${ownSequences}|${anyLink}`, 'g')

/** No line is that long: of longer text the letters are counted, since measuring takes 5 µs a letter. */
const unmeasured = 20_000

/** Columns that a cleaned line takes; our own colors and links take none. */
export function width(text: string): number {
  const bare = text.includes('\x1b') ? text.replaceAll(own, '') : text
  if (bare.length > unmeasured || plain.test(bare)) return bare.length
  let columns = 0
  for (const grapheme of graphemesOf(bare)) columns += grapheme.columns
  return columns
}

/** Columns that the widest of so many lines takes. Not by spreading: there may be more than a call takes arguments. */
export const widest = (lines: readonly string[]) =>
  lines.reduce((most, line) => Math.max(most, width(line)), 0)

/** `text`, or as much of it as fits with an `…` at its end. */
export function shorten(text: string, columns: number): string {
  if (width(text) <= columns) return text
  if (columns < 1) return ''
  // A joiner with nothing to join any more would be made visible at the gate.
  return `${headOf(text, columns - 1).replace(/[\s\u200c\u200d]+$/u, '')}…`
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)))
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - width(text))) + text
}

/**
 * Lines of at most `columns`, broken at spaces; a word longer than a line is cut, but for an address, which would not
 * open any more. `undefined` breaks at newlines only.
 */
export function wrap(text: string, columns: number | undefined): readonly string[] {
  const paragraphs = text.split('\n').map((line) => line.trim())
  return columns === undefined
    ? paragraphs
    : paragraphs.flatMap((line) => wrapLine(line, Math.max(columns, 2)))
}

/** Of a page on the web, in brackets maybe; a longer one is none that anybody gave. */
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
    if (needed <= columns || address.test(word)) {
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

/** The longest beginning of a text that fits. */
function headOf(text: string, columns: number): string {
  if (plain.test(text)) return text.slice(0, columns)
  let used = 0
  for (const grapheme of graphemesOf(text)) {
    used += grapheme.columns
    if (used > columns) return text.slice(0, grapheme.start)
  }
  return text
}

/** A word in pieces that fit, in one go: it may be long. A grapheme that fits nowhere stands alone. */
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
  /** Where it begins in the text. */
  readonly start: number
  readonly columns: number
}

function* graphemesOf(text: string): Generator<Grapheme> {
  // The first use takes 20 ms, which plain text should not pay.
  segmenter ??= new Intl.Segmenter()
  for (let at = 0; at < text.length; ) {
    const segments = [...segmenter.segment(text.slice(at, at + windowSize))]
    // The last one may be cut by the end of the window, unless that is the end of the text.
    const whole = at + windowSize >= text.length || segments.length === 1 ? segments : segments.slice(0, -1)
    for (const { segment, index } of whole) {
      yield { start: at + index, columns: plain.test(segment) ? segment.length : graphemeWidth(segment) }
    }
    at += whole.reduce((sum, { segment }) => sum + segment.length, 0)
  }
}

/** The time of Intl.Segmenter grows with the square of what it is given. More letters than any grapheme has. */
const windowSize = 256

let segmenter: Intl.Segmenter | undefined

/** A grapheme without such a letter takes no column, however many others it has. */
const visible = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Cs}]/u

/**
 * Letters that take columns behind the first one of a grapheme: vowel signs, letters that others are joined to, halfwidth
 * marks. Not the vowels and last consonants of Hangul, which stand within the first.
 */
const additional = /(?![\u1160-\u11ff\ud7b0-\ud7ff])[\p{Mc}\p{Lo}\uff00-\uffef]/u

/** What is drawn as a picture though its letters alone are not wide: with a selector, a skin tone, joined, as a key or a flag. */
const picture =
  /^\p{ExtPict}\ufe0f|^\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|^\p{ExtPict}.*\u200d\p{ExtPict}|^[\d#*]\ufe0f?\u20e3|^\p{RI}\p{RI}/u

function graphemeWidth(grapheme: string): number {
  const start = grapheme.search(visible)
  if (start < 0) return 0
  if (picture.test(grapheme)) return 2
  const [first = '', ...others] = grapheme.slice(start)
  const wide = [first, ...others.filter((letter) => additional.test(letter))]
  return wide.reduce((sum, letter) => sum + eastAsianWidth(letter.codePointAt(0) ?? 0), 0)
}
