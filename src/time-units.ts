/** Durations in milliseconds. */
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
/** The mean length of a year and of a month in the Julian calendar. */
export const year = 365.25 * day
export const month = year / 12
