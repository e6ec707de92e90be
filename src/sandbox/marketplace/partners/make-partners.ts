/** Field partners in outline: enough to let loans choose theirs. */

import { day } from '../calendar.ts'
import { countries } from '../data/countries.ts'
import { names } from '../data/names.ts'
import { partnerNames } from '../data/partners.ts'
import type { DiceOf } from '../random.ts'

export interface PartnerSketch {
  readonly id: number
  readonly name: string
  readonly status: 'active' | 'pilot' | 'paused' | 'closed' | 'inactive'
  /** Indexes of countries; loans come from the first. */
  readonly countries: readonly number[]
  readonly opened: number
  /** The last moment at which it posted loans. */
  readonly until: number
}

const firstPartnerId = 101
const years = 365 * day

/** The first partner of each country is always at work, so that every loan finds one. */
export function sketchPartners(dice: DiceOf, today: number): readonly PartnerSketch[] {
  const places = countries.flatMap((country, index) =>
    Array.from({ length: 1 + Math.floor(country.weight / 4) }, (_, nth) => ({ index, nth })),
  )
  return places.map(({ index, nth }, number) => {
    const roll = dice('partner', number)
    const status =
      nth === 0 ? 'active' : roll.pick(['active', 'active', 'pilot', 'paused', 'closed', 'inactive'] as const)
    const opened =
      status === 'pilot' ? today - roll.between(60, 300) * day : today - roll.between(4 * 365, 9 * 365) * day
    const until =
      status === 'active' || status === 'pilot' ? today : today - roll.between(40, 700) * day - years / 8
    const neighbours = countries.flatMap((other, at) =>
      at !== index && other.region === countries[index]?.region ? [at] : [],
    )
    return {
      id: firstPartnerId + number,
      name: nameOf(index, nth, number),
      status,
      countries: neighbours.length > 0 && roll.chance(0.15) ? [index, roll.pick(neighbours)] : [index],
      opened: opened + roll.below(day),
      until,
    }
  })
}

function nameOf(country: number, nth: number, number: number): string {
  const pool = countries[country]?.names
  const groups = pool === undefined ? [] : names[pool].groups
  return `${groups[nth % groups.length] ?? ''} ${partnerNames[number % partnerNames.length] ?? ''}`.trim()
}
