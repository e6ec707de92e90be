import { expect, test } from 'vitest'
import { coverageWords } from '../../src/mirror/coverage.ts'

test.each([
  [0, 2000, '0 of 2,000 loans (0.0%)'],
  [1949, 2000, '1,949 of 2,000 loans (97.4%)'],
  [1999, 2000, '1,999 of 2,000 loans (99.9%)'],
  [2000, 2000, '2,000 of 2,000 loans (100%)'],
  [2001, 2000, '9 loans'],
  [1, 0, '9 loans'],
  [7, null, '9 loans'],
])('%s loans of %s', (loans, listed, words) => {
  const of = (status: string, loans: number) => ({ status, loans, all_read_since: '', last_read: '' })
  const statuses = [of('paid', 7), of('expired', 2)]
  expect(coverageWords({ loans, listed, listed_at: null }, statuses)).toBe(words)
})
