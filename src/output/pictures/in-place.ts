import type { Cells } from './cells.ts'

/**
 * Returns rows for a picture that the terminal draws all at once, below and to the right of the cursor. The
 * first row makes room, which may scroll, moves back up, and draws the picture. Each row then moves to the
 * right of the picture and leaves its cells alone. ESC 7 and ESC 8 save and restore the cursor (DECSC,
 * DECRC), since terminals leave it in different places after a picture.
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
