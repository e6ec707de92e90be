/** Checks of stored values: a user may have edited the files. */

import { isList, type Json, type JsonObject } from '../../ports/json.ts'
import { parseOrigin } from '../../ports/origin.ts'

/** Returns whether a value is an origin as `parseOrigin` writes it. */
export function isOrigin(value: Json | undefined): boolean {
  return typeof value === 'string' && parseOrigin(value) === value
}

/** Returns whether a value is a list of strings. */
export function isTexts(value: Json | undefined): boolean {
  return isList(value) && value.every((item) => typeof item === 'string')
}

/** Returns whether each of these fields is a string. */
export function hasTexts(record: JsonObject, names: readonly string[]): boolean {
  return names.every((name) => typeof record[name] === 'string')
}
