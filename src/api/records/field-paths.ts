/** Fields by their paths: `location.country`. What a path names lies within objects, and within each object of a list. */
import { isList, isObject, type Json } from '../../ports/json.ts'
import type { Field, Fields } from './fields.ts'

/** The keys from the record down to a value, one at least. */
export type FieldPath = readonly string[]

export const pathText = (path: FieldPath) => path.join('.')

/** Every field with its path as it is typed, those within an object behind it. */
export function everyField(fields: Fields, within = ''): readonly (readonly [path: string, field: Field])[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [within + name, field] as const,
    ...everyField(field.fields ?? {}, `${within}${name}.`),
  ])
}

/** The field that a path leads to, where it is known. */
export function fieldAt(fields: Fields, [key = '', ...rest]: FieldPath): Field | undefined {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  return rest.length === 0 ? field : field && fieldAt(field.fields ?? {}, rest)
}

/** The value at a path, the values of all objects where it leads through a list; `undefined` where there is none. */
export function valueAt(value: Json | undefined, path: FieldPath): Json | undefined {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (isList(value)) {
    const found = value.map((item: Json) => valueAt(item, path)).filter((one) => one !== undefined)
    return found.length > 0 || value.length === 0 ? found : undefined
  }
  return isObject(value) && Object.hasOwn(value, key) ? valueAt(value[key], rest) : undefined
}

/** What is chosen of an object, key by key; of a value for which nothing is named, all. */
export type Selection = ReadonlyMap<string, Selection>

/** What the paths name, in their order; a whole object wins over a part of it. */
export function selectionOf(paths: readonly FieldPath[]): Selection {
  if (paths.some((path) => path.length === 0)) return new Map()
  const below = (first: string | undefined) =>
    paths.filter(([key]) => key === first).map((path) => path.slice(1))
  return new Map(paths.map(([key = '']) => [key, selectionOf(below(key))]))
}

/** A record with nothing but what was chosen, in that order and in the shape that it has. */
export function pick(value: Json, selection: Selection): Json {
  if (selection.size === 0) return value
  if (isList(value)) return value.map((item: Json) => pick(item, selection))
  if (!isObject(value)) return value
  const found = [...selection].flatMap(([key, within]) => {
    const item = Object.hasOwn(value, key) ? value[key] : undefined
    return item === undefined ? [] : [[key, pick(item, within)] as const]
  })
  return Object.fromEntries(found)
}
