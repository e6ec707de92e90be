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
const countLoansBy = (size: number, start: number, today: number) =>
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
    const local = byCountry[country] ?? []
    const wished = random.pick(local)
    const partner = partners[wished]
    const open = partner !== undefined && partner.opened <= posted && posted <= partner.until
    return direct ? undefined : open ? wished : local[0]
  }
  const makeAt = (index: number, posted: number) => makeOutline(index, posted, times, partners, choosePartner)
  const LazyLoan = createLazyLoan(makeAt, (loan) => tallyShares(loan, times))
  const count = countLoansBy(size, times.start, times.today)
  const loans: Loan[] = []
  for (let index = 0; index < count; index++) {
    const place = (size - index - times.randomFor('posted', index).next() * 0.9) / size
    const age = index === 0 ? exampleAge : ageAt(place)
    loans.push(new LazyLoan(index, times.start - Math.ceil(age) - 60))
  }
  return loans
}

/** A loan without what it has raised so far. */
type Outline = Omit<Loan, 'index' | 'posted' | 'raised' | 'lenders'>
type Tally = Pick<Loan, 'raised' | 'lenders'>
type LoanClass = new (index: number, posted: number) => Loan

/**
 * Returns a class of loans that are made when one of their fields is first read. Until then a loan has only its index
 * and the time at which it was posted: a search for the newest of many loans makes only the loans of its page.
 */
function createLazyLoan(make: (index: number, posted: number) => Outline, tally: (loan: Loan) => Tally) {
  class LazyLoan {
    readonly index: number
    readonly posted: number
    private outline: Outline | undefined = undefined
    private sums: Tally | undefined = undefined

    constructor(index: number, posted: number) {
      this.index = index
      this.posted = posted
    }

    get made(): Outline {
      this.outline ??= make(this.index, this.posted)
      return this.outline
    }

    get tally(): Tally {
      this.sums ??= tally(this as unknown as Loan)
      return this.sums
    }

    get raised(): number {
      return this.tally.raised
    }

    get lenders(): number {
      return this.tally.lenders
    }
  }
  // All outlines have the same keys, so any of them names the other fields.
  for (const key of Object.keys(make(0, 0)) as (keyof Outline)[])
    Object.defineProperty(LazyLoan.prototype, key, {
      get(this: LazyLoan) {
        return this.made[key]
      },
    })
  return LazyLoan as unknown as LoanClass
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
