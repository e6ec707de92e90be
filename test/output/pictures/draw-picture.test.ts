import { describe, expect, test } from 'vitest'
import { decodeJpeg } from '../../../src/core/jpeg.ts'
import { countScanComponents, jpegSize, scale } from '../../../src/output/pictures/draw-picture.ts'
import { fitInto } from '../../../src/output/pictures/encode-picture.ts'
import { blue, green, jpeg, pixels, pretendedJpeg, progressiveJpeg, red, white } from './pictures.ts'

describe('jpeg scans', () => {
  /** Returns a file with application data after its first two bytes. */
  const withData = (file: Uint8Array, length: readonly number[], data: Uint8Array) =>
    Uint8Array.from([...file.subarray(0, 2), 0xff, 0xe1, ...length, ...data, ...file.subarray(2)])

  const bytesOf = (size: number) => [size >> 8, size & 255]

  describe('the number of components in all scans', () => {
    test.each([
      ['a baseline file', jpeg(80, 60), 3],
      ['scans of one component', progressiveJpeg(20), 20],
      ['scans of several', progressiveJpeg(5, { components: 4 }), 20],
      ['scans that name none', progressiveJpeg(20, { components: 0 }), 20],
      ['scans behind the end', Uint8Array.from([...jpeg(8, 8), ...progressiveJpeg(2)]), 5],
      ['nothing', new Uint8Array(), 0],
    ])('%s', (_, file, count) => {
      expect(countScanComponents(file)).toBe(count)
    })

    test('does not count the scans of a thumbnail in the header', () => {
      const thumbnail = progressiveJpeg(50)
      const file = withData(jpeg(8, 8), bytesOf(2 + thumbnail.length), thumbnail)
      expect(countScanComponents(file)).toBe(3)
      expect(decodeJpeg(file)).toEqual(decodeJpeg(jpeg(8, 8)))
    })

    test.each([[[0, 0]], [[0, 1]]])('a segment with the invalid length %j hides no scans', (length) => {
      const file = withData(jpeg(8, 8), length, new Uint8Array())
      expect(countScanComponents(file)).toBe(3)
    })
  })

  test('the progressive test file can be decoded', () => {
    expect(decodeJpeg(progressiveJpeg(3))).toMatchObject({ width: 8, height: 8 })
  })
})

describe('scale', () => {
  describe('scaling a picture', () => {
    test('a pixel is the mean of the pixels that it covers', () => {
      const four = pixels([red, green], [blue, white])
      expect(scale(four, { width: 1, height: 1 })).toEqual(pixels([[128, 128, 128]]))
      expect(scale(four, { width: 2, height: 1 })).toEqual(
        pixels([
          [128, 0, 128],
          [128, 255, 128],
        ]),
      )
    })

    test('enlarging repeats pixels', () => {
      expect(scale(pixels([red, green, blue]), { width: 2, height: 1 }).rgb).toHaveLength(6)
      expect(scale(pixels([red], [blue]), { width: 2, height: 4 })).toEqual(
        pixels([red, red], [red, red], [blue, blue], [blue, blue]),
      )
    })

    test('the same size changes nothing', () => {
      const three = pixels([red, green, blue], [blue, red, white])
      expect(scale(three, { width: 3, height: 2 })).toEqual(three)
    })
  })

  test.each([
    ['as wide as the room', { width: 400, height: 300 }, { columns: 32, rows: 12 }],
    ['upright', { width: 300, height: 600 }, { columns: 12, rows: 12 }],
    ['a strip', { width: 4000, height: 10 }, { columns: 32, rows: 1 }],
    ['a pole', { width: 1, height: 4000 }, { columns: 1, rows: 12 }],
  ])('%s', (_, size, cells) => {
    expect(fitInto({ columns: 32, rows: 12 }, size)).toEqual(cells)
  })

  describe('the size in a JPEG header', () => {
    test.each([
      [80, 60],
      [1, 1],
      [325, 250],
    ])('%d × %d', (width, height) => {
      expect(jpegSize(jpeg(width, height))).toEqual({ width, height })
      expect(jpegSize(pretendedJpeg(width, height))).toEqual({ width, height })
    })

    test.each([
      ['nothing', new Uint8Array()],
      ['a picture of another kind', new TextEncoder().encode('\x89PNG\r\n\x1a\n and more of it')],
      ['the beginning alone', jpeg(8, 8).subarray(0, 40)],
      ['no width', pretendedJpeg(0, 8)],
      [
        'segments without length',
        Uint8Array.from([0xff, 0xd8, ...Array(2000).fill([0xff, 0xe0, 0, 0]).flat()]),
      ],
      ['segments that lead out of it', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0])],
    ])('is undefined for %s', (_, file) => {
      expect(jpegSize(file)).toBeUndefined()
    })
  })
})
