/** What every maker of a record's page builds on: the fields that it has not shown yet, and how to show those that no maker knows. */
import { isEmpty } from '../../api/records/field-values.ts'
import type { Field, Fields } from '../../api/records/fields.ts'
import { isNested, isObject, type Json, type JsonObject } from '../../core/json.ts'
import { timeOf } from '../../domain/time.ts'
import { htmlText } from '../terminal/html-text.ts'
import type { View } from '../view.ts'
import {
  capitalized,
  count,
  date,
  dateTime,
  type Format,
  local,
  money,
  percent,
  yesNo,
} from '../words/format.ts'
import { line } from '../words/line.ts'
import type { Fact, Section } from './page.ts'

/** What a maker knows besides its record. */
export type PageContext = Pick<
  View,
  'now' | 'kiva' | 'commandOfMethod' | 'site' | 'detailOptions' | 'medians'
>

/** Makes the page of a record. It takes the fields that it shows out of `remaining`; `record` is the complete record. */
export type Maker = (remaining: RemainingFields, context: PageContext, record: JsonObject) => MadePage

/** What a maker returns. */
export interface MadePage {
  readonly sections: readonly Section[]
  /** Commands to run next, without `kiva`. Default: the commands that `relations` lists for the type. */
  readonly links?: readonly string[]
  /** Whether the sections have the address of the record's page, which otherwise ends the page. */
  readonly hasAddress?: true
}

/**
 * The fields of a record that are not shown yet. A maker takes the fields that it shows; the remaining
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

/**
 * Returns facts for all fields that no maker has shown, each formatted by its description in `api/records/fields.ts`,
 * with defaults for unknown fields.
 */
export function genericFacts(remaining: RemainingFields, fields: Fields): readonly Fact[] {
  return remaining.remaining().map(([key, value]) => [label(key), show(value, fields[key], key)])
}

/** `planned_expiration_date` → `Planned expiration date`, `bulkEntries` → `Bulk entries` */
function label(key: string): string {
  const spaced = key
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim()
  return spaced === '' ? '(no name)' : capitalized(spaced)
}

const text: Format = (value) => (typeof value === 'string' ? value.trim() : yesNo(value))

/** Whether a date has no time of day. */
const isDay = (value: Json | undefined) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

const formats: Readonly<Partial<Record<Field['type'], Format>>> = {
  integer: count,
  number: count,
  money,
  local,
  percent,
  date: (value) => (isDay(value) ? date(value) : dateTime(value)),
  html: (value) => (typeof value === 'string' ? htmlText(value) : line(value)),
  boolean: yesNo,
}

function show(value: Json, field: Field | undefined, key: string): string {
  if (Array.isArray(value)) return showList(value, field, key)
  if (isObject(value)) {
    return Object.entries(value)
      .filter(([, item]) => !isEmpty(item))
      .map(([name, item]) => {
        const shown = show(item, field?.fields?.[name], name)
        const inner = isNested(item) ? `(${shown})` : shown
        return `${label(name).toLowerCase()} ${inner.replaceAll('\n', '; ')}`
      })
      .join(' · ')
  }
  // An id consists of digits but is not an amount.
  if (/(?:^|_)id$/.test(key)) return line(value)
  const format = field ? formats[field.type] : timeOf(value) === undefined ? undefined : dateTime
  return (format ?? text)(value)
}

/** Joins scalars on one line, and puts nested values on a line each. */
function showList(list: readonly Json[], field: Field | undefined, key: string): string {
  const nested = list.some(isNested)
  return list
    .filter((item) => !isEmpty(item))
    .map((item) => show(item, field, key))
    .join(nested ? '\n' : ', ')
}
