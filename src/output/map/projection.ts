/** From degrees to the dots of a map: lines of longitude and latitude are straight, and as far apart everywhere. */
import { type Dot, dotsAcross, dotsDown } from './canvas.ts'
import type { Point } from './coasts.ts'

/** Degrees of latitude that are shown: from the north of Norway to Cape Horn. */
const north = 72
const south = -56

/** The size of a map, in letters, and where a point lies on it, in dots. */
export interface Projection {
  readonly columns: number
  readonly rows: number
  dotOf(point: Point): Dot
}

/** Lines of a map of so many columns. */
const rowsFor = (columns: number) =>
  Math.max(1, Math.round((((columns * dotsAcross) / 360) * (north - south)) / dotsDown))

/** The largest map that fits; it has the shape of the world. */
export function projectionFor(columns: number, mostRows: number): Projection {
  let fit = Math.max(1, columns)
  while (fit > 1 && rowsFor(fit) > mostRows) fit -= 1
  const rows = rowsFor(fit)
  const across = (fit * dotsAcross) / 360
  const down = (rows * dotsDown) / (north - south)
  return {
    columns: fit,
    rows,
    dotOf: ([longitude, latitude]) => [(longitude + 180) * across, (north - latitude) * down],
  }
}
