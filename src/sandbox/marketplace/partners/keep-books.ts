/** Computes the figures of field partners from their loans. */

import { standingOf } from '../loans/standing.ts'
import { hasRepaid } from '../loans/write-payments.ts'
import type { Marketplace } from '../model.ts'
import type { PartnerBooks } from './partner.ts'

/** Returns the figures of each partner, by partner index. */
export function keepBooks(
  market: Pick<Marketplace, 'randomFor' | 'today' | 'partners' | 'loans'>,
): readonly PartnerBooks[] {
  const sums = market.partners.map(() => ({
    posted: 0,
    raised: 0,
    paidOut: 0,
    outstanding: 0,
    overdue: 0,
    atRisk: 0,
    ended: 0,
    lost: 0,
  }))
  for (const loan of market.loans) {
    const sum = loan.partner === undefined ? undefined : sums[loan.partner]
    if (sum === undefined) continue
    sum.posted += 1
    sum.raised += loan.raised
    if (!hasRepaid(loan)) continue
    sum.paidOut += 1
    const whole = loan.total * 100
    if (loan.status === 'paid') {
      sum.ended += whole
      continue
    }
    const { paid, due, longOverdue } = standingOf(market, loan)
    if (loan.status === 'ended_with_loss') {
      sum.ended += whole
      sum.lost += whole - paid
      continue
    }
    sum.outstanding += whole - paid
    sum.overdue += Math.max(0, due - paid)
    if (longOverdue > 0) sum.atRisk += whole - paid
  }
  return sums.map(({ posted, raised, paidOut, outstanding, overdue, atRisk, ended, lost }) => ({
    posted,
    raised,
    paidOut,
    delinquency: percent(overdue, outstanding),
    defaults: percent(lost, ended),
    atRisk: percent(atRisk, outstanding),
  }))
}

/** Returns percent with two decimals. */
const percent = (part: number, whole: number) => (whole > 0 ? Math.round((part / whole) * 10_000) / 100 : 0)
