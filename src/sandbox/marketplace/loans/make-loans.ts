/**
 * Generates the outlines of all loans of a marketplace. Their texts are generated elsewhere, only for loans
 * that are shown.
 */

import { day } from '../calendar.ts'
import { activities } from '../data/activities.ts'
import { countries } from '../data/countries.ts'
import type { Loan, LoanStatus, Partner } from '../model.ts'
import { type Random, type RandomFor, weightChoice } from '../random.ts'
import { decideFate } from './decide-fate.ts'

/** Id of the first loan. Loan ids are consecutive. */
export const firstLoanId = 2100001
/** Smallest share of a loan, in US dollars. */
export const share = 25
const oldest = 1100 * day
const mostLenders = 150

/**
 * Returns the age of a loan, in seconds, for its position from 0 (newest) to 1 (oldest). Many loans are
 * recent, because a marketplace mostly shows loans that are still fundraising. The curve still spreads the
 * loans of the newest page over more than a quarter of an hour.
 */
const ageAt = (place: number) => (0.06 * place + 0.94 * place ** 3) * oldest

/**
 * Returns all loans, oldest first. The exception is the first loan: it is the example of the help, recent and
 * with every detail.
 */
export function makeLoans(
  size: number,
  today: number,
  randomFor: RandomFor,
  partners: readonly Partner[],
): readonly Loan[] {
  const byCountry = countries.map((_, country) =>
    partners.flatMap((partner, at) => (partner.countries[0] === country ? [at] : [])),
  )
  const choosePartner = (country: number, posted: number, random: Random): number | undefined => {
    // Direct loans: most loans in the United States and a few in Kenya.
    const code = countries[country]?.code
    const direct = random.chance(code === 'US' ? 0.85 : code === 'KE' ? 0.05 : 0)
    const own = byCountry[country] ?? []
    const wished = random.pick(own)
    const partner = partners[wished]
    const open = partner !== undefined && partner.opened <= posted && posted <= partner.until
    return direct ? undefined : open ? wished : own[0]
  }
  return Array.from({ length: size }, (_, index) => makeLoan(index, size, today, randomFor, choosePartner))
}

function makeLoan(
  index: number,
  size: number,
  today: number,
  randomFor: RandomFor,
  choosePartner: (country: number, posted: number, random: Random) => number | undefined,
): Loan {
  const random = randomFor('loan', index)
  const example = index === 0
  const country = example ? 0 : chooseCountry(random)
  const activity = example ? 0 : chooseActivity(random)
  const group = example || random.chance(0.14)
  const asked = example ? 2500 : roundToShares((group ? 700 : 150) + 2400 * random.next() ** 2.2)
  const age = ageAt((size - index - random.next() * 0.9) / size)
  const posted = today - Math.ceil(example ? 9.4 * day : age) - 60
  const life = decideFate(random, posted, today, example)
  const raised = decideRaised(life, asked, random, example)
  return {
    index,
    ...life.fate,
    country,
    town: example ? 0 : random.below(countries[country]?.towns.length ?? 1),
    activity,
    partner: choosePartner(country, posted, random) ?? (example ? 0 : undefined),
    gender: example || random.chance(0.76) ? 'F' : 'M',
    borrowers: group ? (example ? 5 : random.between(3, 14)) : 1,
    asked,
    raised,
    lenders: countLenders(raised / share, random),
    posted,
  }
}

function decideRaised(
  life: { readonly fate: { readonly status: LoanStatus }; readonly filled: number },
  asked: number,
  random: Random,
  example: boolean,
): number {
  const luck = random.next()
  if (example) return 1525
  if (life.fate.status === 'refunded') return 0
  if (life.filled >= 1) return asked
  return Math.min(
    asked - share,
    Math.floor((asked * life.filled ** 0.8 * (0.7 + 0.5 * luck)) / share) * share,
  )
}

function countLenders(shares: number, random: Random): number {
  return Math.min(mostLenders, Math.ceil(shares * (0.45 + 0.5 * random.next())))
}

const chooseCountry = weightChoice(countries.map(({ weight }) => weight))
const chooseActivity = weightChoice(activities.map(({ weight }) => weight ?? 2))
const roundToShares = (amount: number) => Math.round(amount / share) * share
