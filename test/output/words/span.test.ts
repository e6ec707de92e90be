import { expect, test } from 'vitest'
import { size } from '../../../src/output/words/line.ts'
import { age, inWords, lasting, roughly, span } from '../../../src/output/words/span.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1kB'],
  [13_662, '14kB'],
  [1_340_000, '1.3MB'],
  [999_499, '999kB'],
  [999_500, '1MB'],
  [209_715_200, '210MB'],
  [2_500_000_000, '2.5GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(size(bytes)).toBe(words)
})

test.each([
  [-5, '0s'],
  [59_999, '59s'],
  [60_000, '1min'],
  [5_400_000, '1h'],
  [90 * 86_400_000, '90d'],
])('%i ms are %s', (milliseconds, words) => {
  expect(age(milliseconds)).toBe(words)
})

const hour = 3_600_000

test.each([
  [0, '1min', '1 minute'],
  [hour, '1h', '1 hour'],
  [26 * hour, '1d', '1 day'],
  [24_000 * hour, '1,000d', '1,000 days'],
])('a span of %i ms is %s, %s', (milliseconds, short, long) => {
  expect([span(milliseconds), inWords(milliseconds)]).toEqual([short, long])
})

test.each([
  [400, '0.4s'],
  [41_001, '42s'],
  [12 * 60_000, '12min'],
  [3 * hour, '3h'],
])('a duration of %i ms is %s', (milliseconds, words) => {
  expect(lasting(milliseconds)).toBe(words)
})

test.each([
  [1, '1 hour'],
  [1.4 * hour, '1 hour'],
  [35.9 * hour, '36 hours'],
  [36 * hour, '2 days'],
  [43.2 * hour, '2 days'],
  [61 * hour, '3 days'],
])('an estimate of %i ms is about %s', (milliseconds, words) => {
  expect(roughly(milliseconds)).toBe(words)
})
