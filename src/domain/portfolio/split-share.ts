/** Splits a lender's share of a loan over its schedule, in whole cents. */
import { type Fraction, floorOf } from '../fraction.ts'
import type { Cents } from '../money.ts'
import { type DatedAmount, totalUntil } from '../schedule.ts'

/** Returns this part of a share, rounded half up to a cent. */
export const partOf = (share: Cents, { top, bottom }: Fraction): Cents =>
  floorOf({ top: 2n * BigInt(share) * top + bottom, bottom: 2n * bottom })

/**
 * Returns what each installment still brings, given what is repaid in cents: it covers the earliest ones. The
 * results sum to `share` minus `repaid` exactly, because the running sums are rounded, not the installments.
 * Undefined if the schedule's total is not positive.
 */
export function splitShare(
  share: Cents,
  repaid: Cents,
  schedule: readonly DatedAmount[],
): readonly DatedAmount[] | undefined {
  const total = totalUntil(schedule)
  if (total <= 0) return undefined
  const rest: DatedAmount[] = []
  let running = 0
  let covered = repaid
  for (const { time, amount } of schedule) {
    running += amount
    // A schedule with negative rows may exceed its total on the way.
    const reached = Math.min(share, partOf(share, { top: BigInt(running), bottom: BigInt(total) }))
    if (reached > covered) rest.push({ time, amount: reached - covered })
    covered = Math.max(covered, reached)
  }
  return rest
}
