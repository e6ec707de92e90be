/** Decodes the coastlines of the world. */
import { coastlines } from './coastlines.ts'

/** In degrees. */
export type Point = readonly [longitude: number, latitude: number]

/** The encoding that scripts/coastlines.mjs writes. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-'
const zero = digits.length / 2
const steps = 2

/** Yields each coastline as a path of points. */
export function* coasts(): Generator<readonly Point[]> {
  for (const line of coastlines) yield pointsOf([...line].map((digit) => digits.indexOf(digit)))
}

/** Decodes a path: two digits per axis for the start, then one digit per axis for each step. */
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
