/**
 * The world in braille dots: a canvas with eight dots per character cell (U+2800 to U+28FF), the projection of degrees
 * to dots, and the coastlines.
 */
import { coastlines } from './coastlines.ts'

export class Canvas {
  readonly columns: number
  readonly rows: number
  readonly #cells: Uint8Array

  constructor(columns: number, rows: number) {
    this.columns = columns
    this.rows = rows
    this.#cells = new Uint8Array(columns * rows)
  }

  /** Draws a straight line between two points, in dots; dots outside of the canvas are skipped. */
  line([fromX, fromY]: Dot, [toX, toY]: Dot): void {
    const length = Math.max(1, Math.ceil(Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY))))
    for (let step = 0; step <= length; step++) {
      const part = step / length
      this.#dot(Math.floor(fromX + (toX - fromX) * part), Math.floor(fromY + (toY - fromY) * part))
    }
  }

  /** Returns the character of a cell; a space if it has no dots. */
  letter(column: number, row: number): string {
    const cell = this.#cells[row * this.columns + column] ?? 0
    return cell === 0 ? ' ' : String.fromCharCode(blank + cell)
  }

  #dot(x: number, y: number): void {
    if (x < 0 || y < 0 || x >= this.columns * dotsAcross || y >= this.rows * dotsDown) return
    const cell = Math.floor(y / dotsDown) * this.columns + Math.floor(x / dotsAcross)
    const bit = bits[(y % dotsDown) * dotsAcross + (x % dotsAcross)] ?? 0
    this.#cells[cell] = (this.#cells[cell] ?? 0) | bit
  }
}

/** A position in dots from the upper left corner. */
type Dot = readonly [x: number, y: number]

/** Dots per cell, across and down. */
export const dotsAcross = 2
export const dotsDown = 4

/** The bit of each dot of a cell, row by row. */
const bits = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

const blank = 0x2800

/** The size of a map in characters, and the conversion of degrees to dots: equirectangular. */
export interface Projection {
  readonly columns: number
  readonly rows: number
  dotOf(point: Point): Dot
}

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

/** Returns the height in lines of a map that is `columns` wide. */
const rowsFor = (columns: number) =>
  Math.max(1, Math.round((((columns * dotsAcross) / 360) * (north - south)) / dotsDown))

/** Degrees of latitude at the edges of the map: from the north of Norway to Cape Horn. */
export const north = 72
export const south = -56

/** In degrees. */
export type Point = readonly [longitude: number, latitude: number]

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

/** The encoding that scripts/coastlines.mjs writes. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-'
const zero = digits.length / 2
const steps = 2
