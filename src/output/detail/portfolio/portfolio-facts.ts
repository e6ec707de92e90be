import type { RepaymentCalendar } from '../../../domain/portfolio/calendar.ts'
import type { Portfolio } from '../../../domain/portfolio/portfolio.ts'
import type { JsonObject } from '../../../ports/json.ts'

/** What the page of a portfolio shows. */
export interface PortfolioFacts {
  readonly lender: JsonObject
  readonly portfolio: Portfolio
  readonly calendar: RepaymentCalendar
  /** The percentage above which a group is listed. */
  readonly over: number
  /** How many groups of each kind to show. */
  readonly top: number
  /** Commands to run next. */
  readonly links: readonly string[]
}
