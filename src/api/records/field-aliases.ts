/** What people call a field, and which field they mean by it. */
import { everyField, type FieldPath, fieldAt, pathText } from './field-paths.ts'
import type { Field, Fields, FieldType } from './fields.ts'

/** By the name that is said, the paths that it may mean: of a type, the first that it has. */
const usualNames: Readonly<Record<string, readonly string[]>> = {
  amount: ['loan_amount', 'loan.loan_amount', 'total_amount_raised', 'loaned_amount', 'payment.amount'],
  country: ['location.country', 'loan.location.country', 'countries.name', 'country_code'],
  currency: ['terms.disbursal_currency'],
  gender: ['borrowers.gender'],
  language: ['description.languages', 'loan.description.languages'],
  membership: ['membership_type'],
  month: ['posted_date', 'date', 'member_since', 'team_since', 'start_date'],
  partner: ['partner_id', 'loan.partner_id'],
  region: ['countries.region'],
  sector: ['loan.sector'],
  status: ['loan.status'],
  tag: ['tags.name', 'loan.tags.name'],
  term: ['terms.repayment_term'],
  theme: ['themes', 'loan.themes'],
  town: ['location.town', 'loan.location.town'],
  type: ['update_type'],
}

/** The field that is meant by a path, or by a name that people say for one. */
export function fieldMeant(said: string, fields: Fields): FieldPath {
  const path = said.split('.')
  const usual = Object.hasOwn(usualNames, said) ? (usualNames[said] ?? []) : []
  const meant = usual.map((one) => one.split('.')).find((one) => fieldAt(fields, one))
  return fieldAt(fields, path) ? path : (meant ?? path)
}

/** What a field is called: as people say it, else by its path. */
export function nameOfField(path: FieldPath): string {
  const text = pathText(path)
  const [name] = Object.entries(usualNames).find(([, paths]) => paths.includes(text)) ?? [text]
  return name.replaceAll('_', ' ')
}

/** Everything that may be said for a field of one value. */
export function namesOfFields(fields: Fields): readonly string[] {
  return namesWhere(fields, ({ fields: within, type }) => !within && type !== 'map')
}

/** Everything that may be said for a field that can be added up. */
export function namesOfNumbers(fields: Fields): readonly string[] {
  return namesWhere(fields, ({ type }, path) => additive.includes(type) && !/(^|[._])id$/.test(path))
}

/** Amounts in several currencies are no sum, nor are percentages. */
const additive: readonly FieldType[] = ['integer', 'number', 'money']

function namesWhere(fields: Fields, holds: (field: Field, path: string) => boolean): readonly string[] {
  const paths = everyField(fields).flatMap(([path, field]) => (holds(field, path) ? [path] : []))
  const said = Object.keys(usualNames).filter((name) => paths.includes(pathText(fieldMeant(name, fields))))
  return [...new Set([...said, ...paths])]
}
