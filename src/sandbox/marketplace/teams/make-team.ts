/** Generates teams and their members. A team's index is the order in which teams were founded. */

import { day } from '../calendar.ts'
import { homes } from '../data/lenders.ts'
import { teamNames, teamPrefixes } from '../data/teams.ts'
import { countLendersBy, findJoinDate } from '../lenders/make-lender.ts'
import type { Marketplace } from '../model.ts'
import { slugify } from '../text.ts'
import type { Membership, Team } from './team.ts'

/** Id of the first team. Team ids are consecutive. */
export const firstTeamId = 201
export const categories = Object.keys(teamNames)
const span = 2200 * day

type Members = Pick<
  Marketplace,
  'randomFor' | 'start' | 'today' | 'lendersAtStart' | 'teamsAtStart' | 'teams'
>

export function makeTeam(index: number, market: Omit<Members, 'teams' | 'today'>): Team {
  const random = market.randomFor('team', index)
  const founded =
    Math.floor(market.start - span + (span * (index + random.next())) / market.teamsAtStart) - 60
  const category = index === 0 ? 'Common Interest' : categories[index % categories.length]
  const name = index === 0 ? 'Sandbox Stewards' : nameOf(index, category ?? '')
  return {
    index,
    id: firstTeamId + index,
    shortname: slugify(name),
    name,
    category: category ?? 'Other',
    open: index === 0 || random.chance(0.72),
    whereabouts: random.chance(0.8) ? random.pick(homes)[0] : '',
    founded,
    founder: index < 2 ? 0 : random.below(countLendersBy(market, founded)),
  }
}

/** Uses each name first as it is, then with each prefix, then with a number. */
function nameOf(index: number, category: string): string {
  const plain = teamNames[category] ?? []
  const round = Math.floor(index / categories.length)
  const name = plain[round % plain.length] ?? 'Lenders'
  const again = Math.floor(round / plain.length)
  // Vary the prefix by category. Otherwise every line of a page could show the same prefix.
  const prefix = again === 0 ? '' : `${teamPrefixes[(again - 1 + index) % teamPrefixes.length] ?? ''} `
  const number = Math.floor((again - 1) / teamPrefixes.length)
  return `${prefix}${name}${number > 0 ? ` ${number + 1}` : ''}`
}

/** Returns the number of teams founded by `moment`. Their indexes are all below that number. */
export const countTeamsBy = (
  { start, teamsAtStart }: Pick<Marketplace, 'start' | 'teamsAtStart'>,
  moment: number,
) => Math.max(0, Math.floor(((moment - (start - span)) / span) * teamsAtStart))

/** Days within which a lender joins teams. */
const joining = 1500

/**
 * Returns the memberships of a lender by today: the teams that the lender founded, and up to three more, with
 * the time of joining. Old teams are joined most.
 */
export function makeMemberships(
  market: Members,
  founded: readonly number[],
  lender: number,
): readonly Membership[] {
  const random = market.randomFor('memberships', lender)
  const found = founded.map((team) => ({ team, since: market.teams[team]?.founded ?? market.today }))
  const more = random.pick([0, 0, 0, 1, 1, 1, 2, 2, 3])
  const from = Math.max(findJoinDate(market, lender), market.start - span + span / market.teamsAtStart)
  for (let nth = 0; nth < more; nth++) {
    const since = Math.floor(from + random.next() ** 2 * joining * day)
    const team = Math.floor(countTeamsBy(market, since) * random.next() ** 2)
    if (!found.some((known) => known.team === team)) found.push({ team, since })
  }
  return found.filter(({ since }) => since <= market.today)
}
