import { describe, expect, test } from 'vitest'
import { decodeJpeg } from '../../../src/jpeg.ts'
import { countScanComponents } from '../../../src/output/pictures/jpeg-scans.ts'
import { jpeg, progressiveJpeg } from './pictures.ts'

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
