/** A screen as rows of cells. Compare two with `diff`. */

import { pictureRows } from '../gate/gate.ts'
import { type Row, rowOf } from './row.ts'

export interface Screen {
  readonly columns: number
  readonly rows: readonly Row[]
}

/**
 * Parses painted lines: sanitized text with kiva's own colors. Lines are cut or padded to `columns`, and their
 * number to `rows`. Lines that `before`, a screen of the same width, has too are not parsed again.
 */
export function screenOf(lines: readonly string[], columns: number, rows: number, before?: Screen): Screen {
  const known = new Map<string, Row>()
  if (before?.columns === columns) for (const row of before.rows) known.set(row.line, row)
  const parse = (line: string) => {
    const row = known.get(line) ?? rowOf(line, columns)
    known.set(line, row)
    return row
  }
  const parsed = Array.from({ length: rows }, (_, index) => parse(lines[index] ?? ''))
  return { columns, rows: withoutParts(parsed, columns) }
}

/** Returns the screen after the rows from `top` to `bottom` (inclusive) moved up by `by`, or down if negative. */
export function scrolled(screen: Screen, top: number, bottom: number, by: number): Screen {
  const blank = rowOf('', screen.columns)
  const rows = screen.rows.map((row, index) => {
    if (index < top || index > bottom) return row
    const from = index + by
    return (from >= top && from <= bottom ? screen.rows[from] : undefined) ?? blank
  })
  return { columns: screen.columns, rows }
}

/**
 * Returns rows without the pictures of which some rows are missing. A terminal draws some pictures at once, at their
 * first row: they are complete or not there, and are drawn again as a whole when one of their rows changes.
 */
function withoutParts(rows: readonly Row[], columns: number): readonly Row[] {
  return rows.map((row, index) => {
    const isPart = wholesOf(row).some(([column, { picture, row: at, whole }]) => {
      const parts = Array.from({ length: whole }, (_, number) =>
        rows[index - at + number]?.pictures.get(column),
      )
      return parts.some((part, number) => part?.picture !== picture || part.row !== number)
    })
    return isPart ? rowOf(withoutPictures(row.line), columns) : row
  })
}

/** Returns what is on the screen before `after` is drawn, without the first row of each picture that is drawn again. */
export function withoutTorn(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  const kept = [...before]
  for (const [index, row] of after.entries()) {
    for (const [column, { row: at, whole }] of wholesOf(row)) {
      const first = kept[index - at]
      const isSame = kept[index]?.texts[column] === row.texts[column]
      if (at >= whole || isSame || first?.pictures.has(column) !== true) continue
      kept[index - at] = { ...first, line: '', texts: first.texts.with(column, ' ') }
    }
  }
  return kept
}

const wholesOf = ({ pictures }: Row) => [...pictures].filter(([, { whole }]) => whole > 0)

/** Returns a painted line with blanks in place of its pictures. */
export const withoutPictures = (line: string): string =>
  line.includes('\x1b_') ? line.replace(marks, blank) : line

const marks = new RegExp(pictureRows, 'g')
const blank = (mark: string) => ' '.repeat(mark.length - mark.lastIndexOf('\\') - 1)
