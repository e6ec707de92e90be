/** Records with nothing but the fields that were asked for. */
import {
  everyField,
  type FieldPath,
  fieldAt,
  pathText,
  pick,
  selectionOf,
  valueAt,
} from '../../api/field-paths.ts'
import { isObject } from '../../api/json.ts'
import { nearest } from '../../api/nearest.ts'
import type { Fields } from '../../api/records.ts'
import type { Json } from '../../context.ts'
import { KivaError } from '../../errors.ts'

/** Each record with these fields alone, in this order. */
export async function* chooseFields(
  records: AsyncIterable<Json>,
  paths: readonly FieldPath[],
): AsyncGenerator<Json> {
  const selection = selectionOf(paths)
  for await (const record of records) yield pick(record, selection)
}

/**
 * A field that the type doesn't have may be one that the service got since, or left in a field with free keys: it is
 * refused where none of the first records has it. Throws `KivaError` of kind `usage`.
 */
export function checkFields(paths: readonly FieldPath[], known: Fields, first: readonly Json[]): void {
  if (first.length === 0) return
  for (const path of paths) {
    if (fieldAt(known, path) ?? first.some((record) => valueAt(record, path) !== undefined)) continue
    const name = pathText(path)
    const near = nearestOf(name, [...everyField(known).map(([one]) => one), ...keysOf(first)])
    throw new KivaError('usage', `--fields: no record has a field "${name}"`, {
      hint: `${near === undefined ? '' : `Did you mean ${near}? `}--fields by itself tells which there are.`,
    })
  }
}

const keysOf = (records: readonly Json[]) => [...new Set(records.filter(isObject).flatMap(Object.keys))]

/** The one that is meant: by its path, else by the last word of it. */
const nearestOf = (name: string, names: readonly string[]) =>
  nearest(name, names) ?? names.find((one) => nearest(name, [one.split('.').at(-1) ?? one]) !== undefined)
