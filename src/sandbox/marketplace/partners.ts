/** Generates field partners and their figures, and writes them in the format of the service. */
import { regionNames } from '../../api/country-regions.ts'
import type { JsonObject } from '../../core/json.ts'
import { day, formatDate } from './calendar.ts'
import { countries } from './data/countries.ts'
import { names } from './data/names.ts'
import { notes, partnerNames, strengths } from './data/partners.ts'
import { hasRepaid, standingOf } from './loans/payments.ts'
import { makeImage, makePoint } from './media.ts'
import type { Marketplace, Partner, PartnerBooks } from './model.ts'
import type { RandomFor } from './random.ts'
import { slugify } from './text.ts'

const firstPartnerId = 101
const years = 365 * day
/** Fewest partners in a country. All partners together fill more than one page of 200. */
const minPartners = 3

/**
 * Returns all partners: enough in each country for loans to choose from. The first partner of each country is always
 * active, so that every loan can have a partner.
 */
export function makePartners(randomFor: RandomFor, start: number): readonly Partner[] {
  const places = countries.flatMap((country, index) =>
    Array.from({ length: minPartners + Math.floor(country.weight * 0.7) }, (_, nth) => ({ index, nth })),
  )
  const taken = new Set<string>()
  const neighboursByCountry = countries.map(({ region }, index) =>
    countries.flatMap((other, at) => (at !== index && other.region === region ? [at] : [])),
  )
  return places.map(({ index, nth }, number) => {
    const random = randomFor('partner', number)
    const risk = random.next() ** 2
    const status =
      nth === 0
        ? 'active'
        : random.pick(
            risk > 0.5
              ? (['active', 'paused', 'paused', 'closed', 'inactive'] as const)
              : (['active', 'active', 'active', 'active', 'pilot', 'paused', 'closed', 'inactive'] as const),
          )
    const opened =
      status === 'pilot'
        ? start - random.between(60, 300) * day
        : start - random.between(4 * 365, 9 * 365) * day
    const until =
      status === 'active' || status === 'pilot'
        ? Number.POSITIVE_INFINITY
        : start - random.between(40, 700) * day - years / 8
    const neighbours = neighboursByCountry[index] ?? []
    return {
      id: firstPartnerId + number,
      name: choosePartnerName(index, nth, number, taken),
      status,
      countries: neighbours.length > 0 && random.chance(0.15) ? [index, random.pick(neighbours)] : [index],
      opened: opened + random.below(day),
      until,
      risk,
    }
  })
}

/** Returns a unique name: the name of a local group or a town, followed by a kind of lender. */
function choosePartnerName(country: number, nth: number, number: number, taken: Set<string>): string {
  const { names: pool, towns } = countries[country] as (typeof countries)[number]
  const firsts = [...names[pool].groups, ...towns.map(([town]) => town)]
  const first = firsts[nth % firsts.length] ?? ''
  const nameFrom = (at: number) => `${first} ${partnerNames[(number + at) % partnerNames.length]}`
  const free = partnerNames.findIndex((_, at) => !taken.has(nameFrom(at)))
  const name = free === -1 ? `${first} ${number}` : nameFrom(free)
  taken.add(name)
  return name
}

/** Returns the figures of each partner, computed from its loans, by partner index. */
export function keepBooks(
  market: Pick<Marketplace, 'randomFor' | 'today' | 'partners' | 'loans'>,
): readonly PartnerBooks[] {
  const sums = market.partners.map(() => ({
    posted: 0,
    raised: 0,
    paidOut: 0,
    outstanding: 0,
    overdue: 0,
    atRisk: 0,
    ended: 0,
    lost: 0,
  }))
  for (const loan of market.loans) {
    const sum = loan.partner === undefined ? undefined : sums[loan.partner]
    if (sum === undefined) continue
    sum.posted += 1
    sum.raised += loan.raised
    if (!hasRepaid(loan)) continue
    sum.paidOut += 1
    const whole = loan.total * 100
    if (loan.status === 'paid') {
      sum.ended += whole
      continue
    }
    const { paid, due, longOverdue } = standingOf(market, loan)
    if (loan.status === 'ended_with_loss') {
      sum.ended += whole
      sum.lost += whole - paid
      continue
    }
    sum.outstanding += whole - paid
    sum.overdue += Math.max(0, due - paid)
    if (longOverdue > 0) sum.atRisk += whole - paid
  }
  return sums.map(({ posted, raised, paidOut, outstanding, overdue, atRisk, ended, lost }) => ({
    posted,
    raised,
    paidOut,
    delinquency: percent(overdue, outstanding),
    defaults: percent(lost, ended),
    atRisk: percent(atRisk, outstanding),
  }))
}

/** Returns percent with two decimals. */
const percent = (part: number, whole: number) => (whole > 0 ? Math.round((part / whole) * 10_000) / 100 : 0)

/** Loans in repayment, repaid or lost that a partner must have to be rated. */
const leastForRating = 3

/** Returns all partners, newest partnership first as on the live service. */
export function writePartners(market: Marketplace): readonly JsonObject[] {
  return market.partners
    .map((partner, index) => ({ partner, index }))
    .sort((a, b) => b.partner.opened - a.partner.opened || a.index - b.index)
    .map(({ partner, index }) => writePartner(market, partner, index))
}

/** Returns the stars of a partner, 0.5 to 5: fewer for what is overdue and lost, and for a short record. */
function rate({ delinquency, defaults, paidOut }: PartnerBooks): number {
  const record = 5 - 3 / paidOut
  const points = record - 0.55 * Math.log2(1 + delinquency) - 0.4 * Math.log2(1 + defaults)
  return Math.max(0.5, Math.round(points * 2) / 2)
}

function writePartner(market: Marketplace, partner: Partner, index: number): JsonObject {
  const books = market.booksOf(index)
  const random = market.randomFor('partner record', index)
  const percent = (max: number) => Math.round(random.next() ** 2 * max * 100) / 100
  const chosen = strengths.filter(() => random.chance(0.35))
  const note = () => (random.chance(0.15) ? random.pick(notes) : '')
  const isRated = (partner.status === 'active' || random.chance(0.5)) && books.paidOut >= leastForRating
  return {
    id: partner.id,
    name: partner.name,
    status: partner.status,
    rating: isRated ? rate(books).toFixed(1) : 'Not Rated',
    ...(random.chance(0.8) && { due_diligence_type: partner.status === 'pilot' ? 'Basic' : 'Full' }),
    ...(random.chance(0.9) && { image: makeImage('partner', index) }),
    start_date: formatDate(partner.opened),
    countries: partner.countries.map((at) => writeCountry(at)),
    delinquency_rate: books.delinquency,
    default_rate: books.defaults,
    total_amount_raised: books.raised,
    loans_posted: books.posted,
    ...(random.chance(0.8) && { portfolio_yield: 10 + percent(45) }),
    ...(random.chance(0.8) && { profitability: Math.round((random.next() * 30 - 12) * 100) / 100 }),
    ...(chosen.length > 0 && { social_performance_strengths: chosen }),
    delinquency_rate_note: books.delinquency > 0 ? note() : '',
    default_rate_note: books.defaults > 0 ? note() : '',
    portfolio_yield_note: note(),
    charges_fees_and_interest: random.chance(0.85),
    ...(random.chance(0.9) && { average_loan_size_percent_per_capita_income: percent(120) }),
    loans_at_risk_rate: books.atRisk,
    currency_exchange_loss_rate: percent(1),
    ...(random.chance(0.7) && { url: `https://partners.example/${slugify(partner.name) || partner.id}` }),
  }
}

function writeCountry(at: number): JsonObject {
  const country = countries[at] as (typeof countries)[number]
  return {
    iso_code: country.code,
    region: regionNames[country.region],
    name: country.name,
    location: { geo: makePoint('country', ...country.at) },
  }
}
