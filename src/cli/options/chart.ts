/** What a drawing is to count, as the command line says. */
import { type AnyEndpoint, typeOf } from '../../api/endpoint.ts'
import { fieldMeant } from '../../api/records/field-aliases.ts'
import { KivaError } from '../../errors.ts'
import type { Aggregation } from '../../output/view.ts'
import type { Given } from '../option-spec.ts'

/** The formats that each option goes with, the one that it asks for first. */
const goesWith = { by: ['chart'], sum: ['chart', 'map'], count: ['chart', 'map'] } as const

/** The fields that are named. Throws `KivaError` of kind `usage`. */
export function readTally(given: Given, endpoint: Pick<AnyEndpoint, 'returns'>): Aggregation {
  const { fields } = typeOf(endpoint)
  checkFormats(given)
  const named = (name: 'by' | 'sum') => {
    const text = given.get(name)?.at(-1)
    if (text === undefined) return undefined
    const path = fieldMeant(text.trim(), fields)
    if (path.every((key) => key !== '')) return path
    throw new KivaError('usage', `--${name} does not understand "${text}"`, {
      hint: 'It takes the name or path of one field: location.country.',
    })
  }
  return { by: named('by'), sum: named('sum') }
}

function checkFormats(given: Given): void {
  const output = given.get('output')?.at(-1)
  for (const [name, formats] of Object.entries(goesWith)) {
    if (!given.has(name) || output === undefined || formats.some((format) => format === output)) continue
    throw new KivaError('usage', `--${name} does not go with -o ${output}`, {
      hint: `It is for -o ${formats.join(' and -o ')}.`,
    })
  }
  if (given.has('sum') && given.has('count'))
    throw new KivaError('usage', '--sum does not go with --count', { hint: 'Give one of them.' })
}
