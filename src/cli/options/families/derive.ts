/** Options that add derived fields to records. */
import { typeOf } from '../../../api/endpoint.ts'
import { allDerivedGroups, derivedGroupsOf, derivedKey } from '../../../api/records/derived-groups.ts'
import { rules } from '../../option-spec.ts'
import { type OptionFamily, optionsIf } from '../option-family.ts'
import type { Derive, DeriveOption } from '../readers/derive.ts'

/** Options that may name derived fields. */
const naming = ['fields', 'order', 'at_most', 'by', 'sum', 'where', 'jq'] as const

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
  read: async (given, about) =>
    given.has('with') ||
    given.has('lender') ||
    naming.some((option) => given.all(option).some((text) => text.includes(`${derivedKey}.`)))
      ? (await import('../readers/derive.ts')).readDerive(given, about)
      : undefined,
}
