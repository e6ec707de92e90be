/**
 * Fields by path, such as `location.country`.
 * A path leads through objects, and through each object of a list.
 */
import { isList, isObject, type Json } from '../../core/json.ts'
import type { Field, Fields } from './fields.ts'

/** The keys from the record down to a value, at least one. */
export type FieldPath = readonly string[]

export const pathText = (path: FieldPath) => path.join('.')

/** Returns every field with its path as typed. Fields within an object follow the object. */
export function everyField(fields: Fields, within = ''): readonly (readonly [path: string, field: Field])[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [within + name, field] as const,
    ...everyField(field.fields ?? {}, `${within}${name}.`),
  ])
}

/** Returns the field at a path, if it is known. */
export function fieldAt(fields: Fields, [key = '', ...rest]: FieldPath): Field | undefined {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  return rest.length === 0 ? field : field && fieldAt(field.fields ?? {}, rest)
}

/**
 * Returns the value at a path, or `undefined`. A path through a list returns the values of all its objects. `from` is
 * the index of the first key.
 */
export function valueAt(value: Json | undefined, path: FieldPath, from = 0): Json | undefined {
  const key = path[from]
  if (key === undefined) return value
  if (isList(value)) {
    const found = value.map((item: Json) => valueAt(item, path, from)).filter((item) => item !== undefined)
    return found.length > 0 || value.length === 0 ? found : undefined
  }
  return isObject(value) && Object.hasOwn(value, key) ? valueAt(value[key], path, from + 1) : undefined
}

/** The selected keys of an object, nested. An empty selection stands for the whole value. */
export type Selection = ReadonlyMap<string, Selection>

/** Returns the selection of some paths, in their order. A whole object wins over a part of it. */
export function selectionOf(paths: readonly FieldPath[]): Selection {
  interface Tree extends Map<string, Tree> {}
  const root: Tree = new Map()
  const whole = new Set<Tree>()
  for (const path of paths) {
    let at = root
    for (const key of path) {
      if (whole.has(at)) break
      const within: Tree = at.get(key) ?? new Map()
      at.set(key, within)
      at = within
    }
    at.clear()
    whole.add(at)
  }
  return root
}

/** Returns a record with only the selected fields, in that order and with the original nesting. */
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
