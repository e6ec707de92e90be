/**
 * What the marketplace is made of: each thing as filters and orders look at it. Cheap, so that a hundred thousand loans
 * can be looked through; names, texts, terms and the rest are worked out only for the records of a page.
 */
import type { unlistedStatuses } from '../../api/gaps.ts'
import type { News } from './data/journal.ts'
import type { RandomFor } from './random.ts'

export interface Marketplace {
  readonly randomFor: RandomFor
  /** The midnight (UTC) that began the day of opening: all that has happened is before it. */
  readonly today: number
  readonly loans: readonly Loan[]
  readonly partners: readonly Partner[]
  readonly lenderCount: number
  readonly teamCount: number
  readonly teams: readonly Team[]
  /** Every journal entry, those of a loan together and oldest first; its place here makes its id. */
  readonly entries: readonly JournalEntry[]
  /** By loan: place of its first entry in `entries`. */
  readonly firstEntries: readonly number[]
  lender(index: number): Lender
  /** Indexes of the loans in which a lender has a share, oldest first. */
  loansOfLender(lender: number): readonly number[]
  teamsOfLender(lender: number): readonly Membership[]
  membersOfTeam(team: number): readonly Member[]
  /** What was lent in the name of a team. */
  lentByTeam(team: number): TeamLoans
  /** How many lenders somebody invited. */
  inviteesOf(lender: number): number
}

export interface Loan {
  readonly index: number
  readonly status: LoanStatus
  /** Indexes into `countries`, its towns, and `activities`. */
  readonly country: number
  readonly town: number
  readonly activity: number
  /** Index of the field partner; a direct loan has none. */
  readonly partner: number | undefined
  /** Of the borrower; of a group, the predominant one. */
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
  /** When the last dollar came; absent while it hasn't. */
  readonly funded?: number
  /** When repayment begins or would begin. */
  readonly begins: number
  /** Stopped paying before the end. */
  readonly broken: boolean
}

/** The five that are documented, and those that the live service has beside them. */
export type LoanStatus =
  | 'fundraising'
  | 'funded'
  | 'in_repayment'
  | 'paid'
  | 'ended_with_loss'
  | (typeof unlistedStatuses)[number]

export interface Share {
  /** Index of the lender; a lender has one share in a loan. */
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
  /** Indexes of countries; loans come from the first. */
  readonly countries: readonly number[]
  readonly opened: number
  /** The last moment at which it posted loans. */
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
  /** Index of the lender who founded it. */
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
  /** Indexes of the loans, each once. */
  readonly loans: readonly number[]
  /** US dollars. */
  readonly amount: number
}

export interface JournalEntry {
  readonly loan: Loan
  /** Its place among the loan's entries, oldest first. */
  readonly nth: number
  readonly at: number
  readonly news: News
  readonly bulk: boolean
  readonly image: boolean
  readonly video: boolean
  readonly comments: number
  readonly recommendations: number
}
