/** Time in the marketplace: whole seconds since the epoch, in UTC. Months are counted from January 1970. */
export const hour = 3600
export const day = 24 * hour

/** Returns the UTC midnight at the start of the day of `milliseconds`, in seconds. */
export function floorToDay(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / day) * day
}

/** Formats a date as the service does: `2026-10-02T08:00:00Z`. */
export function formatDate(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
}

/**
 * Returns the month of a time. It allocates no `Date`, because it runs for every loan. The numbers are those
 * of the proleptic Gregorian calendar, whose years begin in March here: 400 years have 146 097 days, and five
 * months have 153.
 */
export function monthOf(seconds: number): number {
  const days = Math.floor(seconds / day) + 719468
  const era = Math.floor(days / 146097)
  const ofEra = days - era * 146097
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36524) - Math.floor(ofEra / 146096)) / 365,
  )
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  return (era * 400 + year - 1970) * 12 + fromMarch + 2
}

/** Returns the UTC midnight at which a month begins. */
export function startOfMonth(month: number): number {
  const fromMarch = month - 2
  const year = Math.floor(fromMarch / 12) + 1970
  const era = Math.floor(year / 400)
  const ofEra = year - era * 400
  const ofYear = Math.floor((153 * (fromMarch - Math.floor(fromMarch / 12) * 12) + 2) / 5)
  const days = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear
  return (era * 146097 + days - 719468) * day
}

/**
 * Returns the midnight of a day in California, where the service keeps its books: 07:00 UTC in summer, 08:00
 * in winter. Summer is from 11 March to 7 November here.
 */
export function toBookDate(seconds: number): number {
  const isSummer = monthOf(seconds - 10 * day) % 12 >= 2 && monthOf(seconds - 7 * day) % 12 <= 9
  return Math.floor(seconds / day) * day + (isSummer ? 7 : 8) * hour
}
