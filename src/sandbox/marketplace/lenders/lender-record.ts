/** Lenders as the service shows them (service-facts §6). Every optional key is there for some and missing for others. */
import type { JsonObject } from '../../../context.ts'
import { isoDate } from '../calendar.ts'
import { occupationalInfos, occupations, reasons } from '../data/lenders.ts'
import { imageOf, placeholder } from '../media.ts'
import type { Marketplace } from '../open-marketplace.ts'
import { inviterOf, joined, type LenderSketch } from './make-lender.ts'

/** An anonymous lender shows nothing of itself. */
export function lenderListing(lender: LenderSketch): JsonObject {
  if (lender.id === undefined) return { name: lender.name, image: placeholder }
  return {
    lender_id: lender.id,
    name: lender.name,
    image: lender.pictured ? imageOf('lender', lender.index) : placeholder,
    ...(lender.whereabouts !== undefined && { whereabouts: lender.whereabouts }),
    ...(lender.country !== undefined && { country_code: lender.country }),
    uid: lender.id,
  }
}

/** What a lender says of herself; an unsaid thing is "" or missing, as on the live service. */
export function wordsOfLender(market: Pick<Marketplace, 'dice'>, index: number) {
  const roll = market.dice('about', index)
  const said = <T>(list: readonly T[], often: number) =>
    index === 0 || roll.chance(often) ? roll.pick(list) : roll.chance(0.6) ? ('' as const) : undefined
  return {
    occupation: said(occupations, 0.6),
    loan_because: said(reasons, 0.5),
    occupational_info: said(occupationalInfos, 0.25),
    personal_url: said([`https://lenders.example/${index + 1001}`], 0.15),
  }
}

export function lenderDetail(market: Marketplace, lender: LenderSketch): JsonObject {
  const { index } = lender
  const inviter = inviterOf(market, index)
  const { personal_url, occupation, loan_because, occupational_info } = wordsOfLender(market, index)
  return {
    ...lenderListing(lender),
    member_since: isoDate(joined(market, index)),
    ...(personal_url !== undefined && { personal_url }),
    ...(occupation !== undefined && { occupation }),
    ...(loan_because !== undefined && { loan_because }),
    ...(occupational_info !== undefined && { occupational_info }),
    loan_count: market.loansOfLender(index).length,
    invitee_count: market.inviteesOf(index),
    ...(inviter !== undefined && { inviter_id: market.lender(inviter).id ?? '' }),
  }
}

/** What `q` of lender search is matched against: name, occupation, whereabouts, reasons (service.md). */
export function searchTextOfLender(market: Pick<Marketplace, 'dice'>, lender: LenderSketch): string {
  const { occupation, loan_because } = wordsOfLender(market, lender.index)
  return [lender.name, lender.whereabouts, occupation, loan_because].join(' ')
}
