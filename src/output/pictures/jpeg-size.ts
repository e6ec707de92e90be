import type { Size } from './cells.ts'

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
