/**
 * Generates the texts of a loan: who borrows, for what, and where. It runs for every loan that a search
 * checks, so it is fast.
 */

import { type Activity, activities } from '../data/activities.ts'
import { type Country, countries } from '../data/countries.ts'
import { names } from '../data/names.ts'
import type { Loan, Marketplace } from '../model.ts'

export interface LoanDescription {
  readonly name: string
  /** First name of the borrower, or of the group's leader. */
  readonly leader: string
  readonly use: string
  readonly country: Country
  /** Name, latitude, longitude. Absent if the loan shows only its country. */
  readonly town: readonly [name: string, latitude: number, longitude: number] | undefined
  /** Name of the town, even if the loan does not show it. */
  readonly nearby: string
  readonly activity: Activity
}

export function describeLoan(market: Pick<Marketplace, 'randomFor'>, loan: Loan): LoanDescription {
  const random = market.randomFor('words', loan.index)
  const country = countries[loan.country] as Country
  const activity = activities[loan.activity] as Activity
  const pool = names[country.names]
  const leader = loan.index === 0 ? 'Amina' : random.pick(loan.gender === 'F' ? pool.female : pool.male)
  const use = loan.index === 0 ? (activity.uses[0] ?? '') : random.pick(activity.uses)
  const isVague = random.chance(0.05) && loan.index > 0
  const ownName = random.chance(0.6)
  return {
    name: loan.status === 'refunded' ? 'Anonymous' : nameOf(),
    leader,
    // On the live service, some uses end in a space or a period.
    use: random.chance(0.1) ? `${use} ` : random.chance(0.3) ? `${use}.` : use,
    country,
    town: isVague || loan.status === 'refunded' ? undefined : country.towns[loan.town],
    nearby: country.towns[loan.town]?.[0] ?? country.name,
    activity,
  }

  function nameOf(): string {
    if (loan.borrowers === 1) return leader
    return ownName && loan.index > 0 ? `${random.pick(pool.groups)} Group` : `${leader}'s Group`
  }
}

/**
 * Returns the text that `q` of loan search is matched against: name, use, town, country, activity and sector.
 */
export function joinLoanText(words: LoanDescription): string {
  const { name, use, town, country, activity } = words
  return `${name} ${use} ${town?.[0] ?? ''} ${country.name} ${activity.name} ${activity.sector}`
}
