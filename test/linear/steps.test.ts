import { expect, test } from 'vitest'
import { expectLinear } from '../support/linear.ts'

test.each<readonly [string, (size: number) => unknown]>([
  ['a loop', (size) => Array.from({ length: size }, (_, at) => at).map((at) => at + 1)],
  ['a search', (size) => 'x'.repeat(size).indexOf('y')],
  ['a regular expression', (size) => /0+$/.test('0'.repeat(size))],
  ['a replacement', (size) => 'ab'.repeat(size).replaceAll(/a+/g, '')],
])('%s over more input is linear', (_, work) => expectLinear(1000, work))

test.each<readonly [string, (size: number) => unknown]>([
  [
    'a loop in a loop',
    (size) => {
      let sum = 0
      for (let one = 0; one < size; one++) for (let other = 0; other < size; other++) sum += other
      return sum
    },
  ],
  [
    'a search at each letter',
    (size) => [...'x'.repeat(size)].map((_, at, all) => all.join('').indexOf('y', at)),
  ],
  [
    'an insertion at the start for each item',
    (size) => {
      const list: number[] = []
      for (let at = 0; at < size; at++) list.unshift(at)
    },
  ],
  ['a regular expression that tries each start', (size) => /0+$/.test(`${'0'.repeat(size)}1`)],
  ['a replacement that does', (size) => `${' '.repeat(size)}x`.replace(/\s+$/, '')],
])('%s is reported as quadratic', async (_, work) => {
  await expect(expectLinear(1000, work)).rejects.toThrow('for four times as much')
})
