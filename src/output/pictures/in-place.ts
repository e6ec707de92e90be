import type { Cells } from './cells.ts'

/**
 * Returns rows for a picture that the terminal draws all at once, below and to the right of the cursor. The
 * first row draws the picture. Each row then moves to the right of it and leaves its cells alone. ESC 7 and
 * ESC 8 save and restore the cursor (DECSC, DECRC), since terminals leave it in different places after a
 * picture.
 */
export function inPlace({ columns, rows }: Cells, picture: string): readonly string[] {
  return Array.from({ length: rows }, (_, row) => (row === 0 ? `\x1b7${picture}\x1b8` : '') + right(columns))
}

/** Makes room for so many rows below the cursor, which may scroll, and moves back up. */
export const makeRoom = (rows: number) => '\n'.repeat(rows) + up(rows)

const up = (rows: number) => `\x1b[${rows}A`
const right = (columns: number) => `\x1b[${columns}C`

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
