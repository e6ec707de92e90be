/** When a lender's money comes back, if the same amount was lent in each loan, and in which months. */
import type { JsonObject } from '../../core/json.ts'
import { loanKeys } from '../loan-keys.ts'
import type { Cents } from '../money.ts'
import type { Installment } from '../repayment.ts'
import { dayText } from '../time.ts'
import { separateCounted } from './counted-loans.ts'
import { placeShare } from './share.ts'

/**
 * Amounts are in dollars. `repaid`, `lost`, `overdue`, `to_come` and `raising` sum to the share times `loans`,
 * to the cent.
 */
export interface RepaymentCalendar {
  readonly assumes: { readonly dollars_per_loan: number }
  readonly loans: number
  readonly repaid: number
  readonly lost: number
  readonly overdue: number
  /** The number of loans with an overdue installment. */
  readonly overdue_loans: number
  readonly to_come: number
  /** In loans that are still fundraising. */
  readonly raising: number
  /** The number of loans of which something is overdue, to come or raising. */
  readonly loans_out: number
  /**
   * What is to come, in order, by the month in which it reaches the lenders if the borrowers pay in time, or in which it is
   * due if the API does not say when they pay; what should have come in an earlier month is in this one. Months without
   * repayments are omitted.
   */
  readonly months: readonly { readonly month: string; readonly dollars: number; readonly loans: number }[]
  /** The part of `to_come` without a date, and the ids of its loans. */
  readonly unscheduled: { readonly dollars: number; readonly ids: readonly string[] }
  /** The number of loans whose months are those of the due dates. */
  readonly due_dates_only: number
  /** The ids of the loans left out: amounts are missing, or nothing was raised. */
  readonly unknown: readonly string[]
}

/** Lays out the repayments of the counted loans. `share` is in cents, `now` in milliseconds since the epoch. */
export function calendarOf(loans: Iterable<JsonObject>, share: Cents, now: number): RepaymentCalendar {
  const placed = separateCounted(loans).counted.map((loan) => ({
    id: loanKeys.id(loan) ?? '',
    place: placeShare(loan, share, now),
  }))
  const known = placed.flatMap(({ id, place }) => (place ? { id, ...place } : []))
  const total = (key: 'repaid' | 'lost' | 'overdue' | 'raising' | 'undated') =>
    sum(known.map((place) => place[key]))
  const months = monthsOf(
    known.map(({ dated }) => dated),
    now,
  )
  return {
    assumes: { dollars_per_loan: share / 100 },
    loans: known.length,
    repaid: total('repaid') / 100,
    lost: total('lost') / 100,
    overdue: total('overdue') / 100,
    overdue_loans: known.filter(({ overdue }) => overdue > 0).length,
    to_come: (total('undated') + sum(months.map(({ cents }) => cents))) / 100,
    raising: total('raising') / 100,
    loans_out: known.filter(
      ({ overdue, raising, undated, dated }) => overdue + raising + undated > 0 || dated.length > 0,
    ).length,
    months: months.map(({ month, cents, loans }) => ({ month, dollars: cents / 100, loans })),
    unscheduled: {
      dollars: total('undated') / 100,
      ids: known.flatMap(({ id, undated }) => (undated > 0 ? id : [])),
    },
    due_dates_only: known.filter(({ dated }) => dated.some(({ arrives }) => arrives === undefined)).length,
    unknown: placed.flatMap(({ id, place }) => (place ? [] : id)),
  }
}

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((all, amount) => all + amount, 0)

/** Adds up the installments of all loans by UTC month, in order. */
function monthsOf(rowsByLoan: readonly (readonly Installment[])[], now: number) {
  const months = new Map<string, { cents: Cents; readonly loans: Set<number> }>()
  for (const [loan, rows] of rowsByLoan.entries())
    for (const { time, arrives = time, amount } of rows) {
      const month = dayText(Math.max(arrives, now)).slice(0, 7)
      const entry = months.get(month) ?? { cents: 0, loans: new Set() }
      entry.cents += amount
      entry.loans.add(loan)
      months.set(month, entry)
    }
  return [...months]
    .map(([month, { cents, loans }]) => ({ month, cents, loans: loans.size }))
    .sort((a, b) => (a.month < b.month ? -1 : 1))
}

/** A calendar whose last months are added up. */
export interface CutCalendar extends RepaymentCalendar {
  /** The sum of the months that `months` leaves out, in dollars, and their number. */
  readonly later: { readonly dollars: number; readonly months: number }
}

/**
 * Keeps the month of `now`, in milliseconds since the epoch, and the ones after it: `count` months in all, and every
 * month without a count.
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
