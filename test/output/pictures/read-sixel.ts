/** Decodes sixel data by the manual of the VT330/VT340 (chapter 14), independently of kiva's encoder. */
import type { Colour } from './pictures.ts'

export function readSixel(data: string): {
  readonly width: number
  readonly height: number
  readonly colors: readonly Colour[]
} {
  const [, wide = '', high = '', body = ''] = /^q"1;1;(\d+);(\d+)(.*)$/s.exec(data) ?? []
  const [width, height] = [Number(wide), Number(high)]
  const palette = new Map<number, Colour>()
  const colors: Colour[] = Array(width * height)
  let [x, band, current] = [0, 0, 0]
  for (const [, number, channels, repeat, sixel, move] of body.matchAll(
    /#(\d+)((?:;\d+){4})?|(?:!(\d+))?([?-~])|([$-])/g,
  )) {
    if (number !== undefined) {
      current = Number(number)
      const [, , red = 0, green = 0, blue = 0] = (channels ?? '').split(';').map(Number)
      if (channels) palette.set(current, [red, green, blue].map((part) => Math.round(part * 2.55)) as never)
    } else if (move !== undefined) {
      x = 0
      band += move === '-' ? 1 : 0
    } else
      for (let count = Number(repeat ?? 1); count > 0; count--, x++)
        for (let y = 0; y < 6; y++)
          if (((sixel?.charCodeAt(0) ?? 63) - 63) & (1 << y))
            colors[(band * 6 + y) * width + x] = palette.get(current) ?? [0, 0, 0]
  }
  return { width, height, colors }
}
