/** Generates field partners: enough in each country for loans to choose from. */

import { day } from '../calendar.ts'
import { countries } from '../data/countries.ts'
import { names } from '../data/names.ts'
import { partnerNames } from '../data/partners.ts'
import type { RandomFor } from '../random.ts'
import type { Partner } from './partner.ts'

const firstPartnerId = 101
const years = 365 * day
/** Fewest partners in a country. All partners together fill more than one page of 200. */
const minPartners = 3

/**
 * Returns all partners. The first partner of each country is always active, so that every loan can have a
 * partner.
 */
export function makePartners(randomFor: RandomFor, start: number): readonly Partner[] {
  const places = countries.flatMap((country, index) =>
    Array.from({ length: minPartners + Math.floor(country.weight * 0.7) }, (_, nth) => ({ index, nth })),
  )
  const taken = new Set<string>()
  const neighboursByCountry = countries.map(({ region }, index) =>
    countries.flatMap((other, at) => (at !== index && other.region === region ? [at] : [])),
  )
  return places.map(({ index, nth }, number) => {
    const random = randomFor('partner', number)
    const risk = random.next() ** 2
    const status =
      nth === 0
        ? 'active'
        : random.pick(
            risk > 0.5
              ? (['active', 'paused', 'paused', 'closed', 'inactive'] as const)
              : (['active', 'active', 'active', 'active', 'pilot', 'paused', 'closed', 'inactive'] as const),
          )
    const opened =
      status === 'pilot'
        ? start - random.between(60, 300) * day
        : start - random.between(4 * 365, 9 * 365) * day
    const until =
      status === 'active' || status === 'pilot'
        ? Number.POSITIVE_INFINITY
        : start - random.between(40, 700) * day - years / 8
    const neighbours = neighboursByCountry[index] ?? []
    return {
      id: firstPartnerId + number,
      name: choosePartnerName(index, nth, number, taken),
      status,
      countries: neighbours.length > 0 && random.chance(0.15) ? [index, random.pick(neighbours)] : [index],
      opened: opened + random.below(day),
      until,
      risk,
    }
  })
}

/** Returns a unique name: the name of a local group or a town, followed by a kind of lender. */
function choosePartnerName(country: number, nth: number, number: number, taken: Set<string>): string {
  const { names: pool, towns } = countries[country] as (typeof countries)[number]
  const firsts = [...names[pool].groups, ...towns.map(([town]) => town)]
  const first = firsts[nth % firsts.length] ?? ''
  const nameFrom = (at: number) => `${first} ${partnerNames[(number + at) % partnerNames.length]}`
  const free = partnerNames.findIndex((_, at) => !taken.has(nameFrom(at)))
  const name = free === -1 ? `${first} ${number}` : nameFrom(free)
  taken.add(name)
  return name
}
