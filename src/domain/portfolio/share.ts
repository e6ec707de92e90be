/**
 * Where a lender's share of one loan is: repaid, lost, overdue, or still to come. `settledShare` is the only rule for what
 * is repaid and lost: the calendar, the page of a portfolio and `kiva today` show its sums.
 */
import { at } from '../../api/records/field-values.ts'
import type { JsonObject } from '../../core/json.ts'
import { type Cents, centsOf, type Fraction, floorOf } from '../money.ts'
import { behindSince, type Installment, paidOf, scheduleOf, totalUntil } from '../repayment.ts'
import { stageOf } from './counted-loans.ts'

/** The parts of a share, which sum to it exactly, in cents. */
interface PlacedShare {
  readonly repaid: Cents
  /** Not repaid by a loan that ended. */
  readonly lost: Cents
  readonly raising: Cents
  readonly overdue: Cents
  /** Installments to come. */
  readonly dated: readonly Installment[]
  /** To come from a loan without schedule. */
  readonly undated: Cents
}

const nothing: PlacedShare = { repaid: 0, lost: 0, raising: 0, overdue: 0, dated: [], undated: 0 }

/** Places a share in cents at `now`, in milliseconds since the epoch; undefined if amounts are unknown. */
export function placeShare(loan: JsonObject, share: Cents, now: number): PlacedShare | undefined {
  const stage = stageOf(loan)
  if (stage === undefined) return undefined
  if (stage === 'raising') return { ...nothing, raising: share }
  const settled = settledShare(loan, share)
  if (settled === undefined || stage === 'ended') return settled && { ...nothing, ...settled }
  return { ...nothing, ...settled, ...placeRest(loan, share, settled.repaid, now) }
}

/**
 * Returns what of a share is repaid and lost, in cents: the share times the amount paid, divided by the amount raised and
 * rounded half up to a cent; 0 before the loan is paid out. The rest is lost once the loan has ended. Undefined for loans
 * that a portfolio does not count, such as refunded ones, and if the amount raised or paid is unknown.
 */
export function settledShare(
  loan: JsonObject,
  share: Cents,
): Pick<PlacedShare, 'repaid' | 'lost'> | undefined {
  const stage = stageOf(loan)
  if (stage === undefined) return undefined
  if (stage === 'raising' || stage === 'lent') return { repaid: 0, lost: 0 }
  const paid = repaidShare(loan)
  if (paid === undefined) return undefined
  const repaid = partOf(share, paid)
  return { repaid, lost: stage === 'ended' ? share - repaid : 0 }
}

/** Places what is not repaid yet: behind its schedule, to come on a date, or to come without one. */
function placeRest(loan: JsonObject, share: Cents, repaid: Cents, now: number): Partial<PlacedShare> {
  const schedule = scheduleOf(loan)
  const rest = schedule && splitShare(share, repaid, schedule)
  if (!rest) return { undated: share - repaid }
  const since = behindSince(now)
  const overdue = rest.filter(({ time }) => time <= since).reduce((sum, { amount }) => sum + amount, 0)
  return { overdue, dated: rest.filter(({ time }) => time > since) }
}

/**
 * Splits a share over the schedule of a loan: returns what each installment still brings, given what is repaid in
 * cents, which covers the earliest ones. The results sum to `share` minus `repaid` exactly, because the running sums
 * are rounded, not the installments. Undefined if the schedule's total is not positive.
 */
export function splitShare(
  share: Cents,
  repaid: Cents,
  schedule: readonly Installment[],
): readonly Installment[] | undefined {
  const total = totalUntil(schedule)
  if (total <= 0) return undefined
  const rest: Installment[] = []
  let running = 0
  let covered = repaid
  for (const installment of schedule) {
    running += installment.amount
    // A schedule with negative rows may exceed its total on the way.
    const reached = Math.min(share, partOf(share, { top: BigInt(running), bottom: BigInt(total) }))
    if (reached > covered) rest.push({ ...installment, amount: reached - covered })
    covered = Math.max(covered, reached)
  }
  return rest
}

/** Returns this part of a share, rounded half up to a cent. */
const partOf = (share: Cents, { top, bottom }: Fraction): Cents =>
  floorOf({ top: 2n * BigInt(share) * top + bottom, bottom: 2n * bottom })

/**
 * Returns the paid share of the amount raised, from 0 to 1; undefined if an amount is missing or nothing was
 * raised.
 */
export function repaidShare(loan: JsonObject): Fraction | undefined {
  const [funded, paid] = [centsOf(at(loan, 'funded_amount')), paidOf(loan)]
  if (funded === undefined || funded <= 0 || paid === undefined) return undefined
  return { top: BigInt(Math.min(funded, Math.max(0, paid))), bottom: BigInt(funded) }
}

/** Returns the part that is not in a share. */
export const remainder = ({ top, bottom }: Fraction): Fraction => ({ top: bottom - top, bottom })
