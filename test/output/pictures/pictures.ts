/** Pictures for tests. */
import { encodeJpeg, type Pixels } from '../../../src/jpeg.ts'

export type Colour = readonly [red: number, green: number, blue: number]

export const red: Colour = [255, 0, 0]
export const green: Colour = [0, 255, 0]
export const blue: Colour = [0, 0, 255]
export const white: Colour = [255, 255, 255]

/** A picture of rows of colours. */
export const pixels = (...rows: readonly (readonly Colour[])[]): Pixels => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  rgb: Uint8Array.from(rows.flat(2)),
})

/** A picture of one colour. */
export const plainPixels = (width: number, height: number, colour: Colour): Pixels =>
  pixels(...Array.from({ length: height }, () => Array.from({ length: width }, () => colour)))

/** A file of one colour. */
export const jpeg = (width: number, height: number, colour: Colour = red): Uint8Array =>
  encodeJpeg(plainPixels(width, height, colour), 90)

/** A small file that says to be of another size. */
export function pretendedJpeg(width: number, height: number): Uint8Array {
  const file = Uint8Array.from(jpeg(8, 8))
  const frame = file.findIndex((byte, at) => byte === 0xff && file[at + 1] === 0xc0)
  file.set([height >> 8, height & 255, width >> 8, width & 255], frame + 5)
  return file
}
