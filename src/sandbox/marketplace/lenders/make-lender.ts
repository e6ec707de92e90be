/** Generates lenders. A lender's index is the order in which lenders joined. */

import { anonymousLender } from '../../../api/gaps.ts'
import { day } from '../calendar.ts'
import { homes } from '../data/lenders.ts'
import { names } from '../data/names.ts'
import type { Lender, Marketplace } from '../model.ts'
import type { RandomFor } from '../random.ts'
import { slugify } from '../text.ts'

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

type Joining = Pick<Marketplace, 'start' | 'lendersAtStart'>

/** Returns the time at which a lender joined, in seconds. */
export function findJoinDate({ start, lendersAtStart }: Joining, index: number): number {
  return Math.floor(start - span + (span * (index + 0.5)) / lendersAtStart)
}

/**
 * Returns the number of lenders who had joined by `moment`, at least 1. Their indexes are all below that
 * number.
 */
export function countLendersBy({ start, lendersAtStart }: Joining, moment: number): number {
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
