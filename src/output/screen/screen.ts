/** A screen as rows of cells. Compare two with `diff`. */

import { rowOf } from './parse-row.ts'
import { withoutParts } from './pictures.ts'
import type { Row } from './row.ts'

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
