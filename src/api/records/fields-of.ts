import { derivedFields } from './derived-fields.ts'
import { type DerivedType, derivedKey } from './derived-groups.ts'
import { type Fields, records } from './fields.ts'

/** Returns the fields of a record type, with the derived ones; none for records of no documented type. */
export function fieldsOf({ name, derived = [] }: Pick<DerivedType, 'name' | 'derived'>): Fields {
  if (name === undefined) return {}
  if (derived.length === 0) return records[name]
  return { ...records[name], [derivedKey]: derivedFields(derived) }
}
