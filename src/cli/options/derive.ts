/** Options that add derived fields to records. */

import { typeOf } from '../../api/endpoint.ts'
import { listSeparator } from '../../api/gaps.ts'
import { allDerivedGroups, derivedGroupsOf, derivedKey } from '../../api/records/record-types.ts'
import { notAChoice } from '../../api/values.ts'
import { KivaError } from '../../core/errors.ts'
import type { Derive } from '../../records/request.ts'
import type { Given } from '../given.ts'
import { me } from '../me.ts'
import { rules } from '../option-spec.ts'
import { parseLenderOption } from '../option-values.ts'
import { grouping } from './groups.ts'
import { type OptionFamily, type OwningCommand, optionsIf } from './option-family.ts'

/** Options that name fields: a derived one asks for its group. */
const naming = ['fields', 'order', 'at_most', 'filter', ...grouping] as const

/** Options with jq expressions, which may read derived fields. */
const expressions = ['where', 'jq'] as const

/** The options that derived fields are read from. */
type DeriveOption = 'with' | 'lender' | 'budget' | (typeof naming | typeof expressions)[number]

/** Adds derived fields to records. */
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
        default: me,
        offers: [me],
        secondary: true,
        group: 'Filter options',
        topic: 'derived',
      }),
    ]
  },
  read: readDerive,
}

/**
 * Returns the groups that the options ask for. Throws `KivaError` of kind `usage` for
 * an invalid value, and for a jq expression that reads a group without `--with`.
 */
function readDerive(
  given: Given<DeriveOption>,
  { endpoint }: Pick<OwningCommand, 'endpoint'>,
): Derive | undefined {
  const known = derivedGroupsOf(typeOf(endpoint))
  const asked = given.all('with').flatMap((text) => text.split(listSeparator).map((word) => word.trim()))
  if (known.length === 0 && asked.length > 0)
    throw new KivaError('usage', `--with cannot be used with ${endpoint.path}`)
  const unknown = asked.find((word) => !known.some((group) => group === word))
  if (unknown !== undefined) throw notAChoice('--with', known, unknown)
  const named = naming.flatMap((option) => given.all(option).flatMap(groupsIn))
  const needed = given.has('budget') ? [...asked, ...named, 'budget'] : [...asked, ...named]
  const groups = known.filter((group) => needed.includes(group))
  for (const option of expressions) {
    const missing = known.find(
      (group) => !groups.includes(group) && given.all(option).flatMap(groupsIn).includes(group),
    )
    if (missing !== undefined)
      throw new KivaError('usage', `${derivedKey}.${missing} in --${option} requires --with ${missing}`)
  }
  const needsLender = groups.includes('mine')
  const typed = given.last('lender') ?? (needsLender ? me : undefined)
  const lender = typed === undefined ? undefined : parseLenderOption('--lender', typed)
  if (lender !== undefined && !needsLender) {
    throw new KivaError('usage', '--lender requires --with mine', {
      hint: 'Example: --with mine --lender robin1001.',
    })
  }
  if (groups.length === 0) return undefined
  const texts = [...naming, ...expressions].flatMap((option) => given.all(option))
  return { groups, lender, ...(texts.some(namesDetail) && { isDetailed: true }) }
}

/** Whether a text names a field of a group that needs the details of loans, while the others do not. */
const namesDetail = (text: string) => /\bdays[-_ ]?to[-_ ]?fund\b/i.test(text)

/** Returns the groups whose fields a text names: `funding` in `id,derived.funding.pace`. */
const groupsIn = (text: string) => [...text.matchAll(namedGroup)].map(([, group]) => group)

const namedGroup = new RegExp(`\\b${derivedKey}\\.(\\w+)`, 'g')
