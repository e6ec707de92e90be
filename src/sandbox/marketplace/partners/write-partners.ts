/** Writes field partners in the format of the service. Their totals match the loans of the marketplace. */

import type { JsonObject } from '../../../ports/json.ts'
import { formatDate } from '../calendar.ts'
import { countries, regionNames } from '../data/countries.ts'
import { notes, strengths } from '../data/partners.ts'
import { makeImage, makePoint } from '../media.ts'
import type { Marketplace, Partner } from '../model.ts'
import { slugify } from '../text.ts'

/** Returns all partners, newest partnership first as on the live service. */
export function writePartners(market: Marketplace): readonly JsonObject[] {
  const totals = market.partners.map(() => ({ posted: 0, raised: 0 }))
  for (const { partner, raised } of market.loans) {
    const total = partner === undefined ? undefined : totals[partner]
    if (total === undefined) continue
    total.posted += 1
    total.raised += raised
  }
  return market.partners
    .map((partner, index) => ({ partner, index, total: totals[index] ?? { posted: 0, raised: 0 } }))
    .sort((a, b) => b.partner.opened - a.partner.opened || a.index - b.index)
    .map(({ partner, index, total }) => record(market, partner, index, total))
}

function record(
  market: Marketplace,
  partner: Partner,
  index: number,
  total: { readonly posted: number; readonly raised: number },
): JsonObject {
  const random = market.randomFor('partner record', index)
  const percent = (most: number) => Math.round(random.next() ** 2 * most * 100) / 100
  const chosen = strengths.filter(() => random.chance(0.35))
  const note = () => (random.chance(0.15) ? random.pick(notes) : '')
  const rated = partner.status === 'active' || random.chance(0.5)
  return {
    id: partner.id,
    name: partner.name,
    status: partner.status,
    rating: rated ? (random.between(2, 10) / 2).toFixed(1) : 'Not Rated',
    ...(random.chance(0.8) && { due_diligence_type: partner.status === 'pilot' ? 'Basic' : 'Full' }),
    ...(random.chance(0.9) && { image: makeImage('partner', index) }),
    start_date: formatDate(partner.opened),
    countries: partner.countries.map((at) => writeCountry(at)),
    delinquency_rate: percent(20),
    default_rate: percent(4),
    total_amount_raised: total.raised,
    loans_posted: total.posted,
    ...(random.chance(0.8) && { portfolio_yield: 10 + percent(45) }),
    ...(random.chance(0.8) && { profitability: Math.round((random.next() * 30 - 12) * 100) / 100 }),
    ...(chosen.length > 0 && { social_performance_strengths: chosen }),
    delinquency_rate_note: note(),
    default_rate_note: note(),
    portfolio_yield_note: note(),
    charges_fees_and_interest: random.chance(0.85),
    ...(random.chance(0.9) && { average_loan_size_percent_per_capita_income: percent(120) }),
    loans_at_risk_rate: percent(25),
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
