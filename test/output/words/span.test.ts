import { expect, test } from 'vitest'
import { size } from '../../../src/output/words/size.ts'
import { age } from '../../../src/output/words/span.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [13_662, '14 kB'],
  [1_340_000, '1.3 MB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [209_715_200, '210 MB'],
  [2_500_000_000, '2.5 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(size(bytes)).toBe(words)
})

test.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [5_400_000, '1 h'],
  [90 * 86_400_000, '90 d'],
])('%i ms are %s', (milliseconds, words) => {
  expect(age(milliseconds)).toBe(words)
})
