/** Pictures for tests. */
import { encodeJpeg, type Pixels } from '../../../src/core/jpeg.ts'

export type Colour = readonly [red: number, green: number, blue: number]

export const red: Colour = [255, 0, 0]
export const green: Colour = [0, 255, 0]
export const blue: Colour = [0, 0, 255]
export const white: Colour = [255, 255, 255]

/** Returns a picture from rows of colors. */
export const pixels = (...rows: readonly (readonly Colour[])[]): Pixels => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  rgb: Uint8Array.from(rows.flat(2)),
})

/** Returns a picture of one color. */
export const plainPixels = (width: number, height: number, color: Colour): Pixels =>
  pixels(...Array.from({ length: height }, () => Array.from({ length: width }, () => color)))

/** Returns a JPEG file of one color. */
export const jpeg = (width: number, height: number, color: Colour = red): Uint8Array =>
  encodeJpeg(plainPixels(width, height, color), 90)

/** Returns a small file whose header claims another size. */
export function pretendedJpeg(width: number, height: number): Uint8Array {
  const file = Uint8Array.from(jpeg(8, 8))
  const frame = file.findIndex((byte, at) => byte === 0xff && file[at + 1] === 0xc0)
  file.set([height >> 8, height & 255, width >> 8, width & 255], frame + 5)
  return file
}

/** Returns a gray square with sides of `size` pixels and many scans of `components` empty components each. */
export function progressiveJpeg(scans: number, { components = 1, size = 8 } = {}): Uint8Array {
  const table = (place: number, symbol: number) => [0xff, 0xc4, 0, 20, place, 1, ...Array(15).fill(0), symbol]
  const side = [size >> 8, size & 255]
  const selectors = Array(components).fill([1, 0]).flat()
  // Four end-of-band codes, each for a run of 27,306 blocks.
  const data = [0x55, 0x54, 0xaa, 0xa9, 0x55, 0x52, 0xaa, 0xa0]
  const scan = [0xff, 0xda, 0, 6 + 2 * components, components, ...selectors, 1, 63, 0, ...data]
  const head = Uint8Array.from([
    ...[0xff, 0xd8],
    ...[0xff, 0xdb, 0, 67, 0, ...Array(64).fill(1)],
    ...[0xff, 0xc2, 0, 11, 8, ...side, ...side, 1, 1, 0x11, 0],
    ...table(0x00, 0),
    ...table(0x10, 0xe0),
  ])
  return Buffer.concat([head, ...Array(scans).fill(Uint8Array.from(scan)), Uint8Array.from([0xff, 0xd9])])
}
