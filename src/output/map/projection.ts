/** Converts degrees to dots on the map: an equirectangular projection. */
import { type Dot, dotsAcross, dotsDown } from './canvas.ts'
import type { Point } from './coasts.ts'

/** Degrees of latitude at the edges of the map: from the north of Norway to Cape Horn. */
const north = 72
const south = -56

/** The size of a map in characters, and the conversion of a point to dots. */
export interface Projection {
  readonly columns: number
  readonly rows: number
  dotOf(point: Point): Dot
}

/** Returns the height in lines of a map that is `columns` wide. */
const rowsFor = (columns: number) =>
  Math.max(1, Math.round((((columns * dotsAcross) / 360) * (north - south)) / dotsDown))

/** Returns the largest projection that fits and keeps the aspect ratio of the world. */
export function projectionFor(columns: number, maxRows: number): Projection {
  let fit = Math.max(1, columns)
  while (fit > 1 && rowsFor(fit) > maxRows) fit -= 1
  const rows = rowsFor(fit)
  const across = (fit * dotsAcross) / 360
  const down = (rows * dotsDown) / (north - south)
  return {
    columns: fit,
    rows,
    dotOf: ([longitude, latitude]) => [(longitude + 180) * across, (north - latitude) * down],
  }
}
