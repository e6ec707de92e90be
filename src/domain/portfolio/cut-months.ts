import { dayText } from '../time.ts'
import type { RepaymentCalendar } from './calendar.ts'

/** A calendar whose last months are added up. */
export interface CutCalendar extends RepaymentCalendar {
  /** The sum of the months that `months` leaves out, in dollars, and their number. */
  readonly later: { readonly dollars: number; readonly months: number }
}

/**
 * Keeps the month of `now`, in milliseconds since the epoch, and the ones after it: `count` months in all, and every
 * month without a count. Earlier months stay too.
 */
export function cutMonths(calendar: RepaymentCalendar, count: number | undefined, now: number): CutCalendar {
  const end = count === undefined ? undefined : monthAfter(now, count)
  const isKept = ({ month }: { readonly month: string }) => end === undefined || month < end
  const later = calendar.months.filter((entry) => !isKept(entry))
  const cents = later.reduce((sum, { dollars }) => sum + Math.round(dollars * 100), 0)
  return {
    ...calendar,
    months: calendar.months.filter(isKept),
    later: { dollars: cents / 100, months: later.length },
  }
}

/** The UTC month that begins `count` months after the month of a time. */
function monthAfter(now: number, count: number): string {
  const [year, month] = dayText(now).split('-').map(Number)
  return dayText(Date.UTC(year ?? 0, (month ?? 1) - 1 + Math.min(count, maxMonths))).slice(0, 7)
}

/** More months than any loan has, and a year of four digits. */
const maxMonths = 1200
