/**
 * Generates lenders, when they joined, who invited them, and how often they lend. A lender's index is the order in which
 * lenders joined.
 */
import { anonymousLender } from '../../api/gaps.ts'
import { day } from './calendar.ts'
import { activities } from './data/activities.ts'
import { countries } from './data/countries.ts'
import { homes, names } from './data/names.ts'
import type { Lender, Loan, Marketplace } from './model.ts'
import type { RandomFor } from './random.ts'
import { slugify } from './text.ts'

const firstNumber = 1001
const span = 2400 * day

/** The example lender of the help, who joined first. */
const robin = {
  index: 0,
  id: `robin${firstNumber}`,
  name: 'Robin',
  whereabouts: 'Leeds, West Yorkshire',
  country: 'GB',
  pictured: true,
} as const satisfies Lender

export function makeLender(index: number, randomFor: RandomFor): Lender {
  if (index === 0) return robin
  const random = randomFor('lender', index)
  const [whereabouts, country, pool] = random.pick(homes)
  const anonymous = random.chance(0.09)
  const { female, male, family } = names[random.chance(0.3) ? 'english' : pool]
  const first = random.pick(random.chance(0.55) ? female : male)
  const number = firstNumber + index
  return {
    index,
    id: anonymous ? undefined : `${slugify(first) || 'lender'}${number}`,
    name: anonymous ? anonymousLender.name : random.chance(0.25) ? `${first} ${random.pick(family)}` : first,
    whereabouts: random.chance(0.8) ? whereabouts : random.chance(0.5) ? '' : undefined,
    country: random.chance(0.8) ? country : undefined,
    pictured: random.chance(0.7),
  }
}

/**
 * Returns the public lender with an id, ignoring case as the service does, or `undefined` if there is none.
 */
export function findLender(id: string, count: number, randomFor: RandomFor): Lender | undefined {
  const index = Number(/\d+$/.exec(id)?.[0] ?? Number.NaN) - firstNumber
  if (!(index >= 0 && index < count)) return undefined
  const lender = makeLender(index, randomFor)
  return lender.id === id.toLowerCase() ? lender : undefined
}

/** Returns the time at which a lender joined, in seconds. */
export function findJoinDate(
  { start, lendersAtStart }: Pick<Marketplace, 'start' | 'lendersAtStart'>,
  index: number,
): number {
  return Math.floor(start - span + (span * (index + 0.5)) / lendersAtStart)
}

/**
 * Returns the number of lenders who had joined by `moment`, at least 1. Their indexes are all below that
 * number.
 */
export function countLendersBy(
  { start, lendersAtStart }: Pick<Marketplace, 'start' | 'lendersAtStart'>,
  moment: number,
): number {
  return Math.max(1, Math.floor(((moment - (start - span)) / span) * lendersAtStart))
}

/**
 * Returns the index of the public lender who invited a lender, or `undefined` without an invitation. Inviters joined
 * earlier.
 */
export function chooseInviter(
  market: Pick<Marketplace, 'randomFor' | 'lender'>,
  lender: number,
): number | undefined {
  const random = market.randomFor('inviter', lender)
  if (lender === 0 || !random.chance(0.3)) return undefined
  const inviter = Math.floor(lender * random.next() ** 2)
  return market.lender(inviter).id === undefined ? undefined : inviter
}

/** Spread of the activity: the mean is several times the median. */
const spread = 2.2
/** Highest activity, as a multiple of the median. */
const most = 330
/** Share of lenders who never lend. */
const idle = 0.03

/**
 * Returns the sums of the activity of lenders up to each index. A few lend to hundreds of loans, most to a handful, some
 * to none. Robin, the first one, has habits instead (see
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
