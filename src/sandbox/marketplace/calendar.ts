/** Time in the marketplace: whole seconds since the epoch, in UTC. */
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

/** Returns 08:00 UTC on the first day of the month that is `months` after the month of `seconds`. */
export function findMonthStart(seconds: number, months: number): number {
  const from = new Date(seconds * 1000)
  return Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1, 8) / 1000
}
