/** What a decoded JSON value is: for records that may hold anything. */
import type { Json, JsonObject } from '../context.ts'
import { ExactNumber } from '../exact-number.ts'

/** Whether a value is an object, not a list. */
export function isObject(value: Json | undefined): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  )
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** Whether a value holds others: an object or a list. */
export function isNested(value: Json | undefined): value is JsonObject | readonly Json[] {
  return isObject(value) || isList(value)
}
