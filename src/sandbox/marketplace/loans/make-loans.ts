/**
 * A loan in outline: what filters and orders look at. Cheap, so that a hundred thousand can be looked through;
 * names, texts, terms and the rest are worked out only for the loans of a page.
 */

import { day } from '../calendar.ts'
import { activities } from '../data/activities.ts'
import { countries } from '../data/countries.ts'
import type { PartnerSketch } from '../partners/make-partners.ts'
import { type Dice, type DiceOf, weighted } from '../random.ts'
import { type LoanStatus, lifeOf } from './loan-life.ts'

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
const mostLenders = 150

/**
 * Age of a loan by its place, 0 for the newest to 1 for the oldest. Young loans are many, since most of what a
 * marketplace shows still asks for money; but not so many that the newest page is of one quarter of an hour.
 */
const ageAt = (place: number) => (0.06 * place + 0.94 * place ** 3) * oldest

/** All loans, the oldest first; but the very first is the help's example: young, and full of detail. */
export function sketchLoans(
  size: number,
  today: number,
  dice: DiceOf,
  partners: readonly PartnerSketch[],
): readonly LoanSketch[] {
  const byCountry = countries.map((_, country) =>
    partners.flatMap((partner, at) => (partner.countries[0] === country ? [at] : [])),
  )
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
  const country = example ? 0 : chooseCountry(roll)
  const activity = example ? 0 : chooseActivity(roll)
  const group = example || roll.chance(0.14)
  const asked = example ? 2500 : roundToShares((group ? 700 : 150) + 2400 * roll.next() ** 2.2)
  const age = ageAt((size - index - roll.next() * 0.9) / size)
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
  return Math.min(
    asked - share,
    Math.floor((asked * life.filled ** 0.8 * (0.7 + 0.5 * luck)) / share) * share,
  )
}

function lendersOf(shares: number, roll: Dice): number {
  return Math.min(mostLenders, Math.ceil(shares * (0.45 + 0.5 * roll.next())))
}

const chooseCountry = weighted(countries.map(({ weight }) => weight))
const chooseActivity = weighted(activities.map(({ weight }) => weight ?? 2))
const roundToShares = (amount: number) => Math.round(amount / share) * share
