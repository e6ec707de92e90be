/** Aliases of fields, and the fields that they stand for. */

import { foldName } from '../../core/fold-text.ts'
import { everyField, type FieldPath, fieldAt, pathText } from './field-paths.ts'
import type { Field, Fields, FieldType } from './fields.ts'
import { derivedKey } from './record-types.ts'

/** The possible paths of each alias. A type uses the first path that it has. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  amount: ['loan_amount', 'loan.loan_amount', 'total_amount_raised', 'loaned_amount', 'payment.amount'],
  'amount to go': ['to_go'],
  country: ['location.country', 'loan.location.country', 'countries.name', 'country_code'],
  currency: ['terms.disbursal_currency'],
  gender: ['borrowers.gender'],
  language: ['description.languages', 'loan.description.languages'],
  membership: ['membership_type'],
  month: ['posted_date', 'date', 'member_since', 'team_since', 'start_date'],
  partner: ['partner_id', 'loan.partner_id'],
  'percent funded': ['funded'],
  'percent repaid': ['repaid'],
  region: ['countries.region'],
  sector: ['loan.sector'],
  status: ['loan.status'],
  tag: ['tags.name', 'loan.tags.name'],
  term: ['derived.repayment.term', 'terms.repayment_term'],
  theme: ['themes', 'loan.themes'],
  town: ['location.town', 'loan.location.town'],
  type: ['update_type'],
}

/** Returns the paths that an alias may stand for. */
export const pathsOfAlias = (name: string): readonly string[] =>
  Object.hasOwn(aliases, name) ? (aliases[name] ?? []) : []

/**
 * Returns the path of a field, given as a path or as an alias; the name itself if it is neither. Headings of tables are
 * names too: `fieldNamed` in `src/output/table/column-named.ts` knows them.
 */
export function resolveField(name: string, fields: Fields): FieldPath {
  const path = name.split('.')
  if (fieldAt(fields, path)) return path
  const folded = foldName(name)
  const found = [...pathsOfAlias(name), ...pathsOfAlias(folded)]
    .map((text) => text.split('.'))
    .find((candidate) => fieldAt(fields, candidate))
  const same = () => Object.keys(fields).find((field) => field.replaceAll('_', '') === folded)
  return found ?? same()?.split('.') ?? path
}

/** Returns the name of a field: its alias, else its path, or the last word of a derived field. */
export function nameOfField(path: FieldPath): string {
  const text = pathText(path)
  const derived = path[0] === derivedKey ? path.at(-1) : undefined
  const [name] = Object.entries(aliases).find(([, paths]) => paths.includes(text)) ?? [derived ?? text]
  return name.replaceAll('_', ' ')
}

/** Returns all paths and aliases of fields with a single value. */
export function namesOfFields(fields: Fields): readonly string[] {
  return namesWhere(fields, ({ fields: within, type }) => !within && type !== 'map')
}

/** Returns all paths and aliases of fields whose values can be summed: not those of percentages. */
export const namesOfNumbers = (fields: Fields): readonly string[] => namesOfTypes(fields, additive)

/** Returns all paths and aliases of fields whose values can be compared and averaged. */
export const namesOfMeasures = (fields: Fields): readonly string[] =>
  namesOfTypes(fields, [...additive, 'percent'])

/** Amounts in several currencies can be neither summed nor compared. */
const additive: readonly FieldType[] = ['integer', 'number', 'money']

/** Ids are no amounts. */
const namesOfTypes = (fields: Fields, types: readonly FieldType[]) =>
  namesWhere(fields, ({ type }, path) => types.includes(type) && !/(^|[._])id$/.test(path))

function namesWhere(fields: Fields, matches: (field: Field, path: string) => boolean): readonly string[] {
  const paths = everyField(fields).flatMap(([path, field]) => (matches(field, path) ? [path] : []))
  const aliasNames = Object.keys(aliases).filter((name) =>
    paths.includes(pathText(resolveField(name, fields))),
  )
  return [...new Set([...aliasNames, ...paths])]
}
