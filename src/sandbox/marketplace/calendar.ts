/** Time in the marketplace: whole seconds since the epoch, in UTC. */
export const hour = 3600
export const day = 24 * hour

/** The midnight that began the day of `milliseconds`. */
export function floorToDay(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / day) * day
}

/** As the service writes a date: `2026-10-02T08:00:00Z`. */
export function formatDate(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
}

/** The first day of the month `months` after that of `seconds`, at eight in the morning. */
export function findMonthStart(seconds: number, months: number): number {
  const from = new Date(seconds * 1000)
  return Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1, 8) / 1000
}
