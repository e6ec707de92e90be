/** Where a lender's share of one loan is. */
import type { JsonObject } from '../../ports/json.ts'
import type { Cents } from '../money.ts'
import { behindSince, scheduleOf } from '../repayment.ts'
import type { DatedAmount } from '../schedule.ts'
import { stageOf } from './count-stages.ts'
import { repaidShare } from './repaid-share.ts'
import { partOf, splitShare } from './split-share.ts'

/** The parts of a share, which sum to it exactly, in cents. */
export interface PlacedShare {
  readonly repaid: Cents
  /** Not repaid by a loan that ended. */
  readonly lost: Cents
  readonly raising: Cents
  readonly overdue: Cents
  /** Installments to come. */
  readonly dated: readonly DatedAmount[]
  /** To come from a loan without schedule. */
  readonly undated: Cents
}

const nothing: PlacedShare = { repaid: 0, lost: 0, raising: 0, overdue: 0, dated: [], undated: 0 }

/** Places a share in cents at `now`, in milliseconds since the epoch; undefined if amounts are unknown. */
export function placeShare(loan: JsonObject, share: Cents, now: number): PlacedShare | undefined {
  const stage = stageOf(loan)
  if (stage === undefined) return undefined
  if (stage === 'raising') return { ...nothing, raising: share }
  if (stage === 'lent') return { ...nothing, ...placeRest(loan, share, 0, now) }
  const paid = repaidShare(loan)
  if (paid === undefined) return undefined
  const repaid = partOf(share, paid)
  if (stage === 'ended') return { ...nothing, repaid, lost: share - repaid }
  return { ...nothing, repaid, ...placeRest(loan, share, repaid, now) }
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
