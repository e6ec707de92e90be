/** Plans the payments of a loan, from its schedule and its course. */

import { monthOf } from '../calendar.ts'
import type { Loan, Marketplace } from '../model.ts'
import { payoutFor } from './payout.ts'
import { makeSchedule } from './schedule.ts'

type MarketParts = Pick<Marketplace, 'randomFor'>

/** A payment, made or still to come. */
export interface Payment {
  /** Month in which the borrowers paid. */
  readonly month: number
  /** Time at which lenders get it. */
  readonly at: number
  readonly cents: number
  readonly localCents: number
  /** Whether another payment of the same day belongs to it. */
  readonly isPart: boolean
}

/** Returns all payments of a loan, also those still to come, oldest first. They sum to its total unless it breaks. */
export function planPayments(
  market: MarketParts,
  loan: Loan,
  schedule = makeSchedule(market, loan),
): readonly Payment[] {
  const { course, turn, delay, begins, index, term } = loan
  const random = market.randomFor('payments', index)
  const first = monthOf(begins)
  const isUneven = course === 'steady' && random.chance(0.15)
  const isSplit = random.chance(0.1)
  const payments: Payment[] = []
  const add = (month: number, cents: number, localCents: number, isPart = false) => {
    if (cents > 0)
      payments.push({ month: first + month, at: payoutFor(first + month, index), cents, localCents, isPart })
  }
  let ahead = 0
  let rest = 0
  let localRest = 0
  for (const { month, cents, localCents } of schedule) {
    if (month < turn || course === 'steady') {
      // Some borrowers pay a little more than they must, and less at the end.
      const more = isUneven && month < term ? Math.floor(random.next() * 0.04 * cents) : 0
      const now = cents + more - ahead
      const isHalved = isSplit && random.chance(0.4)
      const half = isHalved ? Math.floor(now / 2) : 0
      const local = Math.round((localCents * now) / cents)
      const localHalf = isHalved ? Math.floor(local / 2) : 0
      add(month, now - half, local - localHalf, isHalved)
      if (isHalved) add(month, half, localHalf, true)
      ahead = more
    } else if (course === 'early') {
      rest += cents
      localRest += localCents
    } else if (course === 'slow') add(month + delay, cents, localCents)
    else if (course === 'catching up') add(Math.max(month, turn + delay), cents, localCents)
  }
  if (rest > 0) add(turn, rest, localRest)
  return payments
}
