import { isEmpty } from '../../api/records/field-values.ts'
import { isObject, type Json, type JsonObject } from '../../ports/json.ts'
import { line } from '../words/line.ts'

/**
 * The fields of a record that are not shown yet. A detail view takes the fields that it shows; the remaining
 * ones are shown generically, so new or unexpected fields are never lost.
 */
export class RemainingFields {
  #left: JsonObject

  constructor(record: JsonObject) {
    this.#left = record
  }

  /** Takes the value at a path of keys, such as `location.country`; undefined if there is none. */
  take(path: string): Json | undefined {
    const [value, left] = without(this.#left, path.split('.'))
    this.#left = left
    return value
  }

  /** Takes a value as one line of text; '' if there is none. */
  line(path: string): string {
    return line(this.take(path))
  }

  /** Takes a string with its newlines; any other value as one line. */
  text(path: string): string {
    const value = this.take(path)
    return typeof value === 'string' ? value.trim() : line(value)
  }

  /** Takes a list; any other value becomes a list of one, and an empty value an empty list. */
  list(path: string): readonly Json[] {
    const value = this.take(path)
    if (value === undefined || isEmpty(value)) return []
    return Array.isArray(value) ? value : [value]
  }

  /** Returns the non-empty fields that remain. */
  remaining(): readonly (readonly [key: string, value: Json])[] {
    return Object.entries(this.#left).filter(([, value]) => !isEmpty(value))
  }
}

/** Returns the value at a path, and a copy of the object without it. */
function without(
  object: JsonObject,
  [key = '', ...deeper]: readonly string[],
): [Json | undefined, JsonObject] {
  if (!Object.hasOwn(object, key)) return [undefined, object]
  const value = object[key]
  if (deeper.length === 0) return [value, withEntry(object, key, undefined)]
  if (!isObject(value)) return [undefined, object]
  const [found, left] = without(value, deeper)
  return [found, withEntry(object, key, left)]
}

/** fromEntries defines properties, so a key `__proto__` stays an ordinary key. */
function withEntry(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  const entries = Object.entries(object).flatMap(([name, old]): [string, Json][] => {
    if (name !== key) return [[name, old]]
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}
