/** Exact quotients. */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ExactNumber } from '../../src/core/numbers.ts'
import {
  ceilingOf,
  centsOf,
  floorOf,
  percentOf,
  restOf,
  rounded,
  sumOf,
  sumOfFractions,
} from '../../src/domain/money.ts'

describe('fraction', () => {
  test.each([
    [1n, 3n, 0.3333],
    [2n, 3n, 0.6667],
    [1n, 20_000n, 0.0001],
    [1n, 20_001n, 0],
    [3n, 20_000n, 0.0002],
    [-1n, 20_000n, 0],
    [-2n, 3n, -0.6667],
    [10n, 5n, 2],
    [0n, 7n, 0],
    // 1.00005 and 2.00015 have no exact double: floats round them down.
    [100_005n, 100_000n, 1.0001],
    [200_015n, 100_000n, 2.0002],
    [50_000_000_000_000_000_000n, 10_000_000n, 5_000_000_000_000],
  ])('%d / %d, rounded half up to 4 decimals, is %d', (top, bottom, expected) => {
    expect(rounded({ top, bottom })).toBe(expected)
  })

  /** Rounds a decimal number of many digits, by the school's rule. */
  function byHand(top: bigint, bottom: bigint): number {
    const digits = ((top < 0n ? -top : top) * 10n ** 40n) / bottom
    const [kept, rest] = [digits / 10n ** 36n, digits % 10n ** 36n]
    const half = 5n * 10n ** 35n
    const isExact = ((top < 0n ? -top : top) * 10n ** 40n) % bottom === 0n
    const isUp = top < 0n ? rest > half || (rest === half && !isExact) : rest >= half
    const size = Number(isUp ? kept + 1n : kept) / 10_000
    return top < 0n && size > 0 ? -size : size
  }

  test('every quotient is rounded as by hand, also next to a half', () => {
    const near = fc
      .tuple(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.bigInt(1n, 10n ** 14n), fc.bigInt(-2n, 2n))
      .map(([tenThousandths, scale, step]) => ({
        top: (2n * tenThousandths + 1n) * scale + step,
        bottom: 20_000n * scale,
      }))
    const any = fc.record({ top: fc.bigInt(-(10n ** 30n), 10n ** 30n), bottom: fc.bigInt(1n, 10n ** 20n) })
    fc.assert(
      fc.property(fc.oneof(near, any), ({ top, bottom }) => {
        expect(rounded({ top, bottom })).toBe(byHand(top, bottom))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    [7n, 2n, 3, 4],
    [6n, 2n, 3, 3],
    [-7n, 2n, -4, -3],
    [0n, 2n, 0, 0],
  ])('%d / %d is from %d to %d', (top, bottom, floor, ceiling) => {
    expect([floorOf({ top, bottom }), ceilingOf({ top, bottom })]).toEqual([floor, ceiling])
  })

  test('sums are exact', () => {
    const fractions = [
      [1n, 3n],
      [1n, 7n],
      [1n, 3n],
      [-1n, 21n],
    ] as const
    const { top, bottom } = sumOfFractions(fractions.map(([top, bottom]) => ({ top, bottom })))
    expect(top * 21n).toBe(16n * bottom)
    expect(sumOfFractions([])).toEqual({ top: 0n, bottom: 1n })
  })
})

describe('money', () => {
  test.each([
    [2500, 250_000],
    [178.57, 17_857],
    [9.279999999999999, 928],
    [-3.2, -320],
    ['178.57', 17_857],
    [0, 0],
    [new ExactNumber('12345678901234567890'), undefined],
    [1e15, undefined],
    ['a lot', undefined],
    [' 25.5 ', 2550],
    ['.5', 50],
    ['2.5e1', 2500],
    ['0x1F4', undefined],
    ['0b11', undefined],
    ['0o17', undefined],
    ['Infinity', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
    [{ amount: 5 }, undefined],
    [Number.MAX_VALUE, undefined],
  ])('centsOf(%j) is %j', (value, cents) => expect(centsOf(value)).toBe(cents))

  test('any whole number of cents is converted exactly', () => {
    const cents = fc.integer({ min: -1e12, max: 1e12 })
    fc.assert(fc.property(cents, (amount) => centsOf(amount / 100) === amount))
  })

  test('a sum is undefined if an amount is missing', () => {
    expect(sumOf([10, 20, 3])).toBe(33)
    expect(sumOf([10, undefined, 3])).toBeUndefined()
    expect(sumOf([])).toBe(0)
    expect(sumOf([Number.MAX_SAFE_INTEGER - 1, 1])).toBe(Number.MAX_SAFE_INTEGER)
    // The next one is not a whole number of cents that a double can hold.
    expect(sumOf([Number.MAX_SAFE_INTEGER, 2])).toBeUndefined()
    expect(sumOf([Number.MAX_SAFE_INTEGER, 2, -2])).toBeUndefined()
    // In dollars, 0.1 + 0.2 is 0.30000000000000004.
    expect(sumOf([0.1, 0.2].map(centsOf))).toBe(30)
  })

  test('a remainder is never negative', () => {
    expect([restOf(100, 30), restOf(100, 130), restOf(undefined, 30), restOf(100, undefined)]).toEqual([
      70,
      0,
      undefined,
      undefined,
    ])
  })

  describe('a percentage', () => {
    it.each([
      [0, 100, 0],
      [9, 100_000, 0],
      [58, 100, 58],
      [29, 100, 29],
      [99_999, 100_000, 99],
      [100, 100, 100],
      [130, 100, 100],
      [-5, 100, 0],
      [5, 0, undefined],
      [5, -1, undefined],
      [undefined, 100, undefined],
      [5, undefined, undefined],
    ])('of %j in %j is %j', (part, whole, percent) => expect(percentOf(part, whole)).toBe(percent))

    it('is 100 exactly if the part reaches the whole', () => {
      const amount = fc.integer({ min: 1, max: 1e11 })
      fc.assert(
        fc.property(amount, amount, (part, whole) => (percentOf(part, whole) === 100) === part >= whole),
      )
    })
  })
})

test.each([
  [90059646868508.67, 9005964686850867],
  [-90059646868508.67, -9005964686850867],
  ['178.57', 17857],
  [new ExactNumber('90049857678841.65'), 9004985767884165],
  ['-90049857678841.650', -9004985767884165],
  [1234567890123.5, 123456789012350],
  [1e14, undefined],
])('%j in cents is %d', (dollars, cents) => expect(centsOf(dollars)).toBe(cents))
