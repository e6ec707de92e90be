/** Durations in milliseconds, and the time at which records are seen. */

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
/** The mean length of a year and of a month in the Julian calendar. */
export const year = 365.25 * day
export const month = year / 12

/**
 * Reads a date of an HTTP header, such as `Sun, 06 Nov 1994 08:49:37 GMT`, in milliseconds since the epoch; undefined
 * for anything else. Date.parse alone accepts nearly anything: `-1` becomes a month of 2001, and 31 November the day after it.
 */
export function httpDate(value = ''): number | undefined {
  const [, date] = /^[A-Z][a-z]+, (\d\d)[ -].* GMT$/.exec(value) ?? []
  const time = Date.parse(value)
  return new Date(time).getUTCDate() === Number(date) ? time : undefined
}

/** Writes a time, in milliseconds since the epoch, as ISO 8601 in UTC. */
export const iso = (time: number): string => new Date(time).toISOString()

/**
 * Returns the time at which records are seen, in milliseconds since the epoch: the clock's, unless the sandbox
 * is days ahead of it.
 */
export const marketTime = (context: { now(): number; readonly settings: { readonly day: number } }): number =>
  context.now() + context.settings.day * day
