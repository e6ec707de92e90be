/**
 * Generates teams, their members and their loans, and writes teams in the format of the service. A team's index is the
 * order in which teams were founded.
 */
import type { JsonObject } from '../../core/json.ts'
import { day, formatDate } from './calendar.ts'
import { homes } from './data/names.ts'
import { teamDescriptions, teamNames, teamPrefixes, teamReasons } from './data/teams.ts'
import { splitIntoShares } from './loans/shares.ts'
import { countLendersBy, findJoinDate } from './make-lender.ts'
import { makeImage } from './media.ts'
import type { Marketplace, Membership, Team, TeamLoans } from './model.ts'
import { slugify } from './text.ts'

/** Id of the first team. Team ids are consecutive. */
export const firstTeamId = 201
export const categories = Object.keys(teamNames)
const span = 2200 * day

export function makeTeam(
  index: number,
  market: Pick<Marketplace, 'randomFor' | 'start' | 'lendersAtStart' | 'teamsAtStart'>,
): Team {
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
  market: Pick<Marketplace, 'randomFor' | 'start' | 'today' | 'lendersAtStart' | 'teamsAtStart' | 'teams'>,
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

/**
 * Returns the loans that lenders made on behalf of each team, by team index. If the lender already belonged to a team, four in
 * five shares are lent on behalf of one of the lender's teams.
 */
export function sumTeamLoans(market: Marketplace): readonly TeamLoans[] {
  const memberships = Array.from({ length: market.lenderCount }, (_, lender) => market.teamsOfLender(lender))
  const found = market.teams.map(() => ({ loans: [] as number[], amount: 0 }))
  for (const loan of market.loans) {
    const random = market.randomFor('lent by team', loan.index)
    for (const { lender, amount, at } of splitIntoShares(market, loan)) {
      const open = (memberships[lender] ?? []).filter(({ since }) => since <= at)
      const team = open.length > 0 && random.chance(0.8) ? found[random.pick(open).team] : undefined
      if (team === undefined) continue
      team.amount += amount
      if (team.loans.at(-1) !== loan.index) team.loans.push(loan.index)
    }
  }
  return found
}

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
