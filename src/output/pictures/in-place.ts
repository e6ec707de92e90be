import type { Cells } from './cells.ts'

/**
 * The rows of a picture that a terminal draws at once, below and to the right of the cursor: the first makes room, which
 * may scroll, goes back up, and has the picture drawn; each goes to the right of it, over cells that are left alone.
 * ESC 7 and ESC 8 are the cursor, kept and put back (DECSC, DECRC): after a picture terminals leave it in different places.
 */
export function inPlace({ columns, rows }: Cells, picture: string): readonly string[] {
  const room = '\n'.repeat(rows) + up(rows)
  return Array.from(
    { length: rows },
    (_, row) => (row === 0 ? `${room}\x1b7${picture}\x1b8` : '') + right(columns),
  )
}

const up = (rows: number) => `\x1b[${rows}A`
const right = (columns: number) => `\x1b[${columns}C`

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
