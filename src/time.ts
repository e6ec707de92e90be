/** Durations in milliseconds, and the time at which records are seen. */

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
/** The mean length of a year and of a month in the Julian calendar. */
export const year = 365.25 * day
export const month = year / 12

/**
 * Returns the time at which records are seen, in milliseconds since the epoch: the clock's, unless the sandbox
 * is days ahead of it.
 */
export const marketTime = (context: { now(): number; readonly settings: { readonly day: number } }): number =>
  context.now() + context.settings.day * day
