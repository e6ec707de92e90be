/** The coasts of the world, out of their table. */
import { coastlines } from './coastlines.ts'

/** Degrees: longitude, latitude. */
export type Point = readonly [longitude: number, latitude: number]

/** As scripts/coastlines.mjs writes them. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-'
const zero = digits.length / 2
const steps = 2

/** Lines of points, each on the way to the next. */
export function* coasts(): Generator<readonly Point[]> {
  for (const line of coastlines) yield pointsOf([...line].map((digit) => digits.indexOf(digit)))
}

/** Where it begins, two digits for each axis; then ways, one for each. */
function pointsOf([a = 0, b = 0, c = 0, d = 0, ...ways]: readonly number[]): readonly Point[] {
  const base = digits.length
  let [longitude, latitude] = [(a * base + b) / steps - 180, (c * base + d) / steps - 90]
  const points: Point[] = [[longitude, latitude]]
  for (let at = 0; at + 1 < ways.length; at += 2) {
    longitude += ((ways[at] ?? zero) - zero) / steps
    latitude += ((ways[at + 1] ?? zero) - zero) / steps
    points.push([longitude, latitude])
  }
  return points
}
