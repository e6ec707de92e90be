/** Splits a loan into shares: who lent how much, and when. The shares sum to the amount raised. */
import { countLendersBy, lendsAsRobin } from '../make-lender.ts'
import type { Loan, Marketplace, Share } from '../model.ts'
import type { Random, RandomFor } from '../random.ts'
import { exampleFunding, share } from './decide-outcome.ts'

/** How often a lender is drawn anew who has a share already. */
const draws = 8

/** Returns the shares so far, oldest first. */
export function splitIntoShares(
  market: Pick<Marketplace, 'randomFor' | 'start' | 'today' | 'lendersAtStart' | 'activitySums'>,
  loan: Loan,
): readonly Share[] {
  const { index, backers } = loan
  const shares: Share[] = []
  if (loan.lenders === 0) return shares
  const random = market.randomFor('lenders of loan', index)
  const members = countLendersBy(market, loan.posted)
  // Robin has habits instead of an activity.
  const chosen = new Set<number>([0])
  const robins = random.below(backers)
  const turnOfRobin = index === 0 ? Math.min(3, backers - 1) : lendsAsRobin(market, loan) ? robins : -1
  walkShares(loan, market.randomFor, market.start, (amount, at) => {
    if (at > market.today) return false
    const lender =
      shares.length === turnOfRobin ? 0 : drawLender(market.activitySums, members, random, chosen)
    chosen.add(lender)
    shares.push({ lender, amount, at })
    return true
  })
  return shares
}

/** Returns what a loan has raised by today, and from how many lenders. */
export function tallyShares(
  loan: Loan,
  { randomFor, start, today }: Pick<Marketplace, 'randomFor' | 'start' | 'today'>,
): Pick<Loan, 'raised' | 'lenders'> {
  if (loan.status === 'refunded') return { raised: 0, lenders: 0 }
  if (loan.status !== 'fundraising') return { raised: loan.total, lenders: loan.backers }
  let raised = 0
  let lenders = 0
  walkShares(loan, randomFor, start, (amount, at) => {
    if (at > today) return false
    raised += amount
    lenders += 1
    return true
  })
  return { raised, lenders }
}

/** Returns one of the first `members` lenders who is not yet chosen. Active lenders are drawn more often. */
function drawLender(
  sums: Float64Array,
  members: number,
  random: Random,
  chosen: ReadonlySet<number>,
): number {
  const whole = sums[members - 1] ?? 0
  let lender = 0
  for (let nth = 0; nth < draws; nth++) {
    const wanted = random.next() * whole
    let low = 0
    let high = members - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (wanted < (sums[middle] ?? 0)) high = middle
      else low = middle + 1
    }
    lender = low
    if (!chosen.has(lender)) return lender
  }
  while (chosen.has(lender)) lender = (lender + 1) % members
  return lender
}

/**
 * Calls `visit` for each share, before it is known who has it, oldest first, until it returns false.
 * The shares sum to the loan's total. The last share of a full loan has the time at which fundraising closes.
 */
function walkShares(
  loan: Loan,
  randomFor: RandomFor,
  start: number,
  visit: (amount: number, at: number) => boolean,
): void {
  const random = randomFor('shares', loan.index)
  const { requested, total, backers, posted, closes } = loan
  const isFull = total === requested
  const isHurried = closes - posted > 0.8 * (loan.expires - posted)
  if (loan.index !== 0) {
    walk(total, backers, posted, closes, isFull, isHurried)
    return
  }
  // The help states what the example has raised by day 0, so its shares before and after that day are planned separately.
  const { raised, lenders } = exampleFunding
  if (walk(raised, lenders, posted, start, false, false))
    walk(total - raised, backers - lenders, start, closes, isFull, false)

  function walk(
    sum: number,
    count: number,
    from: number,
    until: number,
    isLastAtEnd: boolean,
    isRush: boolean,
  ): boolean {
    let left = sum / share
    for (let nth = 0; nth < count; nth++) {
      const others = count - nth - 1
      const fair = left / (others + 1)
      const wished = 1 + Math.floor(random.next() ** 2 * 2 * fair)
      const units = others === 0 ? left : Math.min(left - others, wished)
      left -= units
      const place = others === 0 && isLastAtEnd ? 1 : (nth + random.next()) / count
      const time = isRush ? timeInRush(place) : place ** 1.5
      if (!visit(units * share, Math.floor(from + time * (until - from)))) return false
    }
    return true
  }
}

/**
 * Returns the part of fundraising that has passed when a part of the total is raised: money comes fast at
 * first, then slowly, and fast again in the last days.
 */
function timeInRush(place: number): number {
  if (place < 0.45) return 0.6 * (place / 0.45) ** 2
  return 1 - 0.4 * ((1 - place) / 0.55) ** 2.2
}
