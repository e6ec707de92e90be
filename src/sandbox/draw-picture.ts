/**
 * Draws the pictures behind the image template: a landscape for each id, so that every picture address in a
 * record works and none shows a real person. Pictures are JPEG, in the sizes of the live service.
 */
import { encodeJpeg } from '../core/jpeg.ts'
import { type Random, seedRandom } from './marketplace/random.ts'

interface Size {
  readonly width: number
  readonly height: number
}

const widest = 1200
const full: Size = { width: 800, height: 600 }

/**
 * Returns the size, in pixels, for a size name of a picture address, or `undefined` for an unknown name.
 * `w200h150` and `w450` are the space to fit into, `s300` is a square, and `fullsize` is the whole picture.
 */
export function sizeOf(name: string): Size | undefined {
  if (name === 'fullsize') return full
  const [, kind, first, second] = /^([ws])(\d{1,4})(?:h(\d{1,4}))?$/.exec(name) ?? []
  if (kind === undefined || (kind === 's' && second !== undefined)) return undefined
  const [width, height] = [Number(first), Number(second ?? first)]
  if (Math.min(width, height) < 1 || Math.max(width, height) > widest) return undefined
  if (kind === 's') return { width, height }
  const scale = Math.min(width / full.width, height / full.height)
  return { width: Math.ceil(full.width * scale), height: Math.ceil(full.height * scale) }
}

/** Returns the JPEG picture of an id. The same id always gives the same picture. */
export function drawPicture(id: number, { width, height }: Size): Uint8Array {
  const paint = landscape(seedRandom(id)('picture', id))
  const rgb = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rgb.set(paint(x / width, y / height, width / height), (y * width + x) * 3)
  return encodeJpeg({ width, height, rgb }, quality)
}

/** JPEG quality: small files without visible artifacts. */
const quality = 85

type Color = readonly [red: number, green: number, blue: number]

/** Paints a sky, a sun, and two lines of hills. x and y run from 0 to 1. */
function landscape(random: Random): (x: number, y: number, aspect: number) => Color {
  const hue = (base: Color): Color => [
    base[0] + random.between(-25, 25),
    base[1] + random.between(-25, 25),
    base[2] + random.between(-25, 25),
  ]
  const [dawn, noon, far, near] = [
    hue([228, 196, 150]),
    hue([130, 175, 210]),
    hue([110, 140, 110]),
    hue([70, 100, 60]),
  ]
  const sun = { x: 0.15 + random.next() * 0.7, y: 0.18 + random.next() * 0.2, r: 0.06 + random.next() * 0.05 }
  const hill = (level: number) => {
    const [phase, waves, rise] = [random.next() * 6, 3 + random.next() * 5, 0.04 + random.next() * 0.08]
    return (x: number) => level - rise * Math.sin(phase + x * waves)
  }
  const [farLine, nearLine] = [hill(0.62), hill(0.8)]
  return (x, y, aspect) => {
    if (y > nearLine(x)) return near
    if (y > farLine(x)) return far
    if (Math.hypot((x - sun.x) * aspect, y - sun.y) < sun.r) return [255, 236, 170]
    return [0, 1, 2].map((at) =>
      Math.round((noon[at] ?? 0) * (1 - y) + (dawn[at] ?? 0) * y),
    ) as unknown as Color
  }
}
