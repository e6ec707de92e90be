import type { Json } from '../ports/json.ts'

/** Milliseconds since the epoch of an ISO 8601 date; undefined for any other value. */
export function timeOf(value: Json | undefined): number | undefined {
  if (typeof value !== 'string') return undefined
  // Most dates are of the form 2026-10-04T12:00:00Z, which Date.parse reads as it is.
  if (value.length === 20 && iso.test(value)) return known(Date.parse(value))
  const match = iso.exec(value)
  if (!match) return undefined
  // Without a time zone, Date.parse would use the local one.
  const [, day, time = '00:00:00', zone = 'Z'] = match
  return known(Date.parse(`${day}T${time}${zone}`))
}

const known = (time: number) => (Number.isNaN(time) ? undefined : time)

const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/

/** The UTC day of a time in milliseconds since the epoch: `2026-10-04`. */
export const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)
