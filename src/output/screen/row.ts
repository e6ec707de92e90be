/** The cells of one row of the screen, parsed from a painted line. */
import { anyLink, ownSequences, roles } from '../gate/gate.ts'
import { type PictureRow, pictureRow, pictureRowOf } from '../gate/picture-row.ts'
import { plain, plainCharacters } from '../gate/text.ts'
import { graphemesOf } from '../terminal/width.ts'

/** Arrays have one entry per column. */
export interface Row {
  /** The painted line that the cells come from. */
  readonly line: string
  /** What is drawn: a cluster's text in its first column, '' in its other columns, ' ' where nothing is. */
  readonly texts: readonly string[]
  readonly styles: readonly Style[]
  /**
   * The odd clusters: those whose width depends on the terminal. Maps the first column of each to the column
   * before which every terminal ends it.
   */
  readonly reaches: ReadonlyMap<number, number>
  /** The rows of pictures, by their first column. Each is one cluster: its mark, as wide as the picture. */
  readonly pictures: ReadonlyMap<number, PictureRow>
  /** The row is blank from this column on. */
  readonly end: number
}

/**
 * Returns the cells of a sanitized line, cut or padded to `columns`. Keeps kiva's own colors and pictures, and drops
 * links. Where a picture's row is cut, there are blanks.
 */
export function rowOf(line: string, columns: number): Row {
  const builder = new RowBuilder(columns)
  const pieces = line.replaceAll('\n', ' ').split(sequences)
  const text = pieces.filter((_, index) => index % 2 === 0).join('')
  // A cluster has the style of its start: a sequence may stand before a mark.
  let offset = 0
  let piece = 0
  let pieceEnd = pieces[0]?.length ?? 0
  let style = 0
  /** Columns of a picture's row that follow its mark. */
  let inPicture = 0
  let isDrawn = false
  const put = (cluster: string, width: number, isOdd: boolean) => {
    while (offset >= pieceEnd && piece + 2 < pieces.length) {
      const sequence = pieces[piece + 1] ?? ''
      style = restyled(style, sequence)
      piece += 2
      const after = pieces[piece] ?? ''
      pieceEnd += after.length
      const picture = pictureRowOf(sequence)
      if (!picture) continue
      inPicture = Math.min(picture.columns, /^▀*/.exec(after)?.[0].length ?? 0)
      isDrawn = inPicture === picture.columns && builder.putPicture(picture)
    }
    offset += cluster.length
    if (inPicture === 0) return builder.put(cluster, width, style, isOdd)
    inPicture -= 1
    return isDrawn || builder.put(' ', 1, 0, false)
  }
  putAll(text, put)
  return builder.finish(line)
}

const sequences = new RegExp(`(${ownSequences})|${anyLink}`)

/** Calls `put` for each cluster, while it returns true. */
function putAll(text: string, put: (cluster: string, width: number, isOdd: boolean) => boolean): void {
  if (plain.test(text)) {
    for (let index = 0; index < text.length && put(text.charAt(index), 1, false); index++);
    return
  }
  for (const [part, isSure] of text.matchAll(parts)) {
    if (isSure !== undefined) {
      for (const character of part) if (!put(character, isWide.test(character) ? 2 : 1, false)) return
      continue
    }
    for (const { text: cluster, columns } of graphemesOf(part)) {
      if (!put(cluster, columns, !plain.test(cluster) && !isWide.test(cluster))) return
    }
  }
}

/**
 * Two columns wide in every terminal: Chinese characters, kana, Hangul syllables and fullwidth forms, without
 * those that have an emoji form or join others.
 */
const wide =
  '\\u3001-\\u3003\\u3005-\\u3029\\u3041-\\u3096\\u309b-\\u30ff\\u3105-\\u312c\\u3131-\\u3163\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufa6d\\uff01-\\uff60\\uffe0-\\uffe6\\u{20000}-\\u{2fffd}'
const isWide = new RegExp(`^[${wide}]$`, 'u')
const sure = `[${plainCharacters}${wide}]`

/** Parts of a text: such characters, none of which the next character can change, and all others. */
const parts = new RegExp(`(${sure}+(?=${sure}|$))|[^]+?(?=${sure}{2}|$)`, 'gu')

/** Builds a row from left to right. */
class RowBuilder {
  readonly #columns: number
  readonly #texts: string[] = []
  readonly #styles: Style[] = []
  #reaches: Map<number, number> | undefined
  #pictures: Map<number, PictureRow> | undefined
  /** First column of the odd word that the next letter continues. */
  #word: number | undefined
  #end = 0

  constructor(columns: number) {
    this.#columns = columns
  }

  /** Appends a cluster. Returns false if it has no room. */
  put(text: string, width: number, style: Style, isOdd: boolean): boolean {
    const column = this.#texts.length
    if (column + width > this.#columns) return false
    if (width === 0) return true
    const isLetter = isOdd && letter.test(text)
    const start =
      isLetter && this.#word !== undefined && this.#styles[column - 1] === style ? this.#word : column
    // A wide glyph in the last column would move left in some terminals, over its neighbor.
    if (isOdd && start === this.#columns - 1) return false
    const shown = text === ' ' ? style & inverse : style
    for (let used = 0; used < width; used++) {
      this.#texts.push(used === 0 && start === column ? text : '')
      this.#styles.push(shown)
    }
    if (start < column) this.#texts[start] += text
    if (isOdd) {
      this.#reaches ??= new Map()
      // No terminal uses more than two columns for a code point.
      this.#reaches.set(start, (this.#reaches.get(start) ?? start) + 2 * [...text].length)
    }
    this.#word = isLetter ? start : undefined
    if (text !== ' ' || shown !== 0) this.#end = column + width
    return true
  }

  /** Appends a picture's row. Returns false if it has no room. */
  putPicture(picture: PictureRow): boolean {
    const column = this.#texts.length
    if (!this.put(pictureRow(picture).text, picture.columns, 0, false)) return false
    this.#pictures = new Map(this.#pictures).set(column, picture)
    return true
  }

  finish(line: string): Row {
    for (let column = this.#texts.length; column < this.#columns; column++) {
      this.#texts.push(' ')
      this.#styles.push(0)
    }
    for (const start of this.#reaches?.keys() ?? [])
      this.#texts[start] = this.#texts[start]?.replace(lastJoiners, '') ?? ' '
    return {
      line,
      texts: this.#texts,
      styles: this.#styles,
      reaches: this.#reaches ?? nothing,
      pictures: this.#pictures ?? nothing,
      end: this.#end,
    }
  }
}

/** Neighboring letters are one cluster, so that the terminal can shape words. */
const letter = /^\p{L}/u

/** The gate replaces joiners that join nothing. */
const lastJoiners = /[\u200c\u200d]+$/

const nothing: ReadonlyMap<number, never> = new Map<number, never>()

/** The colors of a cell as a set of bits, one for each way a role begins. 0 is the default colors. */
type Style = number

const pairs = new Map(Object.values(roles).map(({ begin, end }): [number, number] => [begin, end]))

const starts = [...pairs].map(([begin, end], index) => ({ begin, end, bit: 1 << index }))

const bitsWhere = (test: (start: (typeof starts)[number]) => boolean) =>
  starts.filter(test).reduce((bits, { bit }) => bits | bit, 0)

/** The foreground colors (ECMA-48 §8.3.117): one replaces another. */
const foreground = bitsWhere(({ end }) => end === 39)

/** The only style that shows in a space. */
export const inverse = bitsWhere(({ begin }) => begin === 7)

/** Returns the style after one of kiva's own color sequences, `CSI n m`. */
function restyled(style: Style, sequence: string): Style {
  const code = Number(sequence.slice(2, -1))
  const start = starts.find(({ begin }) => begin === code)
  if (start === undefined) return style & ~bitsWhere(({ end }) => end === code)
  return (start.end === 39 ? style & ~foreground : style) | start.bit
}

const changes = new Map<number, string>()

/** Returns the shortest sequences that lead from one style to another. */
export function changeOf(from: Style, to: Style): string {
  if (from === to) return ''
  const key = from * 0x1_0000 + to
  const known = changes.get(key)
  if (known !== undefined) return known
  const isReplaced = (end: number) => end === 39 && (to & foreground) !== 0
  const ends = new Set(
    starts.filter(({ bit, end }) => from & ~to & bit && !isReplaced(end)).map(({ end }) => end),
  )
  // Bold and dim end with the same code, so one that stays must begin again.
  const begins = starts.filter(({ bit, end }) => to & bit && (!(from & bit) || ends.has(end)))
  const made = [...ends, ...begins.map(({ begin }) => begin)].map((code) => `\x1b[${code}m`).join('')
  changes.set(key, made)
  return made
}
