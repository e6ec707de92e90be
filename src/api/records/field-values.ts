/** Reads values of records, which may be missing or differ from the documented type. */

import { isList, isNested, isObject, type Json } from '../../core/json.ts'
import { ExactNumber } from '../../core/numbers.ts'

/**
 * Returns true for a value without content:
 * undefined, null, '', and lists and objects that contain only such values.
 */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true
  if (!isNested(value)) return false
  return Object.values(value).every((item: Json) => isEmpty(item))
}

/** Returns the values of a list one by one, or the value itself, without empty ones. */
export function valuesIn(value: Json | undefined): readonly Json[] {
  if (isList(value)) return value.flatMap((item: Json) => valuesIn(item))
  return value === undefined || isEmpty(value) ? [] : [value]
}

/** Returns the value at a path of own keys, such as `location.country`. */
export function at(record: Json | undefined, path: string): Json | undefined {
  return path.includes('.') ? path.split('.').reduce(ownValue, record) : ownValue(record, path)
}

const ownValue = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** Returns a finite number, also from a decimal string: around 2010 the service sent money as strings. */
export function number(value: Json | undefined): number | undefined {
  const isText = typeof value === 'string' && decimal.test(value)
  if (typeof value !== 'number' && !isText && !(value instanceof ExactNumber)) return undefined
  const result = typeof value === 'number' ? value : Number(String(value))
  return Number.isFinite(result) ? result : undefined
}

/** Number() also reads `0x1F4` and `0b11`. */
const decimal = /^\s*[-+.\de]+\s*$/i

/** Returns the first id of a record as the API sent it. A bare id (`ids_only`) is its own id. */
export function sentIdOf(record: Json, idFields: readonly string[]): string | undefined {
  if (!isObject(record)) return idText(record)
  for (const name of idFields) {
    const id = idText(record[name])
    if (id !== undefined) return id
  }
  return undefined
}

export const idText = (value: Json | undefined): string | undefined =>
  value === undefined || value === null || isNested(value) ? undefined : String(value)
