/** What is odd about the values of a request, for people. */
import { knownValues } from '../api/gaps.ts'
import { nearest } from '../api/nearest.ts'
import type { Settings } from '../core/settings.ts'
import { commandLine, dashed } from '../core/shell-word.ts'
import type { EndpointInvocation } from './invocation.ts'

type Request = Pick<EndpointInvocation, 'endpoint' | 'values'>

/** Returns a line for each value that is unknown or that the API ignores. */
export const warningsOn = (request: Request, settings: Pick<Settings, 'mode'>): readonly string[] => [
  ...unknownValues(request, settings),
  ...ignoredOptions(request),
]

/**
 * Lists values that were sent although they are not known for their open set, each with a known value that may
 * be meant. Country codes are checked before they are sent.
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
        const near = nearest(value, set)
        const next = near === undefined ? all : `Did you mean --${dashed(name)} "${near}"?`
        return `"${value}" is not a known ${name.replaceAll('_', ' ')}. ${next}`
      })
  })
}

/** Lists options that the service ignores when another one is given. */
function ignoredOptions({ endpoint, values }: Request): readonly string[] {
  return Object.entries(endpoint.params).flatMap(([name, { ignoredWith }]) =>
    ignoredWith !== undefined && values[name] !== undefined && values[ignoredWith] !== undefined
      ? [`The API ignores --${dashed(name)} if --${dashed(ignoredWith)} is given.`]
      : [],
  )
}
