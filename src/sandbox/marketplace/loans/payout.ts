/** The monthly rhythm of repayments: a month in which borrowers pay, then the payout to lenders, then its due date. */
import { day, hour, startOfMonth } from '../calendar.ts'

/** Days after the 15th on which the payout of a month reaches lenders, by month from January. */
const payoutDelays = [0, 0, 2, 8, 0, 2, 0, 1, 4, 0, 0, 1] as const

/**
 * Returns the time at which lenders get what borrowers pay in a month: in the middle of the next month, and
 * thus half a month before it is due.
 */
export function payoutFor(month: number, loan: number): number {
  const late = payoutDelays[(month + 1) % 12] ?? 0
  return startOfMonth(month + 1) + (14 + late) * day + 10 * hour + ((loan * 53 + month * 977) % 14400)
}

/** Returns the day on which lenders are to have what borrowers pay in a month: the first of the month after the next. */
export const dueDay = (month: number) => startOfMonth(month + 2)
