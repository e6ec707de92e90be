/** The options about how records are told to a person who reads. */
import { type AnyEndpoint, typeOf } from '../../api/endpoint.ts'
import { languageCodes } from '../../output/words/languages.ts'
import type { OptionSpec } from '../option-spec.ts'

const output = { group: 'Output options' } as const

const read: OptionSpec = {
  ...output,
  name: 'read',
  long: '--read',
  brief: 'one after the other with their whole text, in place of a table',
}

const ofStories: readonly OptionSpec[] = [
  {
    ...output,
    name: 'lang',
    long: '--lang',
    value: 'language',
    brief: 'language of the story in place of English, such as es, or all',
    known: [...languageCodes, 'all'],
  },
  { ...output, name: 'full', long: '--full', brief: 'every repayment that is due, a line each' },
]

/** What goes for an endpoint: letters can be read, and loans in detail have stories and schedules. */
export function tellingOptions(endpoint: AnyEndpoint): readonly OptionSpec[] {
  const { name, letter } = typeOf(endpoint)
  return [...(letter ? [read] : []), ...(name === 'loan_detail' ? ofStories : [])]
}
