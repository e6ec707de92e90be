import { expect, test } from 'vitest'
import { coverageWords } from '../../src/mirror/coverage.ts'

test.each([
  [0, 2000, '0 of 2,000 loans (0.0%)'],
  [1949, 2000, '1,949 of 2,000 loans (97.4%)'],
  [1999, 2000, '1,999 of 2,000 loans (99.9%)'],
  [2000, 2000, '2,000 of 2,000 loans (100%)'],
  [2001, 2000, '2,001 of 2,000 loans (100%)'],
  [1, 0, '1 loan'],
  [7, null, '7 loans'],
])('%s loans of %s', (loans, listed, words) => {
  expect(coverageWords({ loans, listed, listed_at: null })).toBe(words)
})
