/** Lenders in outline. Their index is the order in which they joined. */

import { day } from '../calendar.ts'
import { homes } from '../data/lenders.ts'
import { names } from '../data/names.ts'
import type { Marketplace } from '../open-marketplace.ts'
import type { DiceOf } from '../random.ts'
import { slug } from '../text.ts'

export interface LenderSketch {
  readonly index: number
  /** Absent for an anonymous lender. */
  readonly id: string | undefined
  readonly name: string
  readonly whereabouts: string | undefined
  readonly country: string | undefined
  readonly pictured: boolean
}

const firstNumber = 1001
const span = 2400 * day

/** The example lender of the help is the first who joined. */
const robin = {
  index: 0,
  id: `robin${firstNumber}`,
  name: 'Robin',
  whereabouts: 'Leeds, West Yorkshire',
  country: 'GB',
  pictured: true,
} as const satisfies LenderSketch

export function sketchLender(index: number, dice: DiceOf): LenderSketch {
  if (index === 0) return robin
  const roll = dice('lender', index)
  const [whereabouts, country, pool] = roll.pick(homes)
  const anonymous = roll.chance(0.09)
  const { female, male, family } = names[roll.chance(0.3) ? 'english' : pool]
  const first = roll.pick(roll.chance(0.55) ? female : male)
  const number = firstNumber + index
  return {
    index,
    id: anonymous ? undefined : `${slug(first) || 'lender'}${number}`,
    name: anonymous ? 'Anonymous' : roll.chance(0.25) ? `${first} ${roll.pick(family)}` : first,
    whereabouts: roll.chance(0.8) ? whereabouts : roll.chance(0.5) ? '' : undefined,
    country: roll.chance(0.8) ? country : undefined,
    pictured: roll.chance(0.7),
  }
}

/** The public lender of an id, as the service finds it: case does not count. */
export function findLender(id: string, count: number, dice: DiceOf): LenderSketch | undefined {
  const index = Number(/\d+$/.exec(id)?.[0] ?? Number.NaN) - firstNumber
  if (!(index >= 0 && index < count)) return undefined
  const lender = sketchLender(index, dice)
  return lender.id === id.toLowerCase() ? lender : undefined
}

/** When the lender of an index joined. */
export function joined(market: Pick<Marketplace, 'today' | 'lenderCount'>, index: number): number {
  return Math.floor(market.today - span + (span * (index + 0.5)) / market.lenderCount)
}

/** How many lenders had joined by `moment`: those of the indexes below. */
export function lendersBy(market: Pick<Marketplace, 'today' | 'lenderCount'>, moment: number): number {
  return Math.max(1, Math.floor(((moment - (market.today - span)) / span) * market.lenderCount))
}

/** Index of the public lender who invited a lender, who joined earlier. */
export function inviterOf(market: Pick<Marketplace, 'dice' | 'lender'>, lender: number): number | undefined {
  const roll = market.dice('inviter', lender)
  if (lender === 0 || !roll.chance(0.3)) return undefined
  const inviter = Math.floor(lender * roll.next() ** 2)
  return market.lender(inviter).id === undefined ? undefined : inviter
}
