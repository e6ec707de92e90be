/** The words of a loan: who borrows, for what, where. Made for every loan that a search looks at, so kept cheap. */
import { type Activity, activities } from '../data/activities.ts'
import { type Country, countries } from '../data/countries.ts'
import { names } from '../data/names.ts'
import type { Marketplace } from '../open-marketplace.ts'
import type { LoanSketch } from './make-loans.ts'

export interface LoanWords {
  readonly name: string
  /** First name of the borrower, or of the group's leader. */
  readonly leader: string
  readonly use: string
  readonly country: Country
  /** Name, latitude, longitude; absent where only the country is told. */
  readonly town: readonly [name: string, latitude: number, longitude: number] | undefined
  /** The town, told or not. */
  readonly nearby: string
  readonly activity: Activity
}

export function wordsOf(market: Pick<Marketplace, 'dice'>, loan: LoanSketch): LoanWords {
  const roll = market.dice('words', loan.index)
  const country = countries[loan.country] as Country
  const activity = activities[loan.activity] as Activity
  const pool = names[country.names]
  const leader = loan.index === 0 ? 'Amina' : roll.pick(loan.gender === 'F' ? pool.female : pool.male)
  const use = loan.index === 0 ? (activity.uses[0] ?? '') : roll.pick(activity.uses)
  const vague = loan.status === 'refunded' || (loan.index > 0 && roll.chance(0.05))
  const ownName = roll.chance(0.6)
  return {
    name: loan.status === 'refunded' ? 'Anonymous' : nameOf(),
    leader,
    // The live service's uses have stray spaces and full stops here and there.
    use: roll.chance(0.1) ? `${use} ` : roll.chance(0.3) ? `${use}.` : use,
    country,
    town: vague ? undefined : country.towns[loan.town],
    nearby: country.towns[loan.town]?.[0] ?? country.name,
    activity,
  }

  function nameOf(): string {
    if (loan.borrowers === 1) return leader
    return ownName && loan.index > 0 ? `${roll.pick(pool.groups)} Group` : `${leader}'s Group`
  }
}

/** What `q` of loan search is matched against: name, use, town, country, activity and sector. */
export function searchTextOf(words: LoanWords): string {
  const { name, use, town, country, activity } = words
  return `${name} ${use} ${town?.[0] ?? ''} ${country.name} ${activity.name} ${activity.sector}`
}
