/** Decoded JSON values. */
import { ExactNumber } from './numbers.ts'

/** Any decoded JSON value. */
export type Json = null | boolean | number | ExactNumber | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}

/** Returns whether a value is an object; a list is not. */
export function isObject(value: Json | undefined): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  )
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** Returns whether a value is an object or a list. */
export function isNested(value: Json | undefined): value is JsonObject | readonly Json[] {
  return isObject(value) || isList(value)
}
