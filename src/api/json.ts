/** What a decoded JSON value is: for records that may hold anything. */
import type { Json, JsonObject } from '../context.ts'

/** Whether a value is an object, not a list. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}
