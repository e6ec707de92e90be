/**
 * Formats any value by its field description in `api/records/fields.ts`, with defaults for unknown fields.
 */

import { isEmpty } from '../../api/records/field-values.ts'
import type { Field, Fields } from '../../api/records/fields.ts'
import { timeOf } from '../../domain/time.ts'
import { isNested, isObject, type Json } from '../../ports/json.ts'
import { htmlText } from '../terminal/html-text.ts'
import { count, date, dateTime, type Format, local, money, percent, yesNo } from '../words/format.ts'
import { line } from '../words/line.ts'
import type { Fact } from './layout.ts'
import type { RemainingFields } from './remaining-fields.ts'

/** Returns facts for all fields that no view has shown. */
export function genericFacts(remaining: RemainingFields, fields: Fields): readonly Fact[] {
  return remaining.remaining().map(([key, value]) => [label(key), show(value, fields[key], key)])
}

/** `planned_expiration_date` → `Planned expiration date`, `bulkEntries` → `Bulk entries` */
export function label(key: string): string {
  const spaced = key
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim()
  return spaced === '' ? '(no name)' : spaced.charAt(0).toUpperCase() + spaced.slice(1)
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
