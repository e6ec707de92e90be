/** The columns that filters know: those of the table, and further facts about records. */
import { regionNames, regionOf } from '../api/country-regions.ts'
import { fieldsOf } from '../api/records/derived-fields.ts'
import { everyField, valueAt } from '../api/records/field-paths.ts'
import { at } from '../api/records/field-values.ts'
import { type DerivedType, derivedKey } from '../api/records/record-types.ts'
import { isList, type Json, type JsonObject } from '../core/json.ts'
import { majorityOf } from '../domain/derive-people.ts'
import { isKnown } from '../domain/fact.ts'
import type { Column } from '../output/table/column.ts'
import { fieldOf } from '../output/table/column-named.ts'
import { typeColumnsOf } from '../output/table/derived-columns.ts'
import { line } from '../output/words/line.ts'

/** Returns the columns of the table of a type, in their order, then those that only filters know. */
export async function filterColumnsOf(type: DerivedType): Promise<readonly Column[]> {
  const shown = await typeColumnsOf({ type })
  const booleans = everyField(fieldsOf(type)).flatMap(([path, field]) =>
    field.type === 'boolean' && !shown.some((column) => fieldOf(column) === path)
      ? hiddenColumn(path.replace(/.*\./, ''), path, { synonyms: answers })
      : [],
  )
  return [...shown, ...factsOf(type), ...booleans]
}

/** `isHidden` makes a condition match words. */
const hiddenColumn = (name: string, path: string | undefined, options: Partial<Column> = {}): Column => ({
  header: name.toUpperCase().replaceAll('_', ' '),
  ...(path !== undefined && { path }),
  value: (record) => path && valueAt(record, path.split('.')),
  write: (value) => (isList(value) ? value.map((item: Json) => line(item)).join(', ') : line(value)),
  align: 'left',
  rank: 0,
  isHidden: true,
  ...options,
})

const answers = [
  ['true', 'yes'],
  ['false', 'no'],
]

function factsOf({ kind, name, derived = [] }: DerivedType): readonly Column[] {
  if (kind === 'partner') return [hiddenColumn('region', 'countries.region', { synonyms: regionCodes })]
  if (kind !== 'loan') return []
  const region = hiddenColumn('region', undefined, { value: regionOfLoan, synonyms: regionCodes })
  const code = hiddenColumn('country code', 'location.country_code')
  const partner = hiddenColumn('partner', 'partner_id', { align: 'right' })
  // The loans of lists have no borrowers.
  const gender = derived.includes('people')
    ? hiddenColumn('gender', `${derivedKey}.people.majority`)
    : hiddenColumn('gender', 'borrowers.gender', { value: genderOf })
  const hasGender = derived.includes('people') || name === 'loan_detail'
  return [region, code, partner, ...(hasGender ? [gender] : [])]
}

const regionCodes = Object.entries(regionNames).map(([code, name]) => [name.toLowerCase(), code])

const regionOfLoan = (loan: JsonObject) => regionOf(line(at(loan, 'location.country_code')))

function genderOf(loan: JsonObject): string | undefined {
  const majority = majorityOf(loan)
  return isKnown(majority) ? majority.value : undefined
}
