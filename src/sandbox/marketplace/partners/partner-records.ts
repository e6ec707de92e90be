/** Field partners as the service shows them (service-facts §9). Their totals are those of the loans that are there. */
import type { JsonObject } from '../../../context.ts'
import { isoDate } from '../calendar.ts'
import { countries, regionNames } from '../data/countries.ts'
import { notes, strengths } from '../data/partners.ts'
import { geoAt, imageOf } from '../media.ts'
import type { Marketplace } from '../open-marketplace.ts'
import { slug } from '../text.ts'
import type { PartnerSketch } from './make-partners.ts'

/** All partners, the newest partnership first as on the live service. */
export function partnerRecords(market: Marketplace): readonly JsonObject[] {
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
  partner: PartnerSketch,
  index: number,
  total: { readonly posted: number; readonly raised: number },
): JsonObject {
  const roll = market.dice('partner record', index)
  const percent = (most: number) => Math.round(roll.next() ** 2 * most * 100) / 100
  const chosen = strengths.filter(() => roll.chance(0.35))
  const note = () => (roll.chance(0.15) ? roll.pick(notes) : '')
  const rated = partner.status === 'active' || roll.chance(0.5)
  return {
    id: partner.id,
    name: partner.name,
    status: partner.status,
    rating: rated ? (roll.between(2, 10) / 2).toFixed(1) : 'Not Rated',
    ...(roll.chance(0.8) && { due_diligence_type: partner.status === 'pilot' ? 'Basic' : 'Full' }),
    ...(roll.chance(0.9) && { image: imageOf('partner', index) }),
    start_date: isoDate(partner.opened),
    countries: partner.countries.map((at) => countryRecord(at)),
    delinquency_rate: percent(20),
    default_rate: percent(4),
    total_amount_raised: total.raised,
    loans_posted: total.posted,
    ...(roll.chance(0.8) && { portfolio_yield: 10 + percent(45) }),
    ...(roll.chance(0.8) && { profitability: Math.round((roll.next() * 30 - 12) * 100) / 100 }),
    ...(chosen.length > 0 && { social_performance_strengths: chosen }),
    delinquency_rate_note: note(),
    default_rate_note: note(),
    portfolio_yield_note: note(),
    charges_fees_and_interest: roll.chance(0.85),
    ...(roll.chance(0.9) && { average_loan_size_percent_per_capita_income: percent(120) }),
    loans_at_risk_rate: percent(25),
    currency_exchange_loss_rate: percent(1),
    ...(roll.chance(0.7) && { url: `https://partners.example/${slug(partner.name) || partner.id}` }),
  }
}

function countryRecord(at: number): JsonObject {
  const country = countries[at] as (typeof countries)[number]
  return {
    iso_code: country.code,
    region: regionNames[country.region],
    name: country.name,
    location: { geo: geoAt('country', ...country.at) },
  }
}
