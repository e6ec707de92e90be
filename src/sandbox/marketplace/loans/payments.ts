/**
 * The payments of a loan: planned from its schedule and its course, compared with the schedule, and written in the format
 * of the service.
 */
import type { JsonObject } from '../../../core/json.ts'
import { day, formatDate, hour, monthOf, startOfMonth, toBookDate } from '../calendar.ts'
import { makeEntries, writeEntry } from '../journal.ts'
import type { Loan, Marketplace } from '../model.ts'
import { dueDay, makeSchedule, makeTerms, payoutFor } from './terms.ts'

/** How a loan stands on a day: what is paid, due, and overdue for more than a month, in cents. */
interface Standing {
  readonly paid: number
  readonly due: number
  readonly longOverdue: number
}

const monthOverdue = 30 * day

/**
 * Compares the payments of a loan with its schedule, as of today. Without a published schedule, nothing counts as due.
 */
export function standingOf(market: Pick<Marketplace, 'randomFor' | 'today'>, loan: Loan): Standing {
  const schedule = makeSchedule(market, loan)
  const first = monthOf(loan.begins)
  let paid = 0
  let due = 0
  let dueBefore = 0
  for (const { at, cents } of planPayments(market, loan, schedule)) if (at <= market.today) paid += cents
  for (const { month, cents } of makeTerms(market, loan).isUnscheduled ? [] : schedule) {
    // An installment may be paid until the end of its due day.
    const at = dueDay(first + month)
    if (at < market.today) due += cents
    if (at < market.today - monthOverdue) dueBefore += cents
  }
  return { paid, due, longOverdue: Math.max(0, dueBefore - paid) }
}

/**
 * Whether the service calls the loan delinquent: an installment has been overdue for a month. A few partners don't
 * report that.
 */
export function isDelinquent(market: Pick<Marketplace, 'randomFor' | 'today'>, loan: Loan): boolean {
  if (loan.status !== 'in_repayment' || ['steady', 'early'].includes(loan.course)) return false
  return standingOf(market, loan).longOverdue > 0 && market.randomFor('reported', loan.index).chance(0.85)
}

/** A payment in the format of the service. */
interface PaidRow {
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

/** Returns the updates of a loan: its payments and journal entries, newest first. */
export function writeUpdates(market: Marketplace, loan: Loan): readonly JsonObject[] {
  const payments = makePayments(market, loan).map(({ at, record }) => ({
    at,
    update: { update_type: 'payment', payment: record },
  }))
  const entries = makeEntries(market, loan).map((entry) => ({
    at: entry.at,
    update: { update_type: 'journal_entry', journal_entry: writeEntry(market, entry) },
  }))
  return [...payments, ...entries.toReversed()].sort((a, b) => b.at - a.at).map(({ update }) => update)
}

/** A payment, made or still to come. */
interface Payment {
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
function planPayments(
  market: Pick<Marketplace, 'randomFor'>,
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
