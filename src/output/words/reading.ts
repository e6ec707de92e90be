/** Reads values out of cleaned records that may lack them, or have another type than expected. */
import { isNested, isObject } from '../../api/json.ts'
import type { Json } from '../../context.ts'
import { ExactNumber } from '../../exact-number.ts'
import { jsonText } from '../records/json-text.ts'

/** Missing, null, "", and what holds nothing but such: the same to a reader. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true
  if (!isNested(value)) return false
  return Object.values(value).every((item: Json) => isEmpty(item))
}

/** The value at a path of own keys, such as `location.country`. */
export function at(record: Json | undefined, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>(
      (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      record,
    )
}

/** A value as one line of text: scalars as they are, others as compact JSON, nothing as ''. */
export function line(value: Json | undefined): string {
  if (isEmpty(value)) return ''
  const text = isNested(value) ? jsonText(value) : String(value)
  return text.replace(/\s+/g, ' ').trim()
}

/** A number, also when it came as text: money did, around 2010. */
export function number(value: Json | undefined): number | undefined {
  const isNumber = typeof value === 'number' || value instanceof ExactNumber
  if (!isNumber && (typeof value !== 'string' || value.trim() === '')) return undefined
  const result = Number(String(value))
  return Number.isFinite(result) ? result : undefined
}
