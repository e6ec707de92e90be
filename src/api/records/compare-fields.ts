/** Compares values of a reply with the documented fields. Commands never do: for them, missing and new fields are normal. */
import { isList, isObject, type Json, type JsonObject } from '../../core/json.ts'
import { ExactNumber } from '../../core/numbers.ts'
import { everyField } from './field-paths.ts'
import { type Field, type Fields, type FieldType, fieldKind } from './fields.ts'

/** A difference between values and their documented field. */
export interface Difference {
  readonly kind: 'new field' | 'missing field' | 'other type' | 'other value'
  /** The path of the field, such as `loans.location.geo`. Foreign text if the field is new. */
  readonly field: string
  /** What is documented; unset for a new field. */
  readonly documented?: string
  /** The first value that differs; unset for a missing field. It is foreign. */
  readonly example?: Json
  /** In how many objects of how many. */
  readonly count: number
  readonly of: number
}

interface Comparison {
  readonly differences: readonly Difference[]
  /** The optional fields that no object has. */
  readonly notSent: readonly string[]
}

/** Compares an object and all values in it with the fields. Differences of the same kind in one field count as one. */
export function compareFields(fields: Fields, whole: JsonObject): Comparison {
  const found = new Map<string, Omit<Difference, 'of'> & { readonly within: string }>()
  const objects = new Map<string, number>()
  const sent = new Set<string>()

  function add(within: string, difference: Omit<Difference, 'count' | 'of'>): void {
    const key = `${difference.kind} ${difference.field}`
    const before = found.get(key) ?? { ...difference, within, count: 0 }
    found.set(key, { ...before, count: before.count + 1 })
  }

  function compareObject(known: Fields, object: JsonObject, within: string): void {
    objects.set(within, (objects.get(within) ?? 0) + 1)
    for (const [name, field] of Object.entries(known)) {
      const path = within + name
      const value = Object.hasOwn(object, name) ? object[name] : undefined
      const isAbsent = value === undefined || value === null
      if (!isAbsent) sent.add(path)
      if (!isAbsent && !(value === '' && field.optional)) compareField(field, value, { path, within })
      else if (!field.optional)
        add(within, { kind: 'missing field', field: path, documented: fieldKind(field) })
    }
    for (const [name, example] of Object.entries(object))
      if (!Object.hasOwn(known, name)) add(within, { kind: 'new field', field: within + name, example })
  }

  function compareField(field: Field, value: Json, { path, within }: FieldPlace): void {
    const differs = (kind: Difference['kind'], documented: string, example: Json) =>
      add(within, { kind, field: path, documented, example })
    if (isList(value) !== (field.list === true)) {
      differs('other type', fieldKind(field), value)
      return
    }
    // A field counts once in each object.
    const items = isList(value) ? value : [value]
    const wrong = items.find((item) => !fits[field.type](item))
    if (wrong !== undefined) differs('other type', fieldKind(field), wrong)
    const { choices, fields: inner } = field
    const other = choices && items.find((item) => typeof item === 'string' && !choices.includes(item))
    if (other !== undefined) differs('other value', choices?.join(', ') ?? '', other)
    if (inner) for (const item of items) if (isObject(item)) compareObject(inner, item, `${path}.`)
  }

  compareObject(fields, whole, '')
  const parentOf = (path: string) => path.slice(0, path.lastIndexOf('.') + 1)
  return {
    differences: [...found.values()].map(({ within, ...difference }) => ({
      ...difference,
      of: objects.get(within) ?? 0,
    })),
    notSent: everyField(fields)
      .filter(([path, { optional }]) => optional && objects.has(parentOf(path)) && !sent.has(path))
      .map(([path]) => path),
  }
}

interface FieldPlace {
  readonly path: string
  /** The path of the object that has the field, with a dot at the end; '' for the whole. */
  readonly within: string
}

const isNumber = (value: Json) => typeof value === 'number' || value instanceof ExactNumber
const isText = (value: Json) => typeof value === 'string'

const fits: Readonly<Record<FieldType, (value: Json) => boolean>> = {
  integer: (value) => Number.isInteger(value) || (isNumber(value) && /^-?\d+$/.test(String(value))),
  number: isNumber,
  money: isNumber,
  local: isNumber,
  percent: isNumber,
  string: isText,
  text: isText,
  html: isText,
  date: (value) =>
    isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[-+]\d\d:?\d\d)$/.test(String(value)),
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  map: isObject,
}
