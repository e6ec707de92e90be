/**
 * Sixel graphics, supported by terminals since DEC's VT240: bands of six pixel rows, drawn one color at a
 * time.
 */
import type { Pixels } from '../../jpeg.ts'
import type { Cells } from './cells.ts'
import { inPlace } from './in-place.ts'

/** Levels per channel: 216 colors, within the 256 that terminals commonly support. */
const levels = 6

export const drawSixel = (picture: Pixels, cells: Cells) =>
  inPlace(cells, `\x1bPq"1;1;${picture.width};${picture.height}${palette}${bandsOf(picture)}\x1b\\`)

/** Defines every color by number, with its channels in percent. */
const palette = Array.from({ length: levels ** 3 }, (_, number) => {
  const channels = [Math.floor(number / levels ** 2), Math.floor(number / levels) % levels, number % levels]
  return `#${number};2;${channels.map((level) => Math.round((100 * level) / (levels - 1))).join(';')}`
}).join('')

function bandsOf(picture: Pixels): string {
  const numbers = colorsOf(picture)
  const bands = Array.from({ length: Math.ceil(picture.height / 6) }, (_, band) =>
    drawBand(numbers.subarray(band * 6 * picture.width, (band + 1) * 6 * picture.width), picture.width),
  )
  return bands.join('-')
}

/** Draws a band as one line per color, each over the previous one. */
function drawBand(numbers: Uint8Array, width: number): string {
  const lines = [...new Set(numbers)].map((number) => {
    const sixels = Array.from({ length: width }, (_, x) => {
      let bits = 0
      for (let y = 0; y * width + x < numbers.length; y++)
        if (numbers[y * width + x] === number) bits |= 1 << y
      return String.fromCharCode(63 + bits)
    })
    return `#${number}${sixels.join('').replace(/(.)\1{3,}/g, (run, sixel) => `!${run.length}${sixel}`)}`
  })
  return lines.join('$')
}

/** Returns the color number of each pixel, dithered to hide the steps between so few levels. */
function colorsOf({ width, rgb }: Pixels): Uint8Array {
  return Uint8Array.from({ length: rgb.length / 3 }, (_, pixel) => {
    const shift = (threshold[(Math.floor(pixel / width) % 4) * 4 + ((pixel % width) % 4)] ?? 0) / 16 - 0.5
    const [red = 0, green = 0, blue = 0] = Array.from(rgb.subarray(pixel * 3, pixel * 3 + 3), (value) =>
      Math.max(0, Math.min(levels - 1, Math.round((value / 255) * (levels - 1) + shift))),
    )
    return (red * levels + green) * levels + blue
  })
}

/** Bayer's ordered matrix. */
const threshold = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
