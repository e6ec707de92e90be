/** Decodes and encodes JPEG files. This is the only module that loads jpeg-js, and only to draw a picture. */
import { decode, encode } from 'jpeg-js'

/** Pixels in rows, each pixel as three bytes: red, green, blue. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

/** Limits of size and memory, whatever the file declares. */
const limits = { maxResolutionInMP: 4, maxMemoryUsageInMB: 96 } as const

/**
 * Decodes a JPEG. Throws an `Error` for an invalid or incomplete file, and for more than four million pixels.
 */
export function decodeJpeg(file: Uint8Array): Pixels {
  const { width, height, data } = decode(file, {
    ...limits,
    useTArray: true,
    formatAsRGBA: false,
    tolerantDecoding: false,
  })
  return { width, height, rgb: data }
}

/** Encodes a JPEG. `quality` is from 1 to 100. */
export function encodeJpeg({ width, height, rgb }: Pixels, quality: number): Uint8Array {
  const data = new Uint8Array(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    data.set(rgb.subarray(pixel * 3, pixel * 3 + 3), pixel * 4)
  }
  return encode({ width, height, data }, quality).data
}
