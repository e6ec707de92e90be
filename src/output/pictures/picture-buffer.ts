/** Pictures that wait to be written: drawn for one terminal, and taken by the gate row by row. */
import { KivaError } from '../../errors.ts'
import type { Pixels } from '../../jpeg.ts'
import { pictureRow } from '../gate/roles.ts'
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
  /** So many pixels for each column, and twice as many for each row. */
  pixels(each: number): Promise<Pixels>
}

/** Smaller than the cells of nearly all fonts: what is drawn pixel by pixel must not reach beyond its place. */
const sixelsAColumn = 8
/** Fine enough: the terminal stretches it to its place. */
const kittyPixelsAColumn = 10

const drawings: Readonly<Record<ImageProtocol, (photograph: Photograph) => Promise<readonly string[]>>> = {
  kitty: async ({ pixels, cells }) => drawKitty(await pixels(kittyPixelsAColumn), cells),
  placeholders: async ({ file, pixels, cells }) =>
    drawPlaceholders(await pixels(kittyPixelsAColumn), cells, idOf(file, cells)),
  iterm2: async ({ file, cells }) => drawIterm2(file, cells),
  sixel: async ({ pixels, cells }) => drawSixel(await pixels(sixelsAColumn), cells),
  blocks: async ({ pixels }) => drawBlocks(await pixels(1), in24Bits),
  'blocks-256': async ({ pixels }) => drawBlocks(await pixels(1), in256Colors),
}

/** More than any address of ours asks for. */
const mostPixels = 4_000_000

/** Twice as many as progressive files commonly have. A decoder takes about 40 ms for each where there are most pixels. */
const mostScanComponents = 32

export class PictureBuffer {
  readonly #way: ImageProtocol
  /** What has been hung, and not yet taken, by its number. */
  readonly #rows = new Map<string, string>()
  #count = 0

  constructor(way: ImageProtocol) {
    this.#way = way
  }

  /**
   * Takes a file, and gives the lines of text that stand for it until they reach the gate: as wide as they say, no wider
   * and no more than there is room for. Throws `KivaError` for what is no JPEG file, or takes too long to decode.
   */
  async add(file: Uint8Array, room: Cells): Promise<readonly string[]> {
    const size = jpegSize(file)
    if (!size) throw new KivaError('service', 'a picture is no JPEG file')
    if (size.width * size.height > mostPixels) throw new KivaError('service', 'a picture is too large')
    if (countScanComponents(file) > mostScanComponents) {
      throw new KivaError('service', 'a picture has too many scans')
    }
    const cells = fitInto(room, size)
    const rows = await this.#draw(file, cells)
    const picture = this.#count++
    return rows.map((row, at) => {
      const { name, text } = pictureRow(picture, at, cells.columns)
      this.#rows.set(name, row)
      return text
    })
  }

  /** What the terminal gets for a row, once. */
  take(name: string): string | undefined {
    const row = this.#rows.get(name)
    this.#rows.delete(name)
    return row
  }

  async #draw(file: Uint8Array, cells: Cells): Promise<readonly string[]> {
    const pixels = async (each: number) => {
      const { decodeJpeg } = await import('../../jpeg.ts')
      return scale(decodeJpeg(file), { width: cells.columns * each, height: cells.rows * 2 * each })
    }
    try {
      return await drawings[this.#way]({ file, cells, pixels })
    } catch (cause) {
      throw new KivaError('service', 'a picture cannot be read', { cause })
    }
  }
}

/** A number from 1 up to 2²⁴ for a picture and its size (by FNV-1a): another run must not take it for something else. */
function idOf(file: Uint8Array, { columns, rows }: Cells): number {
  let sum = 0x811c9dc5
  for (const byte of [...file, columns, rows]) sum = Math.imul(sum ^ byte, 0x01000193)
  return ((sum >>> 8) % 0xffffff) + 1
}
