/** Encodes pictures for terminals: by kitty's graphics protocol, iTerm2's inline images, sixel, or half-blocks. */
import type { Pixels } from '../../core/jpeg.ts'

/** A size in terminal cells, which are twice as high as wide. */
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

/**
 * Draws by kitty's graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol) at the cursor; `C=1` keeps the cursor
 * in place.
 */
export const drawKitty = (picture: Pixels, cells: Cells) =>
  inPlace(cells, transmit(picture, cells, 'C=1').join(''))

/**
 * Draws by placeholders of kitty's protocol: characters whose color names the picture, and whose diacritics give its
 * row and column. They can be overwritten, moved and drawn again like text. Inside tmux the picture is passed through
 * to the outer terminal, which shows it where tmux draws the placeholders.
 */
export function drawPlaceholders(
  picture: Pixels,
  cells: Cells,
  id: number,
  inTmux: boolean,
): readonly string[] {
  const sequences = transmit(picture, cells, `U=1,i=${id}`)
  const sent = (inTmux ? sequences.map(throughTmux) : sequences).join('')
  const color = [id >> 16, (id >> 8) & 255, id & 255].join(';')
  return Array.from({ length: cells.rows }, (_, row) => {
    const letters = Array.from(
      { length: cells.columns },
      (_, column) => placeholder + diacritic(row) + diacritic(column),
    )
    return `${row === 0 ? sent : ''}\x1b[38;2;${color}m${letters.join('')}\x1b[39m`
  })
}

/** Returns the sequence that deletes a picture and its data from the terminal; '' if `drawn` draws no placeholders. */
export function forgetPlaceholders(drawn: string): string {
  const [, id] = /\x1b_G[^;]*,U=1,i=(\d+)/.exec(drawn) ?? []
  if (id === undefined) return ''
  const forget = `\x1b_Ga=d,d=I,i=${id},q=2\x1b\\`
  return drawn.startsWith('\x1bPtmux;') ? throughTmux(forget) : forget
}

const throughTmux = (sequence: string) => `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`

const placeholder = '\u{10eeee}'

/**
 * The first of the diacritics that the protocol uses as numbers: enough for the columns of kiva's largest
 * picture.
 */
const diacritics =
  '0305 030d 030e 0310 0312 033d 033e 033f 0346 034a 034b 034c 0350 0351 0352 0357 035b 0363 0364 0365 0366 0367 0368 ' +
  '0369 036a 036b 036c 036d 036e 036f 0483 0484 0485 0486 0487'

const diacriticCodes = diacritics.split(' ').map((code) => Number.parseInt(code, 16))
const diacritic = (number: number) => String.fromCodePoint(diacriticCodes[number] ?? 0)

/**
 * Returns sequences that send pixels and show them. `q=2` suppresses the reply, which would arrive as typed
 * input.
 */
function transmit({ width, height, rgb }: Pixels, { columns, rows }: Cells, more: string): readonly string[] {
  const pieces = base64(rgb).match(new RegExp(`.{1,${maxChunkLength}}`, 'g')) ?? []
  return pieces.map((piece, at) => {
    const head = at === 0 ? `a=T,f=24,s=${width},v=${height},c=${columns},r=${rows},${more},q=2,` : 'q=2,'
    return `\x1b_G${head}m=${at < pieces.length - 1 ? 1 : 0};${piece}\x1b\\`
  })
}

/** The most characters of data per sequence. */
const maxChunkLength = 4096

/**
 * Draws with iTerm2's inline images (iterm2.com/documentation-images.html): sends the file unchanged, with
 * the size to show.
 */
export function drawIterm2(file: Uint8Array, cells: Cells): readonly string[] {
  const options = `inline=1;size=${file.length};width=${cells.columns};height=${cells.rows};preserveAspectRatio=1`
  return inPlace(cells, `\x1b]1337;File=${options}:${base64(file)}\x07`)
}

/**
 * Draws sixel graphics, supported by terminals since DEC's VT240: bands of six pixel rows, drawn one color at a
 * time.
 */
export const drawSixel = (picture: Pixels, cells: Cells) =>
  inPlace(cells, `\x1bPq"1;1;${picture.width};${picture.height}${sixelPalette}${bandsOf(picture)}\x1b\\`)

/** Levels per channel: 216 colors, within the 256 that terminals commonly support. */
const sixelLevels = 6

/** Defines every color by number, with its channels in percent. */
const sixelPalette = Array.from({ length: sixelLevels ** 3 }, (_, number) => {
  const channels = [
    Math.floor(number / sixelLevels ** 2),
    Math.floor(number / sixelLevels) % sixelLevels,
    number % sixelLevels,
  ]
  return `#${number};2;${channels.map((level) => Math.round((100 * level) / (sixelLevels - 1))).join(';')}`
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
      Math.max(0, Math.min(sixelLevels - 1, Math.round((value / 255) * (sixelLevels - 1) + shift))),
    )
    return (red * sixelLevels + green) * sixelLevels + blue
  })
}

/** Bayer's ordered matrix. */
const threshold = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

/**
 * Draws with half-blocks: a cell shows two pixels, the upper one in the text color, the lower one in the background
 * color. Returns rows of as many cells as the picture is wide; every row resets its colors at the end.
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

/** Returns the SGR parameters of a color, to follow `38;` or `48;` (ITU-T T.416, 13.1.8). */
type Naming = (red: number, green: number, blue: number) => string

export const in24Bits: Naming = (red, green, blue) => `2;${red};${green};${blue}`

/** Uses the nearest of xterm's 256 colors: a cube of six levels per channel, and 24 grays. */
export const in256Colors: Naming = (...color) => {
  const [red = 0, green = 0, blue = 0] = color.map(nearestLevel)
  const cube = { name: 16 + 36 * red + 6 * green + blue, color: [red, green, blue].map(levelOf) }
  const step = Math.max(0, Math.min(23, Math.round((mean(color) - 8) / 10)))
  const gray = { name: 232 + step, color: Array<number>(3).fill(8 + 10 * step) }
  return `5;${(distance(cube.color, color) <= distance(gray.color, color) ? cube : gray).name}`
}

/** The levels of a channel in xterm's cube. */
const cubeLevels = [0, 95, 135, 175, 215, 255] as const
const levelOf = (index: number) => cubeLevels[index] ?? 0

function nearestLevel(value: number): number {
  const away = cubeLevels.map((level) => Math.abs(level - value))
  return away.indexOf(Math.min(...away))
}

const mean = (color: readonly number[]) => color.reduce((sum, channel) => sum + channel, 0) / color.length

const distance = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0)

/**
 * Returns rows for a picture that the terminal draws all at once, below and to the right of the cursor. The
 * first row draws the picture. Each row then moves to the right of it and leaves its cells alone. ESC 7 and
 * ESC 8 save and restore the cursor (DECSC, DECRC), since terminals leave it in different places after a
 * picture.
 */
function inPlace({ columns, rows }: Cells, picture: string): readonly string[] {
  return Array.from({ length: rows }, (_, row) => (row === 0 ? `\x1b7${picture}\x1b8` : '') + right(columns))
}

/** Makes room for so many rows below the cursor, which may scroll, and moves back up. */
export const makeRoom = (rows: number) => '\n'.repeat(rows) + up(rows)

const up = (rows: number) => `\x1b[${rows}A`
const right = (columns: number) => `\x1b[${columns}C`

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
