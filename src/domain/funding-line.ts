/**
 * Where the funding of a loan leads along a straight line: at its average pace since it was posted. The loan
 * page and the derived fields share these formulas.
 */
import type { Fraction } from './fraction.ts'

/** Amounts are in cents, times in milliseconds. `passed` and `left` are greater than 0. */
export interface FundingLine {
  readonly raised: bigint
  readonly toGo: bigint
  /** Time since the loan was posted. */
  readonly passed: bigint
  /** Time until the deadline. */
  readonly left: bigint
}

/** Returns the amount missing at the deadline, in cents; 0 if the loan will be full. */
export function shortfallOf({ raised, toGo, passed, left }: FundingLine): Fraction {
  const missing = toGo * passed - raised * left
  return { top: missing > 0n ? missing : 0n, bottom: passed }
}

/** Returns the percent funded at the deadline, at most 100; undefined if no amount was asked for. */
export function projectedPercent({ raised, toGo, passed, left }: FundingLine): Fraction | undefined {
  const bottom = passed * (raised + toGo)
  const top = 100n * raised * (passed + left)
  if (bottom <= 0n) return undefined
  return top > 100n * bottom ? { top: 100n, bottom: 1n } : { top, bottom }
}
