/** Exact quotients, rounded once when they are printed. */

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

/** Division of BigInt drops decimals, which rounds negative quotients up. */
function floorDivide(top: bigint, bottom: bigint): bigint {
  const quotient = top / bottom
  return top < 0n && top % bottom < 0n ? quotient - 1n : quotient
}
