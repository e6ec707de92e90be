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
