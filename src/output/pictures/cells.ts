/** Places on a terminal: so many columns and rows of its cells, which are twice as high as wide. */

export interface Cells {
  readonly columns: number
  readonly rows: number
}

/** Width and height of a picture in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The cells that a picture takes, as many as fit into a room without changing its form. At least one. */
export function fitInto({ columns, rows }: Cells, { width, height }: Size): Cells {
  const scale = Math.min(columns / width, (2 * rows) / height)
  const whole = (cells: number, most: number) => Math.max(1, Math.min(most, Math.round(cells)))
  return { columns: whole(width * scale, columns), rows: whole((height * scale) / 2, rows) }
}
