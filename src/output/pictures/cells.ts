/** Sizes in terminal cells, which are twice as high as wide. */

export interface Cells {
  readonly columns: number
  readonly rows: number
}

/** Size in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Returns the most cells that a picture can fill within `columns` and `rows` at its own aspect ratio; at
 * least one.
 */
export function fitInto({ columns, rows }: Cells, { width, height }: Size): Cells {
  const scale = Math.min(columns / width, (2 * rows) / height)
  const whole = (cells: number, max: number) => Math.max(1, Math.min(max, Math.round(cells)))
  return { columns: whole(width * scale, columns), rows: whole((height * scale) / 2, rows) }
}
