/** What a stored value must be before it is trusted: the files may have been edited. */

import { isList, type Json, type JsonObject } from '../../ports/json.ts'
import { parseOrigin } from '../../ports/origin.ts'

/** Whether it is an origin as `parseOrigin` writes it. */
export function isOrigin(value: Json | undefined): boolean {
  return typeof value === 'string' && parseOrigin(value) === value
}

/** Whether it is a list of texts. */
export function isTexts(value: Json | undefined): boolean {
  return isList(value) && value.every((item) => typeof item === 'string')
}

/** Whether each of these fields is a text. */
export function hasTexts(record: JsonObject, names: readonly string[]): boolean {
  return names.every((name) => typeof record[name] === 'string')
}
