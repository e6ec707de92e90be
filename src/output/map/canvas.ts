/** Draws with braille dots, eight per character cell (U+2800 to U+28FF). */

/** Dots per cell, across and down. */
export const dotsAcross = 2
export const dotsDown = 4

/** The bit of each dot of a cell, row by row. */
const bits = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

const blank = 0x2800

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
export type Dot = readonly [x: number, y: number]
