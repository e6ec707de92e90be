/**
 * The model of the marketplace: each item has only the fields that filters and orders use. This keeps a
 * search through a hundred thousand loans fast. Names, texts, terms and other details are generated only for
 * the records of a page.
 */
import type { unlistedStatuses } from '../../api/gaps.ts'
import type { News } from './data/journal.ts'
import type { RandomFor } from './random.ts'

export interface Marketplace {
  readonly randomFor: RandomFor
  /** UTC midnight at the start of the day on which the marketplace was opened. All events are earlier. */
  readonly today: number
  readonly loans: readonly Loan[]
  readonly partners: readonly Partner[]
  readonly lenderCount: number
  readonly teamCount: number
  readonly teams: readonly Team[]
  /**
   * All journal entries, grouped by loan, oldest first within a loan. The position of an entry determines its
   * id.
   */
  readonly entries: readonly JournalEntry[]
  /** Position in `entries` of each loan's first entry, by loan index. */
  readonly firstEntries: readonly number[]
  lender(index: number): Lender
  /** Returns the indexes of the loans in which a lender has a share, oldest first. */
  loansOfLender(lender: number): readonly number[]
  teamsOfLender(lender: number): readonly Membership[]
  membersOfTeam(team: number): readonly Member[]
  /** Returns the loans that lenders made on behalf of a team. */
  lentByTeam(team: number): TeamLoans
  /** Returns the number of lenders whom a lender invited. */
  inviteesOf(lender: number): number
}

export interface Loan {
  readonly index: number
  readonly status: LoanStatus
  /** Indexes into `countries`, its towns, and `activities`. */
  readonly country: number
  readonly town: number
  readonly activity: number
  /** Index of the field partner. `undefined` for a direct loan. */
  readonly partner: number | undefined
  /** Gender of the borrower, or the predominant gender of a group. */
  readonly gender: 'F' | 'M'
  readonly borrowers: number
  /** US dollars, multiples of 25. */
  readonly asked: number
  readonly raised: number
  readonly lenders: number
  /** Months. */
  readonly term: number
  readonly posted: number
  readonly expires: number
  /** Time at which the loan became fully funded. Absent before that. */
  readonly funded?: number
  /** Time at which repayment begins, or would begin. */
  readonly begins: number
  /** Whether payments stop before the end of the term. */
  readonly broken: boolean
}

/** The five documented statuses, and the undocumented ones of the live service. */
export type LoanStatus =
  | 'fundraising'
  | 'funded'
  | 'in_repayment'
  | 'paid'
  | 'ended_with_loss'
  | (typeof unlistedStatuses)[number]

export interface Share {
  /** Index of the lender. A lender has at most one share in a loan. */
  readonly lender: number
  /** US dollars. */
  readonly amount: number
  readonly at: number
}

export interface Lender {
  readonly index: number
  /** Absent for an anonymous lender. */
  readonly id: string | undefined
  readonly name: string
  readonly whereabouts: string | undefined
  readonly country: string | undefined
  readonly pictured: boolean
}

export interface Partner {
  readonly id: number
  readonly name: string
  readonly status: 'active' | 'pilot' | 'paused' | 'closed' | 'inactive'
  /** Indexes of countries. The partner's loans come from the first one. */
  readonly countries: readonly number[]
  readonly opened: number
  /** Time until which the partner posts loans. */
  readonly until: number
}

export interface Team {
  readonly index: number
  readonly id: number
  readonly shortname: string
  readonly name: string
  readonly category: string
  readonly open: boolean
  readonly whereabouts: string | undefined
  readonly founded: number
  /** Index of the lender who founded the team. */
  readonly founder: number
}

export interface Membership {
  /** Index of the team. */
  readonly team: number
  readonly since: number
}

export interface Member {
  /** Index of the lender. */
  readonly lender: number
  readonly since: number
}

export interface TeamLoans {
  /** Indexes of the loans, without duplicates. */
  readonly loans: readonly number[]
  /** US dollars. */
  readonly amount: number
}

export interface JournalEntry {
  readonly loan: Loan
  /** Position among the loan's entries, oldest first. */
  readonly nth: number
  readonly at: number
  readonly news: News
  readonly bulk: boolean
  readonly image: boolean
  readonly video: boolean
  readonly comments: number
  readonly recommendations: number
}
