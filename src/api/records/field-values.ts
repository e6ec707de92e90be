/** Reads values of records that may lack them, or have another type than documented. */

import { ExactNumber } from '../../exact-number.ts'
import { isNested, isObject, type Json } from '../../ports/json.ts'

/** True for a value that says nothing: undefined, null, '', and lists and objects of nothing but such values. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true
  if (!isNested(value)) return false
  return Object.values(value).every((item: Json) => isEmpty(item))
}

/** The value at a path of own keys, such as `location.country`. */
export function at(record: Json | undefined, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>(
      (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      record,
    )
}

/** A finite number, also from a text: around 2010 the service sent money as text. */
export function number(value: Json | undefined): number | undefined {
  const isNumber = typeof value === 'number' || value instanceof ExactNumber
  if (!isNumber && (typeof value !== 'string' || value.trim() === '')) return undefined
  const result = Number(String(value))
  return Number.isFinite(result) ? result : undefined
}
