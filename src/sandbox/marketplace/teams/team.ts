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
