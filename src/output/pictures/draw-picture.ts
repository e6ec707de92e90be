/** Draws JPEG files as rows of terminal sequences. */
import { KivaError } from '../../core/errors.ts'
import type { Pixels } from '../../core/jpeg.ts'
import { pictureRow } from '../gate/picture-row.ts'
import type { ImageProtocol } from './choose-image-protocol.ts'
import {
  type Cells,
  drawBlocks,
  drawIterm2,
  drawKitty,
  drawPlaceholders,
  drawSixel,
  fitInto,
  in24Bits,
  in256Colors,
  type Size,
} from './encode-picture.ts'

/** A row of a picture's cells. */
interface DrawnRow {
  readonly name: string
  /** The placeholder for the gate, as wide as the picture. */
  readonly text: string
  /** Draws the row, and moves to its right. */
  readonly sequence: string
  /**
   * The number of rows if the terminal draws all of them at the first one, and the other sequences only move; else 0.
   */
  readonly whole: number
}

/**
 * Draws a JPEG file within `room`; the number of the picture is part of the names. Throws `KivaError` of kind
 * `service` if the file is not a JPEG, is too large, or would take too long to decode.
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
    const { decodeJpeg } = await import('../../core/jpeg.ts')
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

/** More pixels than any picture that kiva requests. */
const maxPixels = 4_000_000

/**
 * Twice as many as progressive files commonly have. Decoding one component takes about 40 ms at the largest
 * size.
 */
const maxScanComponents = 32

/** What the terminal draws at once, rather than row by row. */
const drawnWhole: ReadonlySet<ImageProtocol> = new Set(['kitty', 'iterm2', 'sixel'])

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

/**
 * Returns a number from 1 to 2²⁴ for a picture and its size (FNV-1a), so that another run does not use it for
 * another picture.
 */
function idOf(file: Uint8Array, { columns, rows }: Cells): number {
  let sum = 0x811c9dc5
  for (const byte of [...file, columns, rows]) sum = Math.imul(sum ^ byte, 0x01000193)
  return ((sum >>> 8) % 0xffffff) + 1
}

/** Resizes a picture: each new pixel is the mean of the area that it covers. */
export function scale(picture: Pixels, { width, height }: Size): Pixels {
  const columns = spans(picture.width, width)
  const rows = spans(picture.height, height)
  const rgb = new Uint8Array(width * height * 3)
  let at = 0
  for (const row of rows) for (const column of columns) rgb.set(mean(picture, column, row), 3 * at++)
  return { width, height, rgb }
}

/** A range of pixels; `end` is exclusive. */
type Span = readonly [first: number, end: number]

/** Returns the range of old pixels that each new one covers, at least one pixel long. */
function spans(from: number, to: number): readonly Span[] {
  return Array.from({ length: to }, (_, at): Span => {
    const first = Math.floor((at * from) / to)
    return [first, Math.max(first + 1, Math.round(((at + 1) * from) / to))]
  })
}

function mean({ width, rgb }: Pixels, [left, right]: Span, [top, bottom]: Span): readonly number[] {
  const sums = [0, 0, 0]
  for (let y = top; y < bottom; y++)
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at++)
      sums[(at - y * width * 3) % 3] = (sums[(at - y * width * 3) % 3] ?? 0) + (rgb[at] ?? 0)
  return sums.map((sum) => Math.round(sum / ((right - left) * (bottom - top))))
}

/**
 * Returns an upper bound for the number of components in all scans of a JPEG file (ITU-T T.81, B.2.3). Each
 * costs a decoder one pass over the picture, however few bytes it has. Counts every marker that may start a
 * scan, wherever a decoder would find it, except in the application data at the start, such as a thumbnail.
 */
export function countScanComponents(file: Uint8Array): number {
  let count = 0
  for (let at = file.indexOf(0xff, endOfHead(file)); at >= 0; at = file.indexOf(0xff, at + 1)) {
    if (file[at + 1] === startOfScan) count += Math.max(1, file[at + 4] ?? 0)
  }
  return count
}

const startOfScan = 0xda

/** Returns the offset after the application data and comments that follow the start of the file. */
function endOfHead(file: Uint8Array): number {
  let at = 2
  while (file[at] === 0xff && isApplicationData(file[at + 1] ?? 0)) {
    const length = ((file[at + 2] ?? 0) << 8) | (file[at + 3] ?? 0)
    if (length < 2) break
    at += 2 + length
  }
  return at
}

/** Whether a marker is APP0 to APP15, or COM. */
const isApplicationData = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

/**
 * Returns the size from the header of a JPEG file (ITU-T T.81, B.2), without decoding the picture;
 * `undefined` for other files.
 */
export function jpegSize(file: Uint8Array): Size | undefined {
  const bytes = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const has = (at: number, count: number) => at + count <= file.length
  if (!has(0, 2) || bytes.getUint16(0) !== startOfImage) return undefined
  for (let at = 2; has(at, 9) && file[at] === 0xff; at += 2 + bytes.getUint16(at + 2)) {
    if (!startsFrame(file[at + 1] ?? 0)) continue
    const [height, width] = [bytes.getUint16(at + 5), bytes.getUint16(at + 7)]
    return width > 0 && height > 0 ? { width, height } : undefined
  }
  return undefined
}

const startOfImage = 0xffd8

/** Whether a marker is SOF0 to SOF15. DHT, JPG and DAC lie in that range, and are excluded. */
const startsFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
