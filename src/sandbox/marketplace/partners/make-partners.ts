/** Field partners: enough of each to let loans choose theirs. */

import { day } from '../calendar.ts'
import { countries } from '../data/countries.ts'
import { names } from '../data/names.ts'
import { partnerNames } from '../data/partners.ts'
import type { Partner } from '../model.ts'
import type { RandomFor } from '../random.ts'

const firstPartnerId = 101
const years = 365 * day

/** The first partner of each country is always at work, so that every loan finds one. */
export function makePartners(randomFor: RandomFor, today: number): readonly Partner[] {
  const places = countries.flatMap((country, index) =>
    Array.from({ length: 1 + Math.floor(country.weight / 4) }, (_, nth) => ({ index, nth })),
  )
  return places.map(({ index, nth }, number) => {
    const random = randomFor('partner', number)
    const status =
      nth === 0
        ? 'active'
        : random.pick(['active', 'active', 'pilot', 'paused', 'closed', 'inactive'] as const)
    const opened =
      status === 'pilot'
        ? today - random.between(60, 300) * day
        : today - random.between(4 * 365, 9 * 365) * day
    const until =
      status === 'active' || status === 'pilot' ? today : today - random.between(40, 700) * day - years / 8
    const neighbours = countries.flatMap((other, at) =>
      at !== index && other.region === countries[index]?.region ? [at] : [],
    )
    return {
      id: firstPartnerId + number,
      name: nameOf(index, nth, number),
      status,
      countries: neighbours.length > 0 && random.chance(0.15) ? [index, random.pick(neighbours)] : [index],
      opened: opened + random.below(day),
      until,
    }
  })
}

function nameOf(country: number, nth: number, number: number): string {
  const pool = countries[country]?.names
  const groups = pool === undefined ? [] : names[pool].groups
  return `${groups[nth % groups.length] ?? ''} ${partnerNames[number % partnerNames.length] ?? ''}`.trim()
}
