import type { Json } from '../core/json.ts'

/** Milliseconds since the epoch of an ISO 8601 date; undefined for any other value, also for 30 February. */
export function timeOf(value: Json | undefined): number | undefined {
  if (typeof value !== 'string') return undefined
  // Most dates are of the form 2026-10-04T12:00:00Z, which Date.parse reads as it is.
  if (value.length === 20 && iso.test(value) && isDay(value)) return known(Date.parse(value))
  const match = iso.exec(value)
  if (!match || !isDay(value)) return undefined
  // Without a time zone, Date.parse would use the local one.
  const [, day, time = '00:00:00', zone = 'Z'] = match
  return known(Date.parse(`${day}T${time}${zone}`))
}

/** Whether the calendar has the day that a text begins with: Date.parse counts on into the next month. */
const isDay = (text: string) =>
  text.slice(8, 10) <= '28' || new Date(text.slice(0, 10)).getUTCDate() === Number(text.slice(8, 10))

const known = (time: number) => (Number.isNaN(time) ? undefined : time)

const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/

/** The UTC day of a time in milliseconds since the epoch: `2026-10-04`. */
export const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)
