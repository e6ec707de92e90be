/**
 * A loan in outline: what filters and orders look at. Cheap, so that a hundred thousand can be looked through;
 * names, texts, terms and the rest are worked out only for the loans of a page.
 */
import { activities } from '../data/activities.ts'
import { countries } from '../data/countries.ts'
import { day, firstOfMonth } from './calendar.ts'
import type { Dice, DiceOf } from './dice.ts'
import type { PartnerSketch } from './partner-sketch.ts'

/** The five of service.md, and two that the live service has beside them: no filter finds these alone. */
export type LoanStatus =
  | 'fundraising'
  | 'funded'
  | 'in_repayment'
  | 'paid'
  | 'ended_with_loss'
  | 'expired'
  | 'refunded'

export interface LoanSketch {
  readonly index: number
  readonly status: LoanStatus
  /** Indexes into `countries`, its towns, and `activities`. */
  readonly country: number
  readonly town: number
  readonly activity: number
  /** Index of the field partner; a direct loan has none. */
  readonly partner: number | undefined
  /** Of the borrower; of a group, the predominant one. */
  readonly gender: 'F' | 'M'
  readonly borrowers: number
  /** US dollars, multiples of 25. */
  readonly asked: number
  readonly raised: number
  readonly lenders: number
  /** Months. */
  readonly term: number
  readonly posted: number
  readonly expires: number
  /** When the last dollar came; absent while it hasn't. */
  readonly funded?: number
  /** When repayment begins or would begin. */
  readonly begins: number
  /** Stopped paying before the end. */
  readonly broken: boolean
}

/** Id of the first loan; the others follow without a gap. */
export const firstLoanId = 2100001
/** Dollars of the smallest share of a loan. */
export const share = 25
const oldest = 1100 * day
const fundraisingDays = 30
const mostLenders = 150

/** All loans, the oldest first; but the very first is the help's example: young, and full of detail. */
export function sketchLoans(
  size: number,
  today: number,
  dice: DiceOf,
  partners: readonly PartnerSketch[],
): readonly LoanSketch[] {
  const byCountry = countries.map((_, country) => partners.flatMap((partner, at) => (partner.countries[0] === country ? [at] : [])))
  const choosePartner = (country: number, posted: number, roll: Dice): number | undefined => {
    // Direct loans: nearly all of the United States, a few of Kenya.
    const code = countries[country]?.code
    const direct = roll.chance(code === 'US' ? 0.85 : code === 'KE' ? 0.05 : 0)
    const own = byCountry[country] ?? []
    const wished = roll.pick(own)
    const partner = partners[wished]
    const open = partner !== undefined && partner.opened <= posted && posted <= partner.until
    return direct ? undefined : open ? wished : own[0]
  }
  return Array.from({ length: size }, (_, index) => sketchLoan(index, size, today, dice, choosePartner))
}

function sketchLoan(
  index: number,
  size: number,
  today: number,
  dice: DiceOf,
  choosePartner: (country: number, posted: number, roll: Dice) => number | undefined,
): LoanSketch {
  const roll = dice('loan', index)
  const example = index === 0
  const country = example ? 0 : choose(countryWeights, roll)
  const activity = example ? 0 : choose(activityWeights, roll)
  const group = example || roll.chance(0.14)
  const asked = example ? 2500 : roundToShares((group ? 700 : 150) + 2400 * roll.next() ** 2.2)
  // Young loans are many: most of what a marketplace shows is what still asks for money.
  const age = ((size - index - roll.next() * 0.9) / size) ** 2.5 * oldest
  const posted = today - Math.ceil(example ? 9.4 * day : age) - 60
  const life = lifeOf(roll, posted, today, example)
  const raised = raisedOf(life, asked, roll, example)
  return {
    index,
    ...life.sketch,
    country,
    town: example ? 0 : roll.below(countries[country]?.towns.length ?? 1),
    activity,
    partner: choosePartner(country, posted, roll) ?? (example ? 0 : undefined),
    gender: example || roll.chance(0.76) ? 'F' : 'M',
    borrowers: group ? (example ? 5 : roll.between(3, 14)) : 1,
    asked,
    raised,
    lenders: lendersOf(raised / share, roll),
    posted,
  }
}

/** What became of the loan up to now. `filled` is how much of the fundraising it has behind it, 0 to 1. */
function lifeOf(roll: Dice, posted: number, today: number, example: boolean) {
  const needs = example ? 15 * day : (0.2 + 33 * roll.next() ** 1.5) * day
  const expires = posted + fundraisingDays * day
  const term = example ? 14 : roll.pick([4, 6, 8, 8, 10, 12, 12, 14, 14, 18, 20, 24, 26, 36])
  const end = Math.floor(posted + Math.min(needs, fundraisingDays * day))
  const begins = end + roll.between(10, 50) * day
  const broken = roll.chance(0.05)
  const withdrawn = roll.chance(0.012)
  const common = { term, expires, begins, broken }
  const filled = Math.min(1, (Math.min(end, today) - posted) / needs)
  if (end > today) return { sketch: { ...common, status: 'fundraising' as const }, filled }
  if (needs > fundraisingDays * day) return { sketch: { ...common, status: 'expired' as const }, filled }
  return { sketch: { ...common, funded: end, status: statusAfter() }, filled: 1 }

  function statusAfter(): LoanStatus {
    if (withdrawn && begins - 5 * day < today) return 'refunded'
    if (begins > today) return 'funded'
    const last = settles(begins, term)
    if (broken) return last + 180 * day < today ? 'ended_with_loss' : 'in_repayment'
    return last <= today ? 'paid' : 'in_repayment'
  }
}

/** When the instalment of month `month` reaches lenders: on the 15th, a good month after the borrower paid it. */
export function settles(begins: number, month: number): number {
  return firstOfMonth(begins, month + 1) + 14 * day
}

function raisedOf(
  life: { readonly sketch: { readonly status: LoanStatus }; readonly filled: number },
  asked: number,
  roll: Dice,
  example: boolean,
): number {
  const luck = roll.next()
  if (example) return 1525
  if (life.sketch.status === 'refunded') return 0
  if (life.filled >= 1) return asked
  return Math.min(asked - share, Math.floor((asked * life.filled * (0.7 + 0.5 * luck)) / share) * share)
}

function lendersOf(shares: number, roll: Dice): number {
  return Math.min(mostLenders, Math.ceil(shares * (0.45 + 0.5 * roll.next())))
}

const roundToShares = (amount: number) => Math.round(amount / share) * share

const sums = (weights: readonly number[]) => {
  let sum = 0
  return weights.map((weight) => {
    sum += weight
    return sum
  })
}
const countryWeights = sums(countries.map(({ weight }) => weight))
const activityWeights = sums(activities.map(({ weight }) => weight ?? 2))

function choose(sums: readonly number[], roll: Dice): number {
  const at = roll.next() * (sums.at(-1) ?? 0)
  return sums.findIndex((sum) => at < sum)
}
