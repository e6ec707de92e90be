/** Finds the strokes that change one screen into another. */
import type { Stroke } from '../../ports/terminal.ts'
import { diffRow } from './diff-row.ts'
import { rowOf } from './parse-row.ts'
import { withoutTorn } from './pictures.ts'
import type { Row } from './row.ts'
import { type Screen, scrolled } from './screen.ts'

/** Rows of the screen, both inclusive. */
export interface Region {
  readonly top: number
  readonly bottom: number
}

/** Bytes of a cursor address, and of a scroll with its region. */
const addressBytes = 8
const scrollBytes = 20

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
    if (row !== undefined && row.end > 0 && old !== undefined && isSame(old, row)) found++
  }
  return found
}

const isSame = (old: Row, row: Row) => old === row || old.line === row.line

function diffRows(before: Screen, after: Screen): readonly Stroke[] {
  const kept = withoutTorn(before.rows, after.rows)
  return after.rows.flatMap((row, index) => {
    const old = kept[index]
    return old === undefined || isSame(old, row) ? [] : diffRow(old, row, index)
  })
}

/** Estimates the bytes of strokes. */
const costOf = (strokes: readonly Stroke[]) =>
  strokes.reduce((sum, stroke) => sum + addressBytes + (stroke.kind === 'text' ? stroke.text.length : 3), 0)
