/**
 * The meaning of each `sort_by`. The documentation names the orders but not their direction: this file
 * decides it, and /methods describes it. Loans by amount, by amount remaining and by term are ascending, as
 * on the service's own pages; popularity and all counts are descending. Equal items keep the order of their
 * ids, so that pages stay stable.
 */

import type { journalEntries } from '../../commands/resources/journal-entries.ts'
import type { lenders } from '../../commands/resources/lenders.ts'
import type { loans } from '../../commands/resources/loans.ts'
import type { teams } from '../../commands/resources/teams.ts'
import type { JournalEntry, Loan } from '../marketplace/model.ts'

interface Order<T> {
  /** Description for /methods. */
  readonly brief: string
  /** Returns a negative number if `a` comes first. */
  readonly compare: (a: T, b: T) => number
}

type Choice<P extends { readonly sort_by: { readonly choices: readonly string[] } }> =
  P['sort_by']['choices'][number]
type Search<
  E extends {
    readonly search: { readonly params: { readonly sort_by: { readonly choices: readonly string[] } } }
  },
> = Choice<E['search']['params']>

const newestLoan: Order<Loan> = {
  brief: 'most recently posted first',
  compare: (a, b) => b.posted - a.posted,
}
const oldestLoan: Order<Loan> = {
  brief: 'longest ago posted first',
  compare: (a, b) => a.posted - b.posted,
}
/** Loans that can still expire come first. The rest follow, latest expiration first. */
const expiring: Order<Loan> = {
  brief: 'soonest to expire first; after them loans no longer fundraising, the latest first',
  compare: (a, b) => {
    const open = (loan: Loan) => loan.status === 'fundraising'
    if (open(a) !== open(b)) return open(a) ? -1 : 1
    return open(a) ? a.expires - b.expires : b.expires - a.expires
  },
}

export const loanOrders = {
  newest: newestLoan,
  oldest: oldestLoan,
  expiration: expiring,
  popularity: { brief: 'most lenders first', compare: (a, b) => b.lenders - a.lenders },
  loan_amount: { brief: 'smallest loan first', compare: (a, b) => a.requested - b.requested },
  amount_remaining: {
    brief: 'least left to fund first',
    compare: (a, b) => a.requested - a.raised - (b.requested - b.raised),
  },
  repayment_term: { brief: 'shortest term first', compare: (a, b) => a.term - b.term },
} as const satisfies Record<Search<typeof loans.endpoints>, Order<Loan>>

/** Lenders ordered by the time they joined, which is their index. */
export const lenderOrders = {
  newest: { brief: 'most recently joined first', compare: (a, b) => b - a },
  oldest: { brief: 'longest ago joined first', compare: (a, b) => a - b },
} as const satisfies Record<Search<typeof lenders.endpoints>, Order<number>>

/** The values by which a team is ranked. */
export interface RankedTeam {
  readonly index: number
  readonly members: number
  readonly loans: number
  readonly amount: number
  /** Higher values are better matches for `q`. */
  readonly relevance: number
}

export const teamOrders = {
  newest: { brief: 'most recently founded first', compare: (a, b) => b.index - a.index },
  oldest: { brief: 'longest ago founded first', compare: (a, b) => a.index - b.index },
  member_count: { brief: 'most members first', compare: (a, b) => b.members - a.members },
  loan_count: { brief: 'most loans first', compare: (a, b) => b.loans - a.loans },
  loaned_amount: { brief: 'most lent first', compare: (a, b) => b.amount - a.amount },
  query_relevance: {
    brief: 'best match for q first: its name, then its description and reasons, then its place',
    compare: (a, b) => b.relevance - a.relevance,
  },
} as const satisfies Record<Search<typeof teams.endpoints>, Order<RankedTeam>>

export const entryOrders = {
  newest: { brief: 'most recent first', compare: (a, b) => b.at - a.at },
  oldest: { brief: 'longest ago first', compare: (a, b) => a.at - b.at },
  recommendation_count: {
    brief: 'most recommended first',
    compare: (a, b) => b.recommendations - a.recommendations,
  },
  comment_count: { brief: 'most commented first', compare: (a, b) => b.comments.length - a.comments.length },
} as const satisfies Record<Search<typeof journalEntries.endpoints>, Order<JournalEntry>>

/** Descriptions of the orders by path, for /methods. */
export const orderBriefs: Readonly<Record<string, Readonly<Record<string, { readonly brief: string }>>>> = {
  '/loans/search': loanOrders,
  '/lenders/search': lenderOrders,
  '/lenders/:lender_id/loans': { newest: newestLoan, oldest: oldestLoan },
  '/teams/search': teamOrders,
  '/teams/:id/lenders': {
    newest: { brief: 'most recently come to the team first' },
    oldest: { brief: 'longest in the team first' },
  },
  '/teams/:id/loans': { newest: newestLoan, oldest: oldestLoan },
  '/journal_entries/search': entryOrders,
}

/** Returns the items sorted by `order`. Equal items keep their order in `items`. */
export function sortBy<T>(items: readonly T[], order: Order<T>): readonly T[] {
  return items.toSorted(order.compare)
}
