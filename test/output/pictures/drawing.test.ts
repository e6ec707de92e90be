/** The bytes of each image protocol, compared with its specification. */
import { describe, expect, test } from 'vitest'
import {
  drawBlocks,
  drawIterm2,
  drawKitty,
  drawPlaceholders,
  drawSixel,
  in24Bits,
  in256Colors,
} from '../../../src/output/pictures/encode-picture.ts'
import { blue, green, jpeg, pixels, plainPixels, red, white } from './pictures.ts'
import { readSixel } from './read-sixel.ts'

const four = pixels([red, green], [blue, white])

describe('half-blocks', () => {
  test('in 24 bits: the upper pixel is the foreground, the lower one the background', () => {
    expect(drawBlocks(four, in24Bits)).toEqual([
      '\x1b[38;2;255;0;0;48;2;0;0;255m▀\x1b[38;2;0;255;0;48;2;255;255;255m▀\x1b[39;49m',
    ])
  })

  test('in 256 colors', () => {
    expect(drawBlocks(four, in256Colors)).toEqual([
      '\x1b[38;5;196;48;5;21m▀\x1b[38;5;46;48;5;231m▀\x1b[39;49m',
    ])
  })

  test.each([
    [[0, 0, 0], 16],
    [[95, 135, 175], 67],
    [[8, 8, 8], 232],
    [[128, 128, 128], 244],
    [[238, 238, 238], 255],
    [[250, 128, 114], 209],
  ] as const)('%j is color %d of 256', ([red, green, blue], name) => {
    expect(in256Colors(red, green, blue)).toBe(`5;${name}`)
  })

  test('unchanged colors are written once, and each row ends with a reset', () => {
    expect(drawBlocks(plainPixels(3, 4, red), in24Bits)).toEqual(
      Array(2).fill('\x1b[38;2;255;0;0;48;2;255;0;0m▀▀▀\x1b[39;49m'),
    )
  })
})

/** Makes room for three rows, draws with the cursor saved and restored, then moves to the right. */
const placed = (sequence: string) => [`\x1b7${sequence}\x1b8\x1b[5C`, '\x1b[5C', '\x1b[5C']
const cells = { columns: 5, rows: 3 }

test('iTerm2 gets the file unchanged', () => {
  const file = jpeg(8, 8)
  const head = `\x1b]1337;File=inline=1;size=${file.length};width=5;height=3;preserveAspectRatio=1:`
  expect(drawIterm2(file, cells)).toEqual(placed(`${head}${Buffer.from(file).toString('base64')}\x07`))
})

describe('kitty', () => {
  test('gets pixels and a size in cells, with replies off and the cursor unchanged', () => {
    expect(drawKitty(four, cells)).toEqual(
      placed('\x1b_Ga=T,f=24,s=2,v=2,c=5,r=3,C=1,q=2,m=0;/wAAAP8AAAD/////\x1b\\'),
    )
  })

  test('gets chunks of at most 4096 characters, and the last one is marked', () => {
    const picture = plainPixels(50, 50, blue)
    const [first = ''] = drawKitty(picture, cells)
    const pieces = [...first.matchAll(/\x1b_G([^;]*);([^\x1b]*)\x1b\\/g)]
    expect(pieces.map(([, head, data]) => [head, data?.length])).toEqual([
      ['a=T,f=24,s=50,v=50,c=5,r=3,C=1,q=2,m=1', 4096],
      ['q=2,m=1', 4096],
      ['q=2,m=0', 10_000 - 8192],
    ])
    const data = pieces.map(([, , data]) => data).join('')
    expect([...Buffer.from(data, 'base64')]).toEqual([...picture.rgb])
  })

  test('in tmux, the picture is passed through, and placeholders are in the text', () => {
    const through =
      '\x1bPtmux;\x1b\x1b_Ga=T,f=24,s=2,v=2,c=2,r=2,U=1,i=66051,q=2,m=0;/wAAAP8AAAD/////\x1b\x1b\\\x1b\\'
    const cell = (row: string, column: string) => `\u{10eeee}${row}${column}`
    const row = (mark: string) => `\x1b[38;2;1;2;3m${cell(mark, '\u0305')}${cell(mark, '\u030d')}\x1b[39m`
    const size = { columns: 2, rows: 2 }
    expect(drawPlaceholders(four, size, 0x010203, true)).toEqual([through + row('\u0305'), row('\u030d')])
    const sent = '\x1b_Ga=T,f=24,s=2,v=2,c=2,r=2,U=1,i=66051,q=2,m=0;/wAAAP8AAAD/////\x1b\\'
    expect(drawPlaceholders(four, size, 0x010203, false)).toEqual([sent + row('\u0305'), row('\u030d')])
  })
})

describe('sixel', () => {
  test('an independent decoder reads the same picture', () => {
    const rows = Array.from({ length: 8 }, (_, y) =>
      Array.from({ length: 9 }, (_, x) => [red, green, blue, white][(x + y) % 4] ?? red),
    )
    const [first = '', ...others] = drawSixel(pixels(...rows), cells)
    const [, before, data = '', after] = /^([^P]*)\x1bP([^\x1b]*)\x1b\\(.*)$/s.exec(first) ?? []
    expect([before, after, others]).toEqual(['\x1b7', '\x1b8\x1b[5C', ['\x1b[5C', '\x1b[5C']])
    expect(readSixel(data)).toEqual({ width: 9, height: 8, colors: rows.flat() })
  })

  test('colors between the palette levels are dithered', () => {
    const [first = ''] = drawSixel(plainPixels(24, 24, [100, 150, 200]), cells)
    const { colors } = readSixel(/\x1bP([^\x1b]*)/.exec(first)?.[1] ?? '')
    const mean = [0, 1, 2].map((at) =>
      Math.round(colors.reduce((sum, color) => sum + (color[at] ?? 0), 0) / colors.length),
    )
    for (const [at, value] of [100, 150, 200].entries())
      expect(Math.abs((mean[at] ?? 0) - value)).toBeLessThan(8)
  })
})
