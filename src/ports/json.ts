/** JSON values, as decoded. */
import { ExactNumber } from '../exact-number.ts'

/** Any JSON value, as decoded. */
export type Json = null | boolean | number | ExactNumber | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}

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
