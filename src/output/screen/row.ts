/** The cells of one row of the screen. */
import { type PictureRow, pictureRow } from '../gate/picture-row.ts'
import { inverse, type Style } from './style.ts'

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

/** Neighboring letters are one cluster, so that the terminal can shape words. */
const letter = /^\p{L}/u

/** The gate replaces joiners that join nothing. */
const lastJoiners = /[\u200c\u200d]+$/

const nothing: ReadonlyMap<number, never> = new Map<number, never>()

/** Builds a row from left to right. */
export class RowBuilder {
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
