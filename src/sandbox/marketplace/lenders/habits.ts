/** How often lenders lend, and to whom: a few lend to hundreds of loans, most to a handful, some to none. */

import { activities } from '../data/activities.ts'
import { countries } from '../data/countries.ts'
import type { Loan, Marketplace } from '../model.ts'
import type { RandomFor } from '../random.ts'

/** Spread of the activity: the mean is several times the median. */
const spread = 2.2
/** Highest activity, as a multiple of the median. */
const most = 330
/** Share of lenders who never lend. */
const idle = 0.03

/**
 * Returns the sums of the activity of lenders up to each index. Robin, the first one, has habits instead (see
 * {@link lendsAsRobin}).
 */
export function sumActivity(randomFor: RandomFor, count: number): Float64Array {
  const sums = new Float64Array(count)
  let sum = 0
  for (let index = 0; index < count; index++) {
    const random = randomFor('activity', index)
    // A normally distributed number, by Box and Muller.
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
    if (index > 0 && !random.chance(idle)) sum += Math.min(most, Math.exp(spread * normal))
    sums[index] = sum
  }
  return sums
}

/** The one country of the marketplace to which Robin has not lent. */
const missing = 'AL'
const favorite = 'KE'

/**
 * Whether the example lender of the help has a share in a loan. Robin collects countries, likes farms in Kenya
 * and groups of women, and lends a little everywhere else.
 */
export function lendsAsRobin({ randomFor }: Pick<Marketplace, 'randomFor'>, loan: Loan): boolean {
  const country = countries[loan.country]
  if (country === undefined || country.code === missing) return false
  const isFarm = activities[loan.activity]?.sector === 'Agriculture'
  const isWomenGroup = loan.borrowers > 1 && loan.gender === 'F'
  const often = country.code === favorite ? (isFarm ? 0.5 : 0.1) : country.weight < 7 ? 0.11 : 0.03
  return randomFor('stamps', loan.index).chance(isWomenGroup ? often + 0.08 : often)
}
