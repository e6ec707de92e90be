/** Draws JPEG files as rows of terminal sequences. */

import { KivaError } from '../../errors.ts'
import type { Pixels } from '../../jpeg.ts'
import { pictureRow } from '../gate/picture-row.ts'
import { drawBlocks, in24Bits, in256Colors } from './blocks.ts'
import { type Cells, fitInto } from './cells.ts'
import type { ImageProtocol } from './choose-image-protocol.ts'
import { drawIterm2 } from './iterm2.ts'
import { countScanComponents } from './jpeg-scans.ts'
import { jpegSize } from './jpeg-size.ts'
import { drawKitty, drawPlaceholders } from './kitty.ts'
import { scale } from './scale.ts'
import { drawSixel } from './sixel.ts'

interface Photograph {
  readonly file: Uint8Array
  readonly cells: Cells
  /** Decodes the picture with this many pixels per column, and twice as many per row. */
  pixels(each: number): Promise<Pixels>
}

/** Smaller than a cell in nearly all fonts, so that a picture drawn by pixels stays within its cells. */
const sixelsPerColumn = 8
/** Fine enough, since the terminal scales the picture to its cells. */
const kittyPixelsPerColumn = 10

const drawings: Readonly<Record<ImageProtocol, (photograph: Photograph) => Promise<readonly string[]>>> = {
  kitty: async ({ pixels, cells }) => drawKitty(await pixels(kittyPixelsPerColumn), cells),
  placeholders: (photograph) => placeholders(photograph, false),
  'placeholders-tmux': (photograph) => placeholders(photograph, true),
  iterm2: async ({ file, cells }) => drawIterm2(file, cells),
  sixel: async ({ pixels, cells }) => drawSixel(await pixels(sixelsPerColumn), cells),
  blocks: async ({ pixels }) => drawBlocks(await pixels(1), in24Bits),
  'blocks-256': async ({ pixels }) => drawBlocks(await pixels(1), in256Colors),
}

const placeholders = async ({ file, pixels, cells }: Photograph, inTmux: boolean) =>
  drawPlaceholders(await pixels(kittyPixelsPerColumn), cells, idOf(file, cells), inTmux)

/** What the terminal draws at once, rather than row by row. */
const drawnWhole: ReadonlySet<ImageProtocol> = new Set(['kitty', 'iterm2', 'sixel'])

/** More pixels than any picture that kiva requests. */
const maxPixels = 4_000_000

/**
 * Twice as many as progressive files commonly have. Decoding one component takes about 40 ms at the largest
 * size.
 */
const maxScanComponents = 32

/** A row of a picture's cells. */
export interface DrawnRow {
  readonly name: string
  /** The placeholder for the gate, as wide as the picture. */
  readonly text: string
  /** Draws the row, and moves to its right. */
  readonly sequence: string
  /** The number of rows if the terminal draws all of them at the first one, and the other sequences only move; else 0. */
  readonly whole: number
}

/**
 * Draws a JPEG file within `room`; the number of the picture is part of the names. Throws `KivaError` of kind `service` if the file is not a JPEG, is too
 * large, or would take too long to decode.
 */
export async function drawPicture(
  protocol: ImageProtocol,
  file: Uint8Array,
  room: Cells,
  picture: number,
): Promise<readonly DrawnRow[]> {
  const size = jpegSize(file)
  if (!size) throw new KivaError('service', 'a picture is not a JPEG file')
  if (size.width * size.height > maxPixels) throw new KivaError('service', 'a picture is too large')
  if (countScanComponents(file) > maxScanComponents) {
    throw new KivaError('service', 'a picture has too many scans')
  }
  const cells = fitInto(room, size)
  const pixels = async (each: number) => {
    const { decodeJpeg } = await import('../../jpeg.ts')
    return scale(decodeJpeg(file), { width: cells.columns * each, height: cells.rows * 2 * each })
  }
  try {
    const sequences = await drawings[protocol]({ file, cells, pixels })
    const { columns } = cells
    const whole = drawnWhole.has(protocol) ? cells.rows : 0
    return sequences.map((sequence, row) => ({
      ...pictureRow({ picture, row, columns, whole }),
      sequence,
      whole,
    }))
  } catch (cause) {
    throw new KivaError('service', 'a picture cannot be decoded', { cause })
  }
}

/**
 * Returns a number from 1 to 2²⁴ for a picture and its size (FNV-1a), so that another run does not use it for
 * another picture.
 */
function idOf(file: Uint8Array, { columns, rows }: Cells): number {
  let sum = 0x811c9dc5
  for (const byte of [...file, columns, rows]) sum = Math.imul(sum ^ byte, 0x01000193)
  return ((sum >>> 8) % 0xffffff) + 1
}
