/**
 * Generates the outlines of all loans of a marketplace. Their texts are generated elsewhere, only for loans
 * that are shown.
 */
import { day } from '../calendar.ts'
import { activities } from '../data/activities.ts'
import { countries } from '../data/countries.ts'
import type { Loan, LoanStatus, Marketplace, Partner } from '../model.ts'
import { type Random, weightChoice } from '../random.ts'
import { planFundraising, planRepayment, share, withdrawal } from './decide-outcome.ts'
import { tallyShares } from './shares.ts'

/** Id of the first loan. Loan ids are consecutive. */
export const firstLoanId = 2100001
const oldest = 1100 * day
/** Share of the age that grows evenly with a loan's position; after day 0, at the rate of the weeks before it. */
const even = 0.06
const evenLater = 0.1
/** Age of the example loan on day 0, in seconds. */
const exampleAge = 9.4 * day
/** Risk of loans without a partner. */
const directRisk = 0.4

/**
 * Returns the age of a loan on day 0, in seconds, for its position from 0 (newest) to 1 (oldest). Many loans
 * are recent, because a marketplace mostly shows loans that are still fundraising. The curve still spreads the
 * loans of the newest page over more than a quarter of an hour. Loans of later days have negative positions.
 */
const ageAt = (place: number) =>
  (place > 0 ? even * place + (1 - even) * place ** 3 : evenLater * place) * oldest

/** Returns the number of loans posted by today in a marketplace that has `size` loans on day 0. */
export const countLoansBy = (size: number, start: number, today: number) =>
  size + Math.floor(((today - start) * size) / (evenLater * oldest))

type Times = Pick<Marketplace, 'randomFor' | 'start' | 'today'>

/**
 * Returns all loans, oldest first. The exception is the first loan: it is the example of the help, recent and
 * with every detail.
 */
export function makeLoans(size: number, times: Times, partners: readonly Partner[]): readonly Loan[] {
  const byCountry = countries.map((_, country) =>
    partners.flatMap((partner, at) => (partner.countries[0] === country ? [at] : [])),
  )
  const choosePartner = (country: number, posted: number, random: Random): number | undefined => {
    // Direct loans: most loans in the United States and a few in Kenya.
    const code = countries[country]?.code
    const direct = random.chance(code === 'US' ? 0.85 : code === 'KE' ? 0.05 : 0)
    const own = byCountry[country] ?? []
    const wished = random.pick(own)
    const partner = partners[wished]
    const open = partner !== undefined && partner.opened <= posted && posted <= partner.until
    return direct ? undefined : open ? wished : own[0]
  }
  const maker: LoanMaker = {
    make: (index, posted) => makeOutline(index, posted, times, partners, choosePartner),
    tally: (loan) => tallyShares(loan, times),
  }
  const count = countLoansBy(size, times.start, times.today)
  const loans: Loan[] = []
  for (let index = 0; index < count; index++) {
    const place = (size - index - times.randomFor('posted', index).next() * 0.9) / size
    const age = index === 0 ? exampleAge : ageAt(place)
    loans.push(new LazyLoan(index, times.start - Math.ceil(age) - 60, maker))
  }
  return loans
}

function makeOutline(
  index: number,
  posted: number,
  { randomFor, today }: Times,
  partners: readonly Partner[],
  choosePartner: (country: number, posted: number, random: Random) => number | undefined,
): Outline {
  const random = randomFor('loan', index)
  const example = index === 0
  const country = example ? 0 : chooseCountry(random)
  const activity = example ? 0 : chooseActivity(random)
  const group = example || random.chance(0.14)
  const requested = example ? 2500 : roundToShares((group ? 700 : 150) + 2400 * random.next() ** 2.2)
  const partner = choosePartner(country, posted, random) ?? (example ? 0 : undefined)
  const risk = partner === undefined ? directRisk : (partners[partner]?.risk ?? 0)
  const raising = planFundraising(random, posted, requested, example)
  const { closes, total, backers } = raising
  const paying = planRepayment(random, index, closes, risk, example)
  const status = statusOn(today, raising, paying)
  return {
    status,
    country,
    town: example ? 0 : random.below(countries[country]?.towns.length ?? 1),
    activity,
    partner,
    gender: example || random.chance(0.76) ? 'F' : 'M',
    borrowers: group ? (example ? 5 : random.between(3, 14)) : 1,
    requested,
    total,
    backers,
    term: paying.term,
    expires: raising.expires,
    closes,
    succeeds: raising.succeeds,
    withdrawn: paying.withdrawn,
    funded: closes <= today && raising.succeeds ? closes : undefined,
    begins: paying.begins,
    course: paying.course,
    turn: paying.turn,
    delay: paying.delay,
    ends: paying.ends,
  }
}

function statusOn(
  today: number,
  { closes, succeeds }: ReturnType<typeof planFundraising>,
  { withdrawn, begins, course, ends }: ReturnType<typeof planRepayment>,
): LoanStatus {
  if (closes > today) return 'fundraising'
  if (!succeeds) return 'expired'
  if (withdrawn && begins - withdrawal < today) return 'refunded'
  if (begins > today) return 'funded'
  if (ends > today) return 'in_repayment'
  return course === 'broken' ? 'ended_with_loss' : 'paid'
}

const chooseCountry = weightChoice(countries.map(({ weight }) => weight))
const chooseActivity = weightChoice(activities.map(({ weight }) => weight ?? 2))
const roundToShares = (amount: number) => Math.round(amount / share) * share

/*
 * A loan that is made when something about it is first asked for. All that is known at once is when it was
 * posted: a search for the newest of many loans makes only those of its page.
 */

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
