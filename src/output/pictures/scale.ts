import type { Pixels } from '../../jpeg.ts'
import type { Size } from './cells.ts'

/** Resizes a picture: each new pixel is the mean of the area that it covers. */
export function scale(picture: Pixels, { width, height }: Size): Pixels {
  const columns = spans(picture.width, width)
  const rows = spans(picture.height, height)
  const rgb = new Uint8Array(width * height * 3)
  let at = 0
  for (const row of rows) for (const column of columns) rgb.set(mean(picture, column, row), 3 * at++)
  return { width, height, rgb }
}

/** A range of pixels; `end` is exclusive. */
type Span = readonly [first: number, end: number]

/** Returns the range of old pixels that each new one covers, at least one pixel long. */
function spans(from: number, to: number): readonly Span[] {
  return Array.from({ length: to }, (_, at): Span => {
    const first = Math.floor((at * from) / to)
    return [first, Math.max(first + 1, Math.round(((at + 1) * from) / to))]
  })
}

function mean({ width, rgb }: Pixels, [left, right]: Span, [top, bottom]: Span): readonly number[] {
  const sums = [0, 0, 0]
  for (let y = top; y < bottom; y++)
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at++)
      sums[(at - y * width * 3) % 3] = (sums[(at - y * width * 3) % 3] ?? 0) + (rgb[at] ?? 0)
  return sums.map((sum) => Math.round(sum / ((right - left) * (bottom - top))))
}
