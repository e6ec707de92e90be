/**
 * The model of the marketplace: each item has only the fields that filters and orders use. This keeps a
 * search through a hundred thousand loans fast. Names, texts, terms and other details are generated only for
 * the records of a page.
 */
import type { News } from './data/stories.ts'
import type { RandomFor } from './random.ts'

export interface Marketplace {
  readonly randomFor: RandomFor
  /** UTC midnight of day 0. All ids and dates follow from it, whatever the day on which they are seen. */
  readonly start: number
  /** UTC midnight of the day on which the marketplace is seen: day 0, or a later one. All events are earlier. */
  readonly today: number
  readonly loans: readonly Loan[]
  readonly partners: readonly Partner[]
  /** Numbers of lenders and teams by today. */
  readonly lenderCount: number
  readonly teamCount: number
  /** Numbers of lenders and teams on day 0, which set the rates at which they join. */
  readonly lendersAtStart: number
  readonly teamsAtStart: number
  readonly teams: readonly Team[]
  /** All journal entries, grouped by loan, oldest first within a loan. */
  readonly entries: readonly JournalEntry[]
  lender(index: number): Lender
  /** How often lenders lend: sums of the activity of all lenders up to an index. */
  readonly activitySums: Float64Array
  /** Returns the indexes of the loans in which a lender has a share, oldest first. */
  loansOfLender(lender: number): readonly number[]
  teamsOfLender(lender: number): readonly Membership[]
  membersOfTeam(team: number): readonly Member[]
  /** Returns the loans that lenders made on behalf of a team. */
  lentByTeam(team: number): TeamLoans
  /** Returns the number of lenders whom a lender invited. */
  inviteesOf(lender: number): number
  /** Returns the figures of a partner, computed from its loans. */
  booksOf(partner: number): PartnerBooks
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
  readonly requested: number
  /** US dollars raised so far, from how many lenders. */
  readonly raised: number
  readonly lenders: number
  /** US dollars raised when fundraising closes, from how many lenders. */
  readonly total: number
  readonly backers: number
  /** Months. */
  readonly term: number
  readonly posted: number
  readonly expires: number
  /** Time at which fundraising ends: at the last share of a full loan, or at the deadline. */
  readonly closes: number
  /** Whether the borrowers get what is raised, or would. */
  readonly succeeds: boolean
  /** Whether the loan is refunded before repayment begins, or will be. */
  readonly withdrawn: boolean
  /** Time at which the loan became funded; `undefined` before that. */
  readonly funded: number | undefined
  /** Time at which repayment begins, or would begin. */
  readonly begins: number
  readonly course: Course
  /** Month of the term, from 1, in which the course leaves the schedule. */
  readonly turn: number
  /** Months by which payments are late from then on. */
  readonly delay: number
  /** Time of the last payment, or of the loss. */
  readonly ends: number
}

/**
 * How a loan is repaid: on schedule, all at once before the end of the term, late from some month on, with a
 * few payments missed and made up for together, or not after some month.
 */
export type Course = 'steady' | 'early' | 'slow' | 'catching up' | 'broken'

/** The five documented statuses, and two of the undocumented ones of the live service. */
export type LoanStatus =
  | 'fundraising'
  | 'funded'
  | 'in_repayment'
  | 'paid'
  | 'ended_with_loss'
  | 'expired'
  | 'refunded'

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

export interface JournalEntry {
  readonly id: number
  readonly loan: Loan
  /** Position among the loan's entries, oldest first. */
  readonly nth: number
  readonly at: number
  readonly news: News
  readonly bulk: boolean
  readonly image: boolean
  readonly video: boolean
  /** Times of the comments so far, oldest first. */
  readonly comments: readonly number[]
  readonly recommendations: number
}

/** The private account of an authorized user: a `user_account` record, as `/v1/my/account` returns it. */
export type Account = {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  /** Id of the user's public lender page. Absent if the user has none. */
  readonly lender_id?: string
  readonly is_public: boolean
  readonly is_developer: boolean
}

/** Teams in the model of the marketplace. */
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

/** Field partners in the model of the marketplace. */
export interface Partner {
  readonly id: number
  readonly name: string
  readonly status: 'active' | 'pilot' | 'paused' | 'closed' | 'inactive'
  /** Indexes of countries. The partner's loans come from the first one. */
  readonly countries: readonly number[]
  readonly opened: number
  /** Time until which the partner posts loans. */
  readonly until: number
  /** How often its loans go wrong, from 0 to 1. */
  readonly risk: number
}

/** The figures of a partner. Rates are in percent, and 0 without any loan to compute them from. */
export interface PartnerBooks {
  readonly posted: number
  /** US dollars. */
  readonly raised: number
  /** Overdue payments as a share of the outstanding amount. */
  readonly delinquency: number
  /** Lost amounts as a share of the amount of loans that have ended. */
  readonly defaults: number
  /** Outstanding amount of loans with payments overdue for more than 30 days, as a share of all of it. */
  readonly atRisk: number
  /** Number of loans in repayment, repaid or lost. */
  readonly paidOut: number
}
