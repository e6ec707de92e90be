/** Finds the strokes that change one screen into another. */
import type { Stroke } from '../../core/streams.ts'
import { changeOf, inverse, type Row, rowOf } from './row.ts'
import { type Screen, scrolled, withoutTorn } from './screen.ts'

/** Rows of the screen, both inclusive. */
export interface Region {
  readonly top: number
  readonly bottom: number
}

/**
 * Returns the strokes that change `before` into `after`. Without `before`, or if its size differs, the strokes need
 * an erased screen. `list` is a region that may scroll: it does if that takes fewer bytes.
 */
export function diff(before: Screen | undefined, after: Screen, list?: Region): readonly Stroke[] {
  if (before?.columns !== after.columns || before.rows.length !== after.rows.length) {
    const blank = rowOf('', after.columns)
    return after.rows.flatMap((row, index) => diffRow(blank, row, index))
  }
  const plainly = diffRows(before, after)
  const by = list ? scrollOf(before, after, list.top, list.bottom) : 0
  if (list === undefined || by === 0) return plainly
  const rest = diffRows(scrolled(before, list.top, list.bottom, by), after)
  if (costOf(rest) + scrollBytes >= costOf(plainly)) return plainly
  return [{ kind: 'scroll', ...list, by }, ...rest]
}

/**
 * Returns by how many rows the region from `top` to `bottom` (inclusive) moved up, negative if it moved down. Returns
 * 0 unless more than half of the rows are found again, at most half of the region away.
 */
export function scrollOf(before: Screen, after: Screen, top: number, bottom: number): number {
  const height = bottom - top + 1
  const farthest = Math.floor(height / 2)
  let best = 0
  let most = countSame(before, after, top, bottom, 0)
  for (let by = -farthest; by <= farthest; by++) {
    const found = countSame(before, after, top, bottom, by)
    if (found > most) [best, most] = [by, found]
  }
  return most * 2 > height - Math.abs(best) ? best : 0
}

/** Counts the rows that stand `by` rows higher than before. */
function countSame(before: Screen, after: Screen, top: number, bottom: number, by: number): number {
  let found = 0
  for (let index = Math.max(top, top - by); index <= Math.min(bottom, bottom - by); index++) {
    const row = after.rows[index]
    const old = before.rows[index + by]
    if (row !== undefined && row.end > 0 && old !== undefined && isSameLine(old, row)) found++
  }
  return found
}

const isSameLine = (old: Row, row: Row) => old === row || old.line === row.line

function diffRows(before: Screen, after: Screen): readonly Stroke[] {
  const kept = withoutTorn(before.rows, after.rows)
  return after.rows.flatMap((row, index) => {
    const old = kept[index]
    return old === undefined || isSameLine(old, row) ? [] : diffRow(old, row, index)
  })
}

/** Estimates the bytes of strokes. */
const costOf = (strokes: readonly Stroke[]) =>
  strokes.reduce((sum, stroke) => sum + addressBytes + (stroke.kind === 'text' ? stroke.text.length : 3), 0)

/** Bytes of a cursor address, and of a scroll with its region. */
const addressBytes = 8
const scrollBytes = 20

/**
 * Returns the strokes from `old` to `row`, both of the same width.
 *
 * Terminals disagree about the width of odd clusters. The columns of one are cleared first, and all that a terminal
 * may have drawn it over is written again at its own place. So neighbors are right in every terminal.
 */
function diffRow(old: Row, row: Row, index: number): readonly Stroke[] {
  const pen = new Pen(row, index)
  const columns = row.texts.length
  /** An odd cluster may have been drawn over the columns before this one. */
  let reach = 0
  for (let column = 0, next = 0; column < row.end; column = next) {
    next = column + 1
    while (next < columns && row.texts[next] === '') next++
    if (column >= reach && hasSameCells(old, row, column, next)) continue
    const oddReach = row.reaches.get(column)
    if (oddReach === undefined) pen.write(column, next)
    else pen.writeOdd(column, next)
    reach = Math.max(reach, oddReach ?? 0)
  }
  const last = Math.min(columns, Math.max(reach, old.end))
  if (last - row.end > shortGap) pen.erase(row.end)
  else if (last > row.end) pen.write(row.end, last)
  return pen.finish()
}

function hasSameCells(old: Row, row: Row, from: number, to: number): boolean {
  for (let column = from; column < to; column++) {
    if (old.texts[column] !== row.texts[column] || old.styles[column] !== row.styles[column]) return false
  }
  return true
}

/** Columns that are written again rather than skipped: a cursor address takes about as many bytes. */
const shortGap = 8

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
    const next = styles[column] ?? 0
    if (text === '') continue
    // Of a space, only whether it is inverse can be seen.
    if (next !== style && !(text === ' ' && (next & inverse) === (style & inverse))) {
      painted += changeOf(style, next)
      style = next
    }
    painted += text
  }
  return painted + changeOf(style, 0)
}
