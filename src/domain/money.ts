/** Exact money: sums in whole cents, and quotients as fractions that are rounded once, when they are printed. */
import { number } from '../api/records/field-values.ts'
import type { Json } from '../core/json.ts'

/** A whole number of hundredths of a currency unit: US dollars unless a name says otherwise. */
export type Cents = number

/** Lenders lend in shares of this amount. */
export const shareDollars = 25

/**
 * Converts an amount from the API to cents, rounded; undefined for other values and for amounts too large to
 * be exact.
 */
export function centsOf(value: Json | undefined): Cents | undefined {
  const amount = number(value)
  if (amount === undefined) return undefined
  // A product near 2^53 is off by a cent, and so is an amount beyond the precision of JavaScript: its digits are not.
  const [, whole, fraction = ''] =
    (Math.abs(amount) >= 1e12 && /^\s*(-?\d+)(?:\.(\d\d?)0*)?\s*$/.exec(String(value))) || []
  const cents = whole === undefined ? Math.round(amount * 100) : Number(whole + fraction.padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? cents : undefined
}

/** Returns the sum of all amounts; undefined if any is unknown, or if they are too large to add exactly. */
export function sumOf(amounts: readonly (Cents | undefined)[]): Cents | undefined {
  let sum = 0
  for (const amount of amounts) {
    sum += amount ?? Number.NaN
    if (!Number.isSafeInteger(sum)) return undefined
  }
  return sum
}

/** Returns `whole` minus `part`, at least 0; undefined if either is unknown. */
export function restOf(whole: Cents | undefined, part: Cents | undefined): Cents | undefined {
  return whole === undefined || part === undefined ? undefined : Math.max(0, whole - part)
}

/**
 * Returns whole percent from 0 to 100, rounded down: 100 only if nothing is left. Undefined if either is
 * unknown or `whole` is not positive.
 */
export function percentOf(part: Cents | undefined, whole: Cents | undefined): number | undefined {
  if (part === undefined || whole === undefined || whole <= 0) return undefined
  return Math.min(100, Math.max(0, Math.floor((part * 100) / whole)))
}

/** `top` divided by `bottom`, which is greater than 0. */
export interface Fraction {
  readonly top: bigint
  readonly bottom: bigint
}

/** Rounds half up to 4 decimals. */
export function rounded({ top, bottom }: Fraction): number {
  // Computed with floating point, which is much faster, where its error cannot change the result.
  const divisor = Number(bottom)
  const near = (Number(top) / divisor) * 10_000
  const isClear = Math.abs(near - Math.floor(near) - 0.5) > margin
  if (isClear && Math.abs(near) < safe && divisor < Number.POSITIVE_INFINITY)
    return Math.floor(near + 0.5) / 10_000
  return Number(floorDivide(2n * top * 10_000n + bottom, 2n * bottom)) / 10_000
}

/** Below this, four roundings to 53 bits change a number by less than the margin. */
const safe = 2 ** 30
const margin = 2 ** -20

/** Rounds down to a whole number. */
export const floorOf = ({ top, bottom }: Fraction) => Number(floorDivide(top, bottom))

/** Rounds up to a whole number. */
export const ceilingOf = ({ top, bottom }: Fraction) => Number(-floorDivide(-top, bottom))

/** Returns the exact sum. Equal bottoms are added first, so that the numbers stay small. */
export function sumOfFractions(fractions: Iterable<Fraction>): Fraction {
  const tops = new Map<bigint, bigint>()
  for (const { top, bottom } of fractions) tops.set(bottom, (tops.get(bottom) ?? 0n) + top)
  let sum: Fraction = { top: 0n, bottom: 1n }
  for (const [bottom, top] of tops)
    sum = { top: sum.top * bottom + top * sum.bottom, bottom: sum.bottom * bottom }
  return sum
}

/** Divides and rounds down: division of BigInt drops decimals, which rounds negative quotients up. */
export function floorDivide(top: bigint, bottom: bigint): bigint {
  const quotient = top / bottom
  return top < 0n && top % bottom < 0n ? quotient - 1n : quotient
}
