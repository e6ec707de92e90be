/** Reads the options of derived fields. */

import { typeOf } from '../../api/endpoint.ts'
import { listSeparator } from '../../api/gaps.ts'
import { type DerivedGroup, derivedGroupsOf, derivedKey } from '../../api/records/record-types.ts'
import { notAChoice } from '../../api/values.ts'
import { KivaError } from '../../core/errors.ts'
import type { Derive } from '../../records/request.ts'
import type { Given } from '../given.ts'
import { me } from '../me.ts'
import { grouping } from './group-columns.ts'
import type { OwningCommand } from './option-family.ts'
import { parseLenderOption } from './small-readers.ts'

/** Options that name fields: a derived one asks for its group. */
const naming = ['fields', 'order', 'at_most', 'filter', ...grouping] as const

/** Options with jq expressions, which may read derived fields. */
const expressions = ['where', 'jq'] as const

/** The options that derived fields are read from. */
export type DeriveOption =
  | 'with'
  | 'lender'
  | 'budget'
  | 'until'
  | (typeof naming | typeof expressions)[number]

/** The old names of derived fields, by group, and their names now. */
const renamed: Readonly<Partial<Record<DerivedGroup, Readonly<Record<string, string>>>>> = {
  repayment: {
    half_on: 'half_due',
    three_quarters_on: 'three_quarters_due',
    all_on: 'all_due',
    half_at: 'half_repaid',
    three_quarters_at: 'three_quarters_repaid',
    all_at: 'all_repaid',
  },
  partner: { stars: 'rating' },
}

/**
 * Returns the groups that the options ask for. Throws `KivaError` of kind `usage` for
 * an invalid value, for an old name of a field, and for a jq expression that reads a group without `--with`.
 */
export function readDerive(
  given: Given<DeriveOption>,
  { endpoint }: Pick<OwningCommand, 'endpoint'>,
): Derive | undefined {
  const known = derivedGroupsOf(typeOf(endpoint))
  const asked = given.all('with').flatMap((text) => text.split(listSeparator).map((word) => word.trim()))
  if (known.length === 0 && asked.length > 0)
    throw new KivaError('usage', `--with cannot be used with ${endpoint.path}`)
  const unknown = asked.find((word) => !known.some((group) => group === word))
  if (unknown !== undefined) throw notAChoice('--with', known, unknown)
  for (const option of [...naming, ...expressions, 'until'] as const)
    for (const text of given.all(option)) checkNames(text, option, known)
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
  return groups.length === 0 ? undefined : { groups, lender }
}

/** Returns the groups whose fields a text names: `funding` in `id,derived.funding.pace`. */
const groupsIn = (text: string) => [...text.matchAll(namedGroup)].map(([, group]) => group)

const namedGroup = new RegExp(`\\b${derivedKey}\\.(\\w+)`, 'g')

/**
 * Refuses an old name. An expression may lead to it in two steps, as in `.derived.partner | .stars`, and may use the
 * name for a key of its own, as in `{stars: .derived.partner.rating}`.
 */
function checkNames(text: string, option: DeriveOption, groups: readonly DerivedGroup[]): void {
  const isExpression = !naming.some((name) => name === option)
  for (const group of groups) {
    for (const [old, name] of Object.entries(renamed[group] ?? {})) {
      const pathOf = (field: string) => `${derivedKey}.${group}.${field}`
      const [oldPath, path] = [pathOf(old), pathOf(name)]
      if (!isExpression && nameAlone(old, option).test(text.replaceAll(quoted, '')))
        throw nowNamed(old, path, option)
      const isRead =
        new RegExp(`\\b${oldPath}\\b`).test(text) ||
        (isExpression && !new RegExp(`\\b${old}"?\\s*:`).test(text) && readingOf(old).test(text))
      if (isRead) throw nowNamed(oldPath, path, option)
    }
  }
}

const nowNamed = (old: string, path: string, option: DeriveOption) =>
  new KivaError('usage', `unknown field "${old}" for --${option.replace('_', '-')}`, {
    hint: `It is now ${path}.`,
  })

/** Text to search for in a filter. */
const quoted = /"[^"]*"|'[^']*'/g

/** Matches a field that is named without its group. A word alone in a filter is text to search for. */
const nameAlone = (name: string, option: DeriveOption) =>
  option === 'filter'
    ? new RegExp(`(?:^|[\\s-])${name}[:<>=]`, 'i')
    : new RegExp(`(?:^|[,:])\\s*${name}\\s*(?:[,:]|$)`, 'i')

/** Matches an expression that reads a field: `.stars`, `."stars"`, `["stars"]` or `{stars}`. */
const readingOf = (field: string) =>
  new RegExp(`\\.\\s*"?${field}\\b|\\[\\s*"${field}"\\s*\\]|[{,]\\s*${field}\\s*[,}]`)
