import { expect, test } from 'vitest'
import { counted } from '../../src/core/numbers.ts'

test.each([
  [0, 'loans', '0 loans'],
  [1, 'loans', '1 loan'],
  [2, 'journal entries', '2 journal entries'],
  [1, 'journal entries', '1 journal entry'],
  [1, 'lending actions', '1 lending action'],
  [1, 'release', '1 release'],
  [1, 'matches', '1 match'],
  [12_345, 'pages', '12,345 pages'],
])('%i %s', (number, nouns, told) => {
  expect(counted(number, nouns)).toBe(told)
})
