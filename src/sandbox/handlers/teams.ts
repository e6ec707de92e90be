import type { teams } from '../../commands/resources/teams.ts'
import { foldText } from '../../core/fold-text.ts'
import { formatDate } from '../marketplace/calendar.ts'
import type { Loan, Marketplace, Team } from '../marketplace/model.ts'
import { describeTeam, firstTeamId, writeTeam } from '../marketplace/teams.ts'
import { containsAll, searchWords } from '../marketplace/text.ts'
import { writeLenderListing } from '../marketplace/write-lender.ts'
import { findAll, findOne, type HandlersFor, mapToRecords } from './handler.ts'
import { listLoans } from './loans.ts'
import { loanOrders, type RankedTeam, sortBy, teamOrders } from './orders.ts'

export const teamHandlers: HandlersFor<typeof teams.endpoints> = {
  '/teams/search': (market, { membership_type, category, sort_by, q }) => {
    const words = searchWords(q ?? '')
    const teams = market.teams.filter(
      (team) =>
        (membership_type === undefined ||
          membership_type.toLowerCase() === (team.open ? 'open' : 'closed')) &&
        (category === undefined || team.category === category) &&
        (words.length === 0 || containsAll(Object.values(collectTexts(market, team)).join(' '), words)),
    )
    const ranked = teams.map((team) => rank(market, team, words))
    return mapToRecords(sortBy(ranked, teamOrders[sort_by ?? 'newest']), ({ index }) =>
      writeTeam(market, market.teams[index] as Team),
    )
  },
  '/teams/:ids': (market, { ids }) =>
    mapToRecords(findAll('team', ids, byTeamId(market)), (team) => writeTeam(market, team)),
  '/teams/using_shortname/:shortnames': (market, { shortnames }) => {
    const byName = (name: string) => market.teams.find(({ shortname }) => shortname === name.toLowerCase())
    return mapToRecords(findAll('team', shortnames, byName), (team) => writeTeam(market, team))
  },
  '/teams/:id/lenders': (market, { id, sort_by }) => {
    const team = findOne('team', id, byTeamId(market))
    const direction = sort_by === 'oldest' ? 1 : -1
    const members = market.membersOfTeam(team.index).toSorted((a, b) => direction * (a.since - b.since))
    return mapToRecords(members, ({ lender, since }) => ({
      ...writeLenderListing(market.lender(lender)),
      team_join_date: formatDate(since),
    }))
  },
  '/teams/:id/loans': (market, { id, sort_by }) => {
    const team = findOne('team', id, byTeamId(market))
    const loans = market.lentByTeam(team.index).loans.map((at) => market.loans[at] as Loan)
    return listLoans(market, sortBy(loans, loanOrders[sort_by ?? 'newest']))
  },
}

const byTeamId = (market: Marketplace) => (id: number) => market.teams[id - firstTeamId]

/** Returns the texts that `q` is matched against, from the highest weight to the lowest. */
function collectTexts(market: Marketplace, team: Team) {
  const { description, loan_because } = describeTeam(market, team)
  return {
    name: `${team.name} ${team.shortname}`,
    about: `${description} ${loan_because}`,
    place: `${team.whereabouts ?? ''} ${team.category}`,
  }
}

function rank(market: Marketplace, team: Team, words: readonly string[]): RankedTeam {
  const lent = market.lentByTeam(team.index)
  const { name, about, place } = collectTexts(market, team)
  const hits = (text: string) => words.filter((word) => foldText(text).includes(word)).length
  return {
    index: team.index,
    members: market.membersOfTeam(team.index).length,
    loans: lent.loans.length,
    amount: lent.amount,
    relevance: 9 * hits(name) + 3 * hits(about) + hits(place),
  }
}
