/** Writes field partners in the format of the service. Their totals match the loans of the marketplace. */

import type { JsonObject } from '../../../ports/json.ts'
import { formatDate } from '../calendar.ts'
import { countries, regionNames } from '../data/countries.ts'
import { notes, strengths } from '../data/partners.ts'
import { makeImage, makePoint } from '../media.ts'
import type { Marketplace } from '../model.ts'
import { slugify } from '../text.ts'
import type { Partner, PartnerBooks } from './partner.ts'

/** Loans in repayment, repaid or lost that a partner must have to be rated. */
const leastForRating = 3

/** Returns all partners, newest partnership first as on the live service. */
export function writePartners(market: Marketplace): readonly JsonObject[] {
  return market.partners
    .map((partner, index) => ({ partner, index }))
    .sort((a, b) => b.partner.opened - a.partner.opened || a.index - b.index)
    .map(({ partner, index }) => record(market, partner, index))
}

/** Returns the stars of a partner, 0.5 to 5: fewer for what is overdue and lost, and for a short record. */
function rate({ delinquency, defaults, paidOut }: PartnerBooks): number {
  const record = 5 - 3 / paidOut
  const points = record - 0.55 * Math.log2(1 + delinquency) - 0.4 * Math.log2(1 + defaults)
  return Math.max(0.5, Math.round(points * 2) / 2)
}

function record(market: Marketplace, partner: Partner, index: number): JsonObject {
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
