/** Writes the payments of a loan in the format of the service. */

import type { JsonObject } from '../../../ports/json.ts'
import { formatDate, hour, startOfMonth, toBookDate } from '../calendar.ts'
import type { Loan, Marketplace } from '../model.ts'
import { makeTerms } from './make-terms.ts'
import { planPayments } from './plan-payments.ts'

export interface PaidRow {
  readonly at: number
  readonly cents: number
  readonly record: JsonObject
}

const firstPaymentId = 880000001
/** Size of the id range of a loan's payments: more than two for each month of the longest term. */
const paymentsEach = 100

/** Returns the payments so far, oldest first. */
export function makePayments(
  market: Pick<Marketplace, 'randomFor' | 'today'>,
  loan: Loan,
): readonly PaidRow[] {
  if (!hasRepaid(loan)) return []
  const random = market.randomFor('payment rows', loan.index)
  const lossy = makeTerms(market, loan).shared && random.chance(0.15)
  return planPayments(market, loan)
    .filter(({ at }) => at <= market.today)
    .map(({ month, at, cents, localCents, isPart }, nth) => {
      const local = localCents / 100
      const fall = random.next() * 0.08
      return {
        at,
        cents,
        record: {
          amount: cents / 100,
          local_amount: local,
          // Partners report the payments of a month on its last day.
          processed_date: formatDate(toBookDate(startOfMonth(month + 1) - hour)),
          settlement_date: formatDate(at),
          rounded_local_amount: Math.round(local * 10) / 10,
          currency_exchange_loss_amount: lossy ? Math.round(cents * fall) / 100 : 0,
          payment_id: firstPaymentId + loan.index * paymentsEach + nth,
          ...(isPart && { comment: 'Paid in two parts.' }),
        },
      }
    })
}

/** Whether the borrowers have the money, so that the record says what they have repaid. */
export const hasRepaid = ({ status }: Pick<Loan, 'status'>) =>
  status === 'in_repayment' || status === 'paid' || status === 'ended_with_loss'
