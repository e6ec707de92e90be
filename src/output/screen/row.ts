/** Parses a painted line into the cells of a row. */
import { anyLink } from '../gate/links.ts'
import { ownColors, ownSequences } from '../gate/roles.ts'
import { plain, plainCharacters } from '../gate/unsafe.ts'
import { graphemesOf } from '../terminal/width.ts'
import { inverse, restyled, type Style } from './style.ts'

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
  /** The row is blank from this column on. */
  readonly end: number
}

const sequences = new RegExp(`(${ownColors})|${ownSequences}|${anyLink}`)

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

/** Neighboring letters are one cluster, so that the terminal can shape words. */
const letter = /^\p{L}/u

/** The gate replaces joiners that join nothing. */
const lastJoiners = /[\u200c\u200d]+$/

const nothing: ReadonlyMap<number, number> = new Map()

/**
 * Returns the cells of a sanitized line, cut or padded to `columns`. Keeps kiva's own colors, and drops links and
 * pictures.
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
  const put = (cluster: string, width: number, isOdd: boolean) => {
    while (offset >= pieceEnd && piece + 2 < pieces.length) {
      style = restyled(style, pieces[piece + 1] ?? '')
      piece += 2
      pieceEnd += pieces[piece]?.length ?? 0
    }
    offset += cluster.length
    return builder.put(cluster, width, style, isOdd)
  }
  putAll(text, put)
  return builder.finish(line)
}

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

class RowBuilder {
  readonly #columns: number
  readonly #texts: string[] = []
  readonly #styles: Style[] = []
  #reaches: Map<number, number> | undefined
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
      end: this.#end,
    }
  }
}
