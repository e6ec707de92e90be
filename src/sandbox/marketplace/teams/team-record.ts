/** Teams as the service shows them (service-facts §7). */
import type { JsonObject } from '../../../context.ts'
import { isoDate } from '../calendar.ts'
import { teamDescriptions, teamReasons } from '../data/teams.ts'
import { imageOf } from '../media.ts'
import type { Marketplace } from '../open-marketplace.ts'
import type { TeamSketch } from './make-team.ts'

/** What a team says of itself; the search reads it too. */
export function wordsOfTeam(market: Pick<Marketplace, 'dice'>, team: TeamSketch) {
  const roll = market.dice('team words', team.index)
  return {
    loan_because: team.index > 0 && roll.chance(0.15) ? '' : roll.pick(teamReasons),
    description: roll.pick(teamDescriptions),
    website_url: roll.chance(0.3) ? `https://teams.example/${team.shortname}` : '',
  }
}

export function teamRecord(market: Marketplace, team: TeamSketch): JsonObject {
  const { loan_because, description, website_url } = wordsOfTeam(market, team)
  const lent = market.lentByTeam(team.index)
  const pictured = team.index === 0 || market.dice('team picture', team.index).chance(0.85)
  return {
    id: team.id,
    shortname: team.shortname,
    name: team.name,
    category: team.category,
    ...(pictured && { image: imageOf('team', team.index) }),
    ...(team.whereabouts !== undefined && { whereabouts: team.whereabouts }),
    loan_because,
    description,
    website_url,
    team_since: isoDate(team.founded),
    membership_type: team.open ? 'open' : 'closed',
    member_count: market.membersOfTeam(team.index).length,
    loan_count: lent.loans.length,
    loaned_amount: lent.amount,
  }
}
