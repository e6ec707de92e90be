/**
 * Draws pictures with half-blocks: a cell shows two pixels, the upper one in the text color, the lower one in
 * the background color.
 */
import type { Pixels } from '../../jpeg.ts'

/** Returns the SGR parameters of a color, to follow `38;` or `48;` (ITU-T T.416, 13.1.8). */
export type Naming = (red: number, green: number, blue: number) => string

export const in24Bits: Naming = (red, green, blue) => `2;${red};${green};${blue}`

/** Uses the nearest of xterm's 256 colors: a cube of six levels per channel, and 24 grays. */
export const in256Colors: Naming = (...color) => {
  const [red = 0, green = 0, blue = 0] = color.map(nearestLevel)
  const cube = { name: 16 + 36 * red + 6 * green + blue, color: [red, green, blue].map(levelOf) }
  const step = Math.max(0, Math.min(23, Math.round((mean(color) - 8) / 10)))
  const gray = { name: 232 + step, color: Array<number>(3).fill(8 + 10 * step) }
  return `5;${(distance(cube.color, color) <= distance(gray.color, color) ? cube : gray).name}`
}

const levels = [0, 95, 135, 175, 215, 255] as const
const levelOf = (index: number) => levels[index] ?? 0

function nearestLevel(value: number): number {
  const away = levels.map((level) => Math.abs(level - value))
  return away.indexOf(Math.min(...away))
}

const mean = (color: readonly number[]) => color.reduce((sum, one) => sum + one, 0) / color.length

const distance = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0)

/**
 * Returns rows of cells, each two pixels high, as many cells wide as the picture; every row resets its colors
 * at the end.
 */
export function drawBlocks({ width, height, rgb }: Pixels, naming: Naming): readonly string[] {
  const color = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = rgb.subarray((y * width + x) * 3)
    return naming(red, green, blue)
  }
  return Array.from({ length: height / 2 }, (_, row) => {
    let before = ''
    const cells = Array.from({ length: width }, (_, x) => {
      const colors = `38;${color(x, 2 * row)};48;${color(x, 2 * row + 1)}`
      const change = colors === before ? '' : `\x1b[${colors}m`
      before = colors
      return `${change}▀`
    })
    return `${cells.join('')}\x1b[39;49m`
  })
}
