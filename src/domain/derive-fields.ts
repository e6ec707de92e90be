/**
 * Computes the groups of derived fields (`api/records/derived-fields.ts`), each with its helpers below it. `people`,
 * which portfolios count too, is in `derive-people.ts`.
 */
import { at, isEmpty, number } from '../api/records/field-values.ts'
import { isList, type JsonObject } from '../core/json.ts'
import { withThousands } from '../core/numbers.ts'
import { day, hour, month, year } from '../core/time.ts'
import {
  centsAt,
  combine,
  countAt,
  type Derived,
  dateOf,
  dollars,
  dollarsOf,
  type Fact,
  isKnown,
  known,
  numberAt,
  quotient,
  textAt,
  timeAt,
  toDerived,
  unknown,
  when,
} from './fact.ts'
import { type FundingLine, isEarly, projectedPercent, shortfallOf } from './funding.ts'
import type { LenderLoans } from './lender-loans.ts'
import { isDirect, loanKeys } from './loan-keys.ts'
import {
  isFundraising,
  isLate,
  isLost,
  isOver,
  isPaidOut,
  isPastFundraising,
  isWithheld,
} from './loan-status.ts'
import { type Cents, shareDollars } from './money.ts'
import type { PartnerMedians } from './partner-medians.ts'
import {
  behindOf,
  type DatedAmount,
  datedAmounts,
  dayReached,
  paidFact,
  scheduleOf,
  totalUntil,
} from './repayment.ts'
import type { Amount } from './statistics.ts'
import { timeOf } from './time.ts'

/** What to expect of a loan at its deadline. */
type Outlook = 'over' | 'full' | 'no_end' | 'too_early' | 'on_track' | 'short'

/**
 * Derives the group `funding` at `now`, in milliseconds since the epoch: along a straight line, at the average pace
 * since the loan was posted. Money in baskets is not raised: baskets lapse.
 */
export function deriveFunding(loan: JsonObject, now: number): Derived {
  const facts = fundingFacts(loan, Math.floor(now))
  const { raising, raised, toGo, basket, passed, left, line } = facts
  const outlook = outlookOf(loan, facts)
  const isTooEarly = isKnown(outlook) && outlook.value === 'too_early'
  const trusted = combine([line], (line) => (isTooEarly ? tooEarly(line) : known(line)))
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
    short: combine([trusted], (trusted) => dollarsOf(shortfallOf(trusted))),
    ...(!isFundraising(loan) && { days_to_fund: daysToFund(loan) }),
    outlook,
  })
}

/** Returns the days from posting to full funding. The loans of lists lack the second date. */
function daysToFund(loan: JsonObject): Fact<number> {
  return combine([timeAt(loan, 'posted_date'), timeAt(loan, 'funded_date')], (posted, funded) =>
    funded >= posted
      ? quotient(BigInt(funded - posted), BigInt(day))
      : unknown('funded_date is before posted_date'),
  )
}

const nothingRaised = unknown('nothing is raised yet')

const tooEarly = ({ raised }: FundingLine) =>
  raised > 0n ? unknown('posted less than 24 hours ago') : nothingRaised

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
  if (isWithheld(loan)) return unknown('the loan is not on offer')
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

/**
 * Derives the group `repayment` of a `loan_detail` record at `now`, in milliseconds since the epoch: when the lenders
 * have their money back, and what is missing. All shares are of the schedule's total: partly funded loans are paid
 * out too.
 */
export function deriveRepayment(loan: JsonObject, now: number): Derived {
  const schedule = scheduleFact(loan)
  const payments = paymentsFact(loan)
  const paid = paidFact(loan)
  const funded = centsAt(loan, 'funded_amount')
  const repaying: Fact<true> = !isPaidOut(loan)
    ? unknown('repayment has not begun')
    : isLost(loan)
      ? unknown('the loan has ended')
      : known(true)
  const ended: Fact<true> = isLost(loan) ? known(true) : unknown('the loan did not end with a loss')
  const on = (percent: number) => combine([schedule], (course) => reached(course, percent))
  const received = (percent: number) =>
    combine([schedule, payments], ({ total }, rows) => reached({ rows, total }, percent))
  return toDerived({
    half_due: on(50),
    three_quarters_due: on(75),
    all_due: on(100),
    half_repaid: received(50),
    three_quarters_repaid: received(75),
    all_repaid: received(100),
    behind: when(
      repaying,
      // As on the page of a portfolio, no loan that has ended is behind its schedule.
      combine([schedule, paid], ({ rows }, paid) => dollars(isOver(loan) ? 0 : behindOf(rows, paid, now))),
    ),
    late: known(isLate(loan)),
    lost: when(ended, combine([funded, paid], restInDollars)),
    exchange_loss: combine([centsAt(loan, 'currency_exchange_loss_amount')], dollars),
    term: numberAt(loan, 'terms.repayment_term'),
  })
}

const restInDollars = (whole: Cents, part: Cents) => dollars(Math.max(0, whole - part))

/** Rows by time, and the amount to reach in cents. */
interface Course {
  readonly rows: readonly DatedAmount[]
  readonly total: Cents
}

function scheduleFact(loan: JsonObject): Fact<Course> {
  const listed = at(loan, 'terms.scheduled_payments')
  if (!isList(listed) || listed.length === 0) return unknown('the loan has no repayment schedule')
  const rows = scheduleOf(loan)
  if (!rows) return unknown('a scheduled payment has no date or no valid amount')
  const total = totalUntil(rows)
  return total > 0 ? known({ rows, total }) : unknown("the schedule's total is 0")
}

function paymentsFact(loan: JsonObject): Fact<readonly DatedAmount[]> {
  if (!isList(at(loan, 'payments'))) return unknown('payments is missing')
  const rows = datedAmounts(at(loan, 'payments'), 'settlement_date')
  return rows ? known(rows) : unknown('a payment has no settlement date or no valid amount')
}

function reached({ rows, total }: Course, percent: number): Fact<string> {
  const time = dayReached(rows, percent, total)
  return time === undefined ? unknown('not reached yet') : dateOf(time)
}

/**
 * Derives the group `partner` of a loan from its partner's record at `now`, in milliseconds since the epoch. Without
 * one the reason says whether the loan is direct or the partner is unknown. Rates are as the service tells them.
 */
export function derivePartner(
  partner: JsonObject | undefined,
  loan: JsonObject,
  now: number,
  medians: PartnerMedians = {},
): Derived {
  const record = recordOf(partner, loan)
  const of = <T>(read: (partner: JsonObject) => Fact<T>) => combine([record], read)
  return toDerived({
    id: isDirect(loan) ? directLoan : numberAt(loan, 'partner_id'),
    name: of((partner) => textAt(partner, 'name')),
    status: of((partner) => textAt(partner, 'status')),
    years: of((partner) => yearsOf(partner, now)),
    rating: of(ratingOf),
    delinquency_rate: of((partner) => numberAt(partner, 'delinquency_rate')),
    default_rate: of((partner) => numberAt(partner, 'default_rate')),
    loans_at_risk_rate: of((partner) => numberAt(partner, 'loans_at_risk_rate')),
    delinquency_rate_median: of(() => medianFact(medians.delinquency_rate)),
    default_rate_median: of(() => medianFact(medians.default_rate)),
    loans_at_risk_rate_median: of(() => medianFact(medians.loans_at_risk_rate)),
  })
}

const medianFact = (median: Amount | undefined): Fact<number> =>
  median === undefined ? unknown('no active partner has the rate') : known(Number(median))

const directLoan = unknown('a direct loan has no field partner')

function recordOf(partner: JsonObject | undefined, loan: JsonObject): Fact<JsonObject> {
  if (isDirect(loan)) return directLoan
  return partner ? known(partner) : unknown('the service lists no partner with this id')
}

function yearsOf(partner: JsonObject, now: number): Fact<number> {
  return combine([timeAt(partner, 'start_date')], (start) =>
    start <= now
      ? quotient(BigInt(Math.floor(now) - start), BigInt(year))
      : unknown('start_date is in the future'),
  )
}

/** The risk rating: 5 is the lowest risk. 0 and texts such as `Not Rated` mean unrated. */
function ratingOf(partner: JsonObject): Fact<number> {
  const rating = number(at(partner, 'rating'))
  return rating !== undefined && rating > 0 && rating <= 5
    ? known(rating)
    : unknown('the partner is not rated')
}

/** Derives the group `team` of a team record at `now`, in milliseconds since the epoch. */
export function deriveTeam(team: JsonObject, now: number): Derived {
  const members = countAt(team, 'member_count')
  const memberCount = combine([members], (members) =>
    members > 0 ? known(BigInt(members)) : unknown('the team has no members'),
  )
  const age = combine([timeAt(team, 'team_since')], (founded) =>
    founded < now ? known(BigInt(Math.floor(now) - founded)) : unknown('team_since is not in the past'),
  )
  return toDerived({
    loans_per_member: combine([countAt(team, 'loan_count'), memberCount], (loans, members) =>
      quotient(BigInt(loans), members),
    ),
    dollars_per_member: combine([centsAt(team, 'loaned_amount'), memberCount], (lent, members) =>
      dollarsOf({ top: BigInt(lent), bottom: members }),
    ),
    members_per_month: combine([members, age], (members, age) =>
      quotient(BigInt(members) * BigInt(month), age),
    ),
  })
}

/** How far back a member counts as having joined recently. */
const recentDays = 30

/** Derives the group `team_recent` from the lenders and loans of a team. `now` is in milliseconds since the epoch. */
export function deriveTeamRecent(
  lenders: Iterable<JsonObject>,
  loans: Iterable<JsonObject>,
  now: number,
): Derived {
  return toDerived({
    joined: countJoined(lenders, now - recentDays * day),
    fundraising: known(Array.from(loans).filter(isFundraising).length),
  })
}

/** Counts the lenders who joined at a time or later. */
function countJoined(lenders: Iterable<JsonObject>, since: number): Fact<number> {
  let joined = 0
  for (const lender of lenders) {
    const time = timeOf(at(lender, 'team_join_date'))
    if (time === undefined) return unknown('a member has no team_join_date')
    if (time >= since) joined++
  }
  return known(joined)
}

/** Derives the group `mine` of a loan: whether the lender lent to it, and to how many loans like it. */
export function deriveMine(loan: JsonObject, mine: LenderLoans): Derived {
  const id = loanKeys.id(loan)
  const counts = {
    lent: id === undefined ? unknown('id is missing') : known(mine.ids.has(id)),
    in_country: countIn(mine.byCountry, loanKeys.country(loan), 'location.country_code is missing'),
    in_sector: countIn(mine.bySector, loanKeys.sector(loan), 'sector is missing'),
    in_partner: isDirect(loan)
      ? unknown('a direct loan has no field partner')
      : countIn(mine.byPartner, loanKeys.partner(loan), 'partner_id is invalid'),
  }
  return toDerived({ ...counts, why: whyOf(loan, counts) })
}

/** Says what a loan adds to the lender's, in words that fit into a column of a table. */
function whyOf(
  loan: JsonObject,
  counts: Readonly<Record<'in_country' | 'in_sector' | 'in_partner', Fact<number>>> & {
    readonly lent: Fact<boolean>
  },
): Fact<string> {
  const { lent, in_country, in_sector, in_partner } = counts
  const isFirst = (count: Fact<number>) => isKnown(count) && count.value === 0
  if (isKnown(lent) && lent.value) return known('lent already')
  const country = at(loan, 'location.country')
  const isShort = typeof country === 'string' && country.length <= longestCountry
  const nth = combine([in_country], (loans) =>
    known(`your ${ordinal(loans + 1)} in ${isShort ? country : 'its country'}`),
  )
  const more = isFirst(in_sector) ? 'new sector' : isFirst(in_partner) ? 'new partner' : undefined
  if (more === undefined) return nth
  return known(isKnown(nth) ? `${nth.value} · ${more}` : more)
}

/** Dominican Republic has 18 letters. */
const longestCountry = 18

/** Derives the group `budget` of a loan at `now`, in milliseconds since the epoch. Money in baskets is spoken for. */
export function deriveBudget(loan: JsonObject, now: number): Derived {
  const { raising, toGo, basket } = fundingFacts(loan, Math.floor(now))
  const reserved = isEmpty(at(loan, 'basket_amount')) ? known(0) : basket
  const share = combine([toGo, reserved], (toGo, reserved) =>
    toGo - reserved >= 100 * shareDollars
      ? known(shareDollars)
      : unknown(`less than $${shareDollars} is left to raise`),
  )
  return toDerived({ share: when(raising, share) })
}

const countIn = (counts: ReadonlyMap<string, number>, key: string | undefined, why: string): Fact<number> =>
  key === undefined ? unknown(why) : known(counts.get(key) ?? 0)

/** Returns the ordinal of a whole number: `1st`, `12th`, `1,003rd`. */
function ordinal(number: number): string {
  const ending = /1\d$/.test(String(number)) ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return withThousands(number) + ending
}
