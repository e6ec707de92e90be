/** JPEG files and the pixels in them: the only door to jpeg-js, loaded where a picture is drawn. */
import { decode, encode } from 'jpeg-js'

/** Pixels, a row after the other, each as three bytes: red, green, blue. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

/** What a file may ask of us, whatever it says of itself. */
const limits = { maxResolutionInMP: 4, maxMemoryUsageInMB: 96 } as const

/** Throws an `Error` for what is no whole JPEG, and for one of more than four million pixels. */
export function decodeJpeg(file: Uint8Array): Pixels {
  const { width, height, data } = decode(file, {
    ...limits,
    useTArray: true,
    formatAsRGBA: false,
    tolerantDecoding: false,
  })
  return { width, height, rgb: data }
}

/** `quality` from 1 to 100. */
export function encodeJpeg({ width, height, rgb }: Pixels, quality: number): Uint8Array {
  const data = new Uint8Array(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    data.set(rgb.subarray(pixel * 3, pixel * 3 + 3), pixel * 4)
  }
  return encode({ width, height, data }, quality).data
}
