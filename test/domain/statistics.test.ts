/** Statistics of numbers: exact, however many and however large. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/core/json.ts'
import { ExactNumber } from '../../src/core/numbers.ts'
import { amountsIn, Numbers, type Statistic } from '../../src/domain/statistics.ts'

const of = (statistic: Statistic, values: Json, isMoney = false) => {
  const numbers = new Numbers(statistic === 'median')
  for (const amount of amountsIn(values)) numbers.add(amount)
  const value = numbers.value(statistic, isMoney)
  return value instanceof ExactNumber ? String(value) : value
}

describe('a sum', () => {
  test.each([
    [[0.1, 0.2], 0.3],
    [Array(1000).fill(0.1), 100],
    [[178.57, -0.57, 0.001], 178.001],
    [['50.5', ' 1e1 ', 'x', null, true, {}], 60.5],
    [[[1, [2.5]], []], 3.5],
    [[], 0],
    [[1e20, 1, -1e20], 1],
    [[1e-300, 1], `1.${'0'.repeat(299)}1`],
    [[new ExactNumber('9007199254740993'), 0.25], '9007199254740993.25'],
    [['90071992547409.91', '90071992547409.92'], '180143985094819.83'],
    [[1e15, 1e15], 2e15],
    [
      [Number.NaN, new ExactNumber('1e400'), '1e-999999', `0.${'1'.repeat(500)}`],
      expect.closeTo(0.111111111111),
    ],
  ] as const)('of %j is %j', (values, sum) => expect(of('sum', values as Json)).toEqual(sum))

  test('of money is rounded to cents', () => {
    expect(of('sum', [0.004, 0.004], true)).toBe(0.01)
    expect(of('sum', [178.57000000000002], true)).toBe(178.57)
  })

  test('of cents is exact in any order', () => {
    const cents = fc.array(fc.integer({ min: -1e12, max: 1e12 }), { maxLength: 50 })
    fc.assert(
      fc.property(cents, (all) => {
        const total = all.reduce((sum, n) => sum + BigInt(n), 0n)
        expect(
          of(
            'sum',
            all.map((n) => n / 100),
          ),
        ).toBe(Number(total) / 100)
      }),
    )
  })
})

test.each([
  ['avg', [1, 2, 2], false, 1.6667],
  ['avg', [1, 2, 2], true, 1.67],
  ['avg', [0.005], true, 0.01],
  ['avg', [-0.005], true, 0],
  ['avg', [], false, undefined],
  ['median', [3, 1, 2], true, 2],
  ['median', [1, 10, 2, 100], true, 6],
  ['median', [10.01, 10.02], true, 10.02],
  ['median', [], true, undefined],
  ['min', [3, '-1.5', 2], true, -1.5],
  ['max', [3, new ExactNumber('9007199254740993'), 9007199254740992], false, '9007199254740993'],
  ['max', [], false, undefined],
] as const)('the %s of %j, money: %j, is %j', (statistic, values, isMoney, result) => {
  expect(of(statistic, values as Json, isMoney)).toBe(result)
})

test('numbers added together are like numbers added one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })), fc.nat(), (all, at) => {
      const whole = new Numbers(true)
      const [one, other] = [new Numbers(true), new Numbers(true)]
      for (const [index, value] of all.entries()) {
        whole.add(value)
        ;(index < at % (all.length + 1) ? one : other).add(value)
      }
      one.addAll(other)
      for (const statistic of ['sum', 'avg', 'median', 'min', 'max'] as const)
        expect(String(one.value(statistic, false))).toBe(String(whole.value(statistic, false)))
    }),
  )
})
