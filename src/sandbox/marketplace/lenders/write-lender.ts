/**
 * Writes lenders in the format of the service. Every optional key is present for some lenders and missing for
 * others.
 */

import { anonymousLender } from '../../../api/gaps.ts'
import type { JsonObject } from '../../../ports/json.ts'
import { formatDate } from '../calendar.ts'
import { occupationalInfos, occupations, reasons } from '../data/lenders.ts'
import { makeImage, placeholder } from '../media.ts'
import type { Lender, Marketplace } from '../model.ts'
import { chooseInviter, findJoinDate } from './make-lender.ts'

/** Returns the record of a lender in a list. All anonymous lenders have the same record. */
export function writeLenderListing(lender: Lender): JsonObject {
  if (lender.id === undefined) return anonymousLender
  return {
    lender_id: lender.id,
    name: lender.name,
    image: lender.pictured ? makeImage('lender', lender.index) : placeholder,
    ...(lender.whereabouts !== undefined && { whereabouts: lender.whereabouts }),
    ...(lender.country !== undefined && { country_code: lender.country }),
    uid: lender.id,
  }
}

/** Returns the texts of a lender's profile. An empty one is "" or missing, as on the live service. */
export function describeLender(market: Pick<Marketplace, 'randomFor'>, index: number) {
  const random = market.randomFor('about', index)
  const pickOrOmit = <T>(list: readonly T[], probability: number) =>
    index === 0 || random.chance(probability)
      ? random.pick(list)
      : random.chance(0.6)
        ? ('' as const)
        : undefined
  return {
    occupation: pickOrOmit(occupations, 0.6),
    loan_because: pickOrOmit(reasons, 0.5),
    occupational_info: pickOrOmit(occupationalInfos, 0.25),
    personal_url: pickOrOmit([`https://lenders.example/${index + 1001}`], 0.15),
  }
}

export function writeLenderDetail(market: Marketplace, lender: Lender): JsonObject {
  const { index } = lender
  const inviter = chooseInviter(market, index)
  const { personal_url, occupation, loan_because, occupational_info } = describeLender(market, index)
  return {
    ...writeLenderListing(lender),
    member_since: formatDate(findJoinDate(market, index)),
    ...(personal_url !== undefined && { personal_url }),
    ...(occupation !== undefined && { occupation }),
    ...(loan_because !== undefined && { loan_because }),
    ...(occupational_info !== undefined && { occupational_info }),
    loan_count: market.loansOfLender(index).length,
    invitee_count: market.inviteesOf(index),
    ...(inviter !== undefined && { inviter_id: market.lender(inviter).id ?? '' }),
  }
}

/** Returns the text that `q` of lender search is matched against: name, occupation, whereabouts, reasons. */
export function joinLenderText(market: Pick<Marketplace, 'randomFor'>, lender: Lender): string {
  const { occupation, loan_because } = describeLender(market, lender.index)
  return [lender.name, lender.whereabouts, occupation, loan_because].join(' ')
}
