/** Options that add derived fields to records. */
import { typeOf } from '../../../api/endpoint.ts'
import { allDerivedGroups, derivedGroupsOf, derivedKey } from '../../../api/records/derived-groups.ts'
import { rules } from '../../option-spec.ts'
import { type OptionFamily, optionsIf } from '../option-family.ts'
import type { Derive } from '../readers/derive.ts'

/** Options that name fields: a derived one asks for its group. */
const naming = ['fields', 'order', 'at_most', 'by', 'sum'] as const

/** Options with jq expressions, which may read derived fields. */
const expressions = ['where', 'jq'] as const

type DeriveOption = 'with' | 'lender' | (typeof naming)[number] | (typeof expressions)[number]

export const derive: OptionFamily<DeriveOption, Derive | undefined> = {
  /** `kiva api` knows its type of records when it has read the path. */
  options: (endpoint) => {
    const groups = endpoint.returns === undefined ? allDerivedGroups : derivedGroupsOf(typeOf(endpoint))
    return [
      ...optionsIf(groups.length > 0, {
        name: 'with',
        long: '--with',
        value: 'group',
        list: true,
        brief: 'add derived fields',
        choices: groups,
        group: 'Filter options',
        topic: 'derived',
        conflicts: rules('--wire prints the response unchanged.', 'wire'),
      }),
      ...optionsIf(groups.includes('mine'), {
        name: 'lender',
        long: '--lender',
        value: 'lender',
        brief: 'lender for --with mine',
        secondary: true,
        group: 'Filter options',
        topic: 'derived',
      }),
    ]
  },
  read: async (given, about) => {
    const texts = naming.flatMap((option) => given.all(option))
    const isAsked =
      given.has('with') ||
      given.has('lender') ||
      [...texts, ...expressions.flatMap((option) => given.all(option))].some((text) =>
        text.includes(`${derivedKey}.`),
      )
    return isAsked ? (await import('../readers/derive.ts')).readDerive(given, texts, about) : undefined
  },
}
