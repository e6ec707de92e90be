/** Derived fields about fundraising, along a straight line: the average pace since the loan was posted. */
import { at, isEmpty } from '../../api/records/field-values.ts'
import type { JsonObject } from '../../ports/json.ts'
import { hour } from '../../time-units.ts'
import { isEarly } from '../funding.ts'
import { type FundingLine, projectedPercent, shortfallOf } from '../funding-line.ts'
import { isFundraising, isPastFundraising } from '../loan-status.ts'
import type { Cents } from '../money.ts'
import { type Derived, dollars, dollarsOf, quotient, toDerived } from './derived.ts'
import { centsAt, combine, type Fact, isKnown, known, timeAt, unknown, when } from './fact.ts'

/** What to expect of a loan at its deadline. */
type Outlook = 'over' | 'full' | 'no_end' | 'too_early' | 'on_track' | 'short'

/**
 * Derives the group `funding` at `now`, in milliseconds since the epoch. Money in baskets is not raised:
 * baskets lapse.
 */
export function deriveFunding(loan: JsonObject, now: number): Derived {
  const facts = fundingFacts(loan, Math.floor(now))
  const { raising, raised, toGo, basket, passed, left, line } = facts
  const outlook = outlookOf(loan, facts)
  const isTooEarly = isKnown(outlook) && outlook.value === 'too_early'
  const trusted = isTooEarly ? tooEarly(raised) : line
  return toDerived({
    hours_left: combine([left], (left) => quotient(left, BigInt(hour))),
    left: combine([toGo], dollars),
    left_unreserved: combine([toGo, basket], (toGo, basket) => dollars(Math.max(0, toGo - basket))),
    pace: when(raising, combine([raised, passed], perHour)),
    needed: combine([toGo, left], perHour),
    ratio: combine([trusted], ({ raised, toGo, passed, left }) =>
      raised > 0n ? quotient(toGo * passed, raised * left) : nothingRaised,
    ),
    projected: combine([trusted], (trusted) => {
      const percent = projectedPercent(trusted)
      return percent ? quotient(percent.top, percent.bottom) : unknown('loan_amount is 0')
    }),
    short: combine([line], (line) => dollarsOf(shortfallOf(line))),
    outlook,
  })
}

const nothingRaised = unknown('nothing is raised yet')

const tooEarly = (raised: Fact<Cents>) =>
  isKnown(raised) && raised.value > 0 ? unknown('posted less than 24 hours ago') : nothingRaised

const perHour = (cents: Cents, time: bigint) => dollarsOf({ top: BigInt(cents) * BigInt(hour), bottom: time })

type FundingFacts = ReturnType<typeof fundingFacts>

/** Amounts are in cents, times in milliseconds. */
function fundingFacts(loan: JsonObject, now: number) {
  const raised = centsAt(loan, 'funded_amount')
  const asked = centsAt(loan, 'loan_amount')
  const basket = centsAt(loan, 'basket_amount')
  const posted = timeAt(loan, 'posted_date')
  const end = timeAt(loan, 'planned_expiration_date')
  const phase = phaseOf(loan, end, now)
  const raising = combine(
    [phase],
    (phase): Fact<true> => (phase === 'raising' ? known(true) : unknown('fundraising has ended')),
  )
  const toGo = combine([asked, raised], (asked, raised) => known(Math.max(0, asked - raised)))
  const age = combine([posted], (posted) => known(now - posted))
  const passed = combine([age], (age) =>
    age > 0 ? known(BigInt(age)) : unknown('posted_date is not in the past'),
  )
  const left = when(
    raising,
    combine([end], (end) => known(BigInt(end - now))),
  )
  const line = combine([left, toGo, raised, passed], (left, toGo, raised, passed) =>
    known<FundingLine>({ left, toGo: BigInt(toGo), raised: BigInt(raised), passed }),
  )
  return { phase, raising, raised, basket, toGo, age, passed, left, line }
}

function phaseOf(loan: JsonObject, end: Fact<number>, now: number): Fact<'raising' | 'over'> {
  if (isPastFundraising(loan)) return known('over')
  if (isFundraising(loan)) return known(isKnown(end) && end.value <= now ? 'over' : 'raising')
  return unknown(`status is ${isEmpty(at(loan, 'status')) ? 'missing' : 'unknown'}`)
}

/** Returns the first outlook that fits. */
function outlookOf(loan: JsonObject, { phase, toGo, raised, age, line }: FundingFacts): Fact<Outlook> {
  if (!isKnown(phase)) return phase
  if (phase.value === 'over') return known('over')
  if (!isKnown(toGo)) return toGo
  if (toGo.value === 0) return known('full')
  if (isEmpty(at(loan, 'planned_expiration_date'))) return known('no_end')
  const isNew = isKnown(age) && isEarly(age.value)
  if (isNew || (isKnown(raised) && raised.value <= 0)) return known('too_early')
  return combine([line], (line) => known(shortfallOf(line).top === 0n ? 'on_track' : 'short'))
}
