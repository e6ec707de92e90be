import type { Size } from './cells.ts'

/**
 * The size that the head of a JPEG file tells (ITU-T T.81, B.2), so that nothing large is unpacked to learn it;
 * `undefined` for what is no such file.
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

/** SOF0 to SOF15 without the markers between them that are none: DHT, JPG and DAC. */
const startsFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
