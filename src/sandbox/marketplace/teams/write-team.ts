/** Writes teams in the format of the service. */

import type { JsonObject } from '../../../ports/json.ts'
import { formatDate } from '../calendar.ts'
import { teamDescriptions, teamReasons } from '../data/teams.ts'
import { makeImage } from '../media.ts'
import type { Marketplace } from '../model.ts'
import type { Team } from './team.ts'

/** Returns the texts of a team's profile, which team search reads too. */
export function describeTeam(market: Pick<Marketplace, 'randomFor'>, team: Team) {
  const random = market.randomFor('team words', team.index)
  return {
    loan_because: team.index > 0 && random.chance(0.15) ? '' : random.pick(teamReasons),
    description: random.pick(teamDescriptions),
    website_url: random.chance(0.3) ? `https://teams.example/${team.shortname}` : '',
  }
}

export function writeTeam(market: Marketplace, team: Team): JsonObject {
  const { loan_because, description, website_url } = describeTeam(market, team)
  const lent = market.lentByTeam(team.index)
  const pictured = team.index === 0 || market.randomFor('team picture', team.index).chance(0.85)
  return {
    id: team.id,
    shortname: team.shortname,
    name: team.name,
    category: team.category,
    ...(pictured && { image: makeImage('team', team.index) }),
    ...(team.whereabouts !== undefined && { whereabouts: team.whereabouts }),
    loan_because,
    description,
    website_url,
    team_since: formatDate(team.founded),
    membership_type: team.open ? 'open' : 'closed',
    member_count: market.membersOfTeam(team.index).length,
    loan_count: lent.loans.length,
    loaned_amount: lent.amount,
  }
}
