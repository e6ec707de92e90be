/**
 * A loan that is made when something about it is first asked for. All that is known at once is when it was
 * posted: a search for the newest of many loans makes only those of its page.
 */

import type { Loan } from '../model.ts'

/** A loan without what it has raised so far. */
export type Outline = Omit<Loan, 'index' | 'posted' | 'raised' | 'lenders'>
export type Tally = Pick<Loan, 'raised' | 'lenders'>

export interface LoanMaker {
  make(index: number, posted: number): Outline
  tally(loan: Loan): Tally
}

export class LazyLoan implements Loan {
  readonly index: number
  readonly posted: number
  private readonly maker: LoanMaker
  private outline: Outline | undefined = undefined
  private sums: Tally | undefined = undefined

  constructor(index: number, posted: number, maker: LoanMaker) {
    this.index = index
    this.posted = posted
    this.maker = maker
  }

  private get made(): Outline {
    this.outline ??= this.maker.make(this.index, this.posted)
    return this.outline
  }

  private get tally(): Tally {
    this.sums ??= this.maker.tally(this)
    return this.sums
  }

  get raised() {
    return this.tally.raised
  }
  get lenders() {
    return this.tally.lenders
  }
  get status() {
    return this.made.status
  }
  get country() {
    return this.made.country
  }
  get town() {
    return this.made.town
  }
  get activity() {
    return this.made.activity
  }
  get partner() {
    return this.made.partner
  }
  get gender() {
    return this.made.gender
  }
  get borrowers() {
    return this.made.borrowers
  }
  get requested() {
    return this.made.requested
  }
  get total() {
    return this.made.total
  }
  get backers() {
    return this.made.backers
  }
  get term() {
    return this.made.term
  }
  get expires() {
    return this.made.expires
  }
  get closes() {
    return this.made.closes
  }
  get succeeds() {
    return this.made.succeeds
  }
  get withdrawn() {
    return this.made.withdrawn
  }
  get funded() {
    return this.made.funded
  }
  get begins() {
    return this.made.begins
  }
  get course() {
    return this.made.course
  }
  get turn() {
    return this.made.turn
  }
  get delay() {
    return this.made.delay
  }
  get ends() {
    return this.made.ends
  }
}
