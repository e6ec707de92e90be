import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { centsOf, percentOf, restOf, sumOf } from '../../src/domain/money.ts'
import { ExactNumber } from '../../src/exact-number.ts'

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
