/** Finds the strokes that change one row of the screen into another. */
import type { Stroke } from '../../ports/terminal.ts'
import type { Row } from './row.ts'
import { changeOf, inverse } from './style.ts'

/** Columns that are written again rather than skipped: a cursor address takes about as many bytes. */
const shortGap = 8

/**
 * Returns the strokes from `old` to `row`, both of the same width.
 *
 * Terminals disagree about the width of odd clusters. The columns of one are cleared first, and all that a terminal
 * may have drawn it over is written again at its own place. So neighbors are right in every terminal.
 */
export function diffRow(old: Row, row: Row, index: number): readonly Stroke[] {
  const pen = new Pen(row, index)
  const columns = row.texts.length
  /** An odd cluster may have been drawn over the columns before this one. */
  let reach = 0
  for (let column = 0, next = 0; column < row.end; column = next) {
    next = column + 1
    while (next < columns && row.texts[next] === '') next++
    if (column >= reach && isSame(old, row, column, next)) continue
    const own = row.reaches.get(column)
    if (own === undefined) pen.write(column, next)
    else pen.writeOdd(column, next)
    reach = Math.max(reach, own ?? 0)
  }
  const last = Math.min(columns, Math.max(reach, old.end))
  if (last - row.end > shortGap) pen.erase(row.end)
  else if (last > row.end) pen.write(row.end, last)
  return pen.finish()
}

function isSame(old: Row, row: Row, from: number, to: number): boolean {
  for (let column = from; column < to; column++) {
    if (old.texts[column] !== row.texts[column] || old.styles[column] !== row.styles[column]) return false
  }
  return true
}

/** Writes parts of a row from left to right, and joins parts that are close. */
class Pen {
  readonly #row: Row
  readonly #index: number
  readonly #strokes: Stroke[] = []
  /** The part that is not a stroke yet; empty if `from` equals `to`. */
  #from = 0
  #to = 0

  constructor(row: Row, index: number) {
    this.#row = row
    this.#index = index
  }

  write(column: number, next: number): void {
    this.#reach(column)
    this.#to = next
  }

  writeOdd(column: number, next: number): void {
    this.#reach(column)
    this.#add(this.#from, paint(this.#row, this.#from, next, column))
    this.#add(column, paint(this.#row, column, next))
    this.#from = next
    this.#to = next
  }

  erase(column: number): void {
    this.#close()
    this.#strokes.push({ kind: 'erase', row: this.#index, column })
  }

  finish(): readonly Stroke[] {
    this.#close()
    return this.#strokes
  }

  /** Continues the open part up to a column, or begins another part there. */
  #reach(column: number): void {
    if (this.#from < this.#to && column - this.#to < shortGap && !this.#hasOdd(this.#to, column)) return
    this.#close()
    this.#from = column
  }

  #hasOdd(from: number, to: number): boolean {
    for (let column = from; column < to; column++) if (this.#row.reaches.has(column)) return true
    return false
  }

  #close(): void {
    if (this.#from < this.#to) this.#add(this.#from, paint(this.#row, this.#from, this.#to))
    this.#from = this.#to
  }

  #add(column: number, text: string): void {
    this.#strokes.push({ kind: 'text', row: this.#index, column, text })
  }
}

/** Returns the text of some columns; those from `blankFrom` on are spaces. Starts and ends with default colors. */
function paint({ texts, styles }: Row, from: number, to: number, blankFrom = to): string {
  let painted = ''
  let style = 0
  for (let column = from; column < to; column++) {
    const text = column < blankFrom ? (texts[column] ?? ' ') : ' '
    const own = styles[column] ?? 0
    if (text === '') continue
    // Of a space, only whether it is inverse can be seen.
    if (own !== style && !(text === ' ' && (own & inverse) === (style & inverse))) {
      painted += changeOf(style, own)
      style = own
    }
    painted += text
  }
  return painted + changeOf(style, 0)
}
