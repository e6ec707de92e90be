/** The marks of pictures in text: see `pictureRows` in `gate.ts`. */

/** A row of a picture, as its mark names it. */
export interface PictureRow {
  readonly picture: number
  readonly row: number
  readonly columns: number
  /** The number of rows, if the terminal draws them all at once at the first one; 0 if each stands alone. */
  readonly whole: number
}

/** Returns the placeholder text for a row of a picture, as wide as the picture, and the name of the row. */
export function pictureRow({ picture, row, columns, whole }: PictureRow): {
  readonly name: string
  readonly text: string
} {
  const name = `\x1b_${picture};${row};${columns};${whole}\x1b\\`
  return { name, text: name + '▀'.repeat(columns) }
}

/** Returns what a text names that starts with a mark; `undefined` if it starts otherwise. */
export function pictureRowOf(text: string): PictureRow | undefined {
  if (!text.startsWith('\x1b_')) return undefined
  const [picture = 0, row = 0, columns = 0, whole = 0] = text
    .slice(2, text.indexOf('\x1b', 2))
    .split(';')
    .map(Number)
  return { picture, row, columns, whole }
}
