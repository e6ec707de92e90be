/** Teams in outline, and who is in them. Their index is the order in which they were founded. */

import { day } from '../calendar.ts'
import { homes } from '../data/lenders.ts'
import { teamNames, teamPrefixes } from '../data/teams.ts'
import { joined, lendersBy } from '../lenders/make-lender.ts'
import type { Marketplace } from '../open-marketplace.ts'
import { slug } from '../text.ts'

export interface TeamSketch {
  readonly index: number
  readonly id: number
  readonly shortname: string
  readonly name: string
  readonly category: string
  readonly open: boolean
  readonly whereabouts: string | undefined
  readonly founded: number
  /** Index of the lender who founded it. */
  readonly founder: number
}

export interface Membership {
  /** Index of the team. */
  readonly team: number
  readonly since: number
}

/** Id of the first team; the others follow without a gap. */
export const firstTeamId = 201
export const categories = Object.keys(teamNames)
const span = 2200 * day

type Members = Pick<Marketplace, 'dice' | 'today' | 'lenderCount' | 'teamCount' | 'teams'>

export function sketchTeam(index: number, market: Omit<Members, 'teams'>): TeamSketch {
  const roll = market.dice('team', index)
  const founded = Math.floor(market.today - span + (span * (index + roll.next())) / market.teamCount) - 60
  const category = index === 0 ? 'Common Interest' : categories[index % categories.length]
  const name = index === 0 ? 'Sandbox Stewards' : nameOf(index, category ?? '')
  return {
    index,
    id: firstTeamId + index,
    shortname: slug(name),
    name,
    category: category ?? 'Other',
    open: index === 0 || roll.chance(0.72),
    whereabouts: roll.chance(0.8) ? roll.pick(homes)[0] : '',
    founded,
    founder: index < 2 ? 0 : roll.below(lendersBy(market, founded)),
  }
}

/** Each name once plain, then with each prefix, then with a number. */
function nameOf(index: number, category: string): string {
  const plain = teamNames[category] ?? []
  const round = Math.floor(index / categories.length)
  const name = plain[round % plain.length] ?? 'Lenders'
  const again = Math.floor(round / plain.length)
  const prefix = again === 0 ? '' : `${teamPrefixes[(again - 1) % teamPrefixes.length] ?? ''} `
  const number = Math.floor((again - 1) / teamPrefixes.length)
  return `${prefix}${name}${number > 0 ? ` ${number + 1}` : ''}`
}

/** The teams of a lender: those founded, and up to three more, with the day of joining. */
export function membershipsOf(
  market: Members,
  founded: readonly number[],
  lender: number,
): readonly Membership[] {
  const roll = market.dice('memberships', lender)
  const own = founded.map((team) => ({ team, since: market.teams[team]?.founded ?? market.today }))
  const more = roll.pick([0, 0, 0, 1, 1, 1, 2, 2, 3])
  const from = joined(market, lender)
  for (let nth = 0; nth < more; nth++) {
    const team = Math.floor(market.teamCount * roll.next() ** 1.6)
    const start = Math.max(from, market.teams[team]?.founded ?? market.today)
    const since = Math.floor(start + roll.next() ** 2 * (market.today - start))
    if (!own.some((known) => known.team === team)) own.push({ team, since })
  }
  return own
}
