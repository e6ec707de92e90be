/** Reads values out of cleaned records that may lack them, or have another type than expected. */
import { isObject } from '../../api/json.ts'
import type { Json } from '../../context.ts'

/** Missing, null, "", and what holds nothing but such: the same to a reader (service-facts §3). */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true
  if (typeof value !== 'object') return false
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
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replace(/\s+/g, ' ').trim()
}

/** A number, also when it came as text: money did, around 2010. */
export function number(value: Json | undefined): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined
  const result = Number(value)
  return Number.isFinite(result) ? result : undefined
}
