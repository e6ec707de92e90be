/** Checks that records have the fields that an option names. */

import { KivaError } from '../../core/errors.ts'
import { isObject, type Json } from '../../core/json.ts'
import { didYouMean, nearest } from '../nearest.ts'
import { fieldsOf } from './derived-fields.ts'
import { resolveField } from './field-aliases.ts'
import { everyField, type FieldPath, fieldAt, pathText, valueAt } from './field-paths.ts'
import type { Fields } from './fields.ts'
import { recordTypes } from './record-types.ts'

/** The option that names fields, and the valid names to suggest. */
interface NamedBy {
  readonly option: string
  readonly names: readonly string[]
}

/**
 * Checks field names against the type and the first records. A field outside the type may be new in the
 * service, or within a field with free keys, so it is invalid only if none of the first records has it.
 * Throws `KivaError` of kind `usage`.
 */
export function checkFields(
  paths: readonly FieldPath[],
  known: Fields,
  first: readonly Json[],
  { option, names }: NamedBy = { option: '--fields', names: everyField(known).map(([path]) => path) },
): void {
  if (first.length === 0) return
  for (const path of paths) {
    if (fieldAt(known, path) ?? first.some((record) => valueAt(record, path) !== undefined)) continue
    const name = pathText(path)
    const near = nearestOf(name, [...names, ...keysOf(first)])
    throw new KivaError('usage', `unknown field "${name}" for ${option}`, {
      hint: didYouMean(near, `${elsewhere(name)}List all fields with --fields alone.`),
    })
  }
}

/**
 * Returns a hint with the record types that have the field: often only one of two types of one thing has it.
 */
function elsewhere(name: string): string {
  const types = Object.values(recordTypes).filter((type) => {
    const fields = fieldsOf(type)
    return fieldAt(fields, resolveField(name, fields))
  })
  return types.length === 0 ? '' : `It is a field of ${types.map((type) => type.name).join(', ')}. `
}

const keysOf = (records: readonly Json[]) => [...new Set(records.filter(isObject).flatMap(Object.keys))]

/** Returns the closest valid name: by the whole path, else by its last word. */
const nearestOf = (name: string, names: readonly string[]) =>
  nearest(name, names) ?? names.find((path) => nearest(name, [path.split('.').at(-1) ?? path]) !== undefined)
