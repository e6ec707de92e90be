/** What is odd about the values of a request, for people. */
import { findCountry } from '../api/countries.ts'
import { knownValues } from '../api/gaps.ts'
import { didYouMean, nearest } from '../api/nearest.ts'
import { isCountryCode } from '../api/values.ts'
import type { Settings } from '../core/settings.ts'
import { commandLine, dashed } from '../core/shell-word.ts'
import type { EndpointInvocation } from './invocation.ts'

type Request = Pick<EndpointInvocation, 'endpoint' | 'values'>

/** Returns a line for each value that is unknown or that the API ignores. */
export const warningsOn = (request: Request, settings: Pick<Settings, 'mode'>): readonly string[] => [
  ...unknownValues(request, settings),
  ...unknownCountries(request, settings),
  ...ignoredOptions(request),
]

/**
 * Lists values that were sent although they are not known for their open set, each with a known value that may
 * be meant.
 */
function unknownValues({ endpoint, values }: Request, settings: Pick<Settings, 'mode'>): readonly string[] {
  return Object.entries(endpoint.params).flatMap(([name, { known }]) => {
    if (!known || known === 'country_code') return []
    const set: readonly string[] = knownValues[known]
    const all =
      known === 'sector'
        ? `${commandLine(settings, 'help')} sectors lists them.`
        : `Known: ${set.join(', ')}.`
    const given = [values[name] ?? []].flat().map(String)
    return given
      .filter((value) => !set.includes(value))
      .map((value) => {
        const near = (known === 'sector' ? sectorOf(value) : undefined) ?? nearest(value, set)
        const next = didYouMean(near && `--${dashed(name)} "${near}"`) || all
        return `"${value}" is not a known ${name.replaceAll('_', ' ')}. ${next}`
      })
  })
}

/** Words for what loans of a sector are for. */
const sectorWords: Readonly<Record<string, string>> = {
  Agriculture: 'farming farm farmer crops livestock cattle dairy pigs poultry fishing beekeeping',
  Arts: 'crafts weaving embroidery handicrafts',
  Clothing: 'fashion tailor tailoring sewing shoes',
  Construction: 'building bricks carpentry',
  Education: 'school student students university tuition',
  Entertainment: 'music games',
  Food: 'grocery groceries restaurant bakery',
  Health: 'medicine medical clinic pharmacy water',
  Housing: 'home house roof solar',
  'Personal Use': 'personal household',
  Retail: 'shop store kiosk market',
  Services: 'salon beauty repair laundry internet',
  Transportation: 'transport taxi motorcycle car',
}

const sectorOf = (typed: string): string | undefined =>
  Object.entries(sectorWords).find(([, words]) => words.split(' ').includes(typed.toLowerCase()))?.[0]

/** Lists codes of countries that are sent although neither ISO nor an older record has them. */
function unknownCountries(
  { endpoint, values }: Request,
  settings: Pick<Settings, 'mode'>,
): readonly string[] {
  return Object.entries(endpoint.params).flatMap(([name, { known }]) =>
    (known === 'country_code' ? [values[name] ?? []].flat().map(String) : [])
      .filter((code) => !isCountryCode(code))
      .map((code) => {
        const near = findCountry(code)
        const next =
          didYouMean(near && `${near.code} (${near.name})`) ||
          `${commandLine(settings, 'help')} countries lists them.`
        return `"${code}" is not a known country code. ${next}`
      }),
  )
}

/** Lists options that the service ignores when another one is given. */
function ignoredOptions({ endpoint, values }: Request): readonly string[] {
  return Object.entries(endpoint.params).flatMap(([name, { ignoredWith }]) =>
    ignoredWith !== undefined && values[name] !== undefined && values[ignoredWith] !== undefined
      ? [`The API ignores --${dashed(name)} if --${dashed(ignoredWith)} is given.`]
      : [],
  )
}
