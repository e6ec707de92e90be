import type { teams } from '../../commands/teams.ts'
import { isoDate } from '../marketplace/calendar.ts'
import { lenderListing } from '../marketplace/lenders/lender-record.ts'
import type { LoanSketch } from '../marketplace/loans/make-loans.ts'
import type { Marketplace } from '../marketplace/open-marketplace.ts'
import { firstTeamId, type TeamSketch } from '../marketplace/teams/make-team.ts'
import { teamRecord, wordsOfTeam } from '../marketplace/teams/team-record.ts'
import { fold, holds, searchWords } from '../marketplace/text.ts'
import { type AnswersTo, findAll, findOne, found } from './handler.ts'
import { listed } from './loans.ts'
import { inOrder, loanOrders, type RankedTeam, teamOrders } from './orders.ts'

export const teamAnswers: AnswersTo<typeof teams.endpoints> = {
  '/teams/search': (market, { membership_type, category, sort_by, q }) => {
    const words = searchWords(q ?? '')
    const teams = market.teams.filter(
      (team) =>
        (membership_type === undefined ||
          membership_type.toLowerCase() === (team.open ? 'open' : 'closed')) &&
        (category === undefined || team.category === category) &&
        (words.length === 0 || holds(Object.values(textsOf(market, team)).join(' '), words)),
    )
    const ranked = teams.map((team) => rank(market, team, words))
    return found(inOrder(ranked, teamOrders[sort_by ?? 'newest']), ({ index }) =>
      teamRecord(market, market.teams[index] as TeamSketch),
    )
  },
  '/teams/:ids': (market, { ids }) =>
    found(findAll('team', ids, teamOf(market)), (team) => teamRecord(market, team)),
  '/teams/using_shortname/:shortnames': (market, { shortnames }) => {
    const byName = (name: string) => market.teams.find(({ shortname }) => shortname === name.toLowerCase())
    return found(findAll('team', shortnames, byName), (team) => teamRecord(market, team))
  },
  '/teams/:id/lenders': (market, { id, sort_by }) => {
    const team = findOne('team', id, teamOf(market))
    const way = sort_by === 'oldest' ? 1 : -1
    const members = market.membersOfTeam(team.index).toSorted((a, b) => way * (a.since - b.since))
    return found(members, ({ lender, since }) => ({
      ...lenderListing(market.lender(lender)),
      team_join_date: isoDate(since),
    }))
  },
  '/teams/:id/loans': (market, { id, sort_by }) => {
    const team = findOne('team', id, teamOf(market))
    const loans = market.lentByTeam(team.index).loans.map((at) => market.loans[at] as LoanSketch)
    return listed(market, inOrder(loans, loanOrders[sort_by ?? 'newest']))
  },
}

const teamOf = (market: Marketplace) => (id: number) => market.teams[id - firstTeamId]

/** What `q` is matched against, the weightiest first. */
function textsOf(market: Marketplace, team: TeamSketch) {
  const { description, loan_because } = wordsOfTeam(market, team)
  return {
    name: `${team.name} ${team.shortname}`,
    about: `${description} ${loan_because}`,
    place: `${team.whereabouts ?? ''} ${team.category}`,
  }
}

function rank(market: Marketplace, team: TeamSketch, words: readonly string[]): RankedTeam {
  const lent = market.lentByTeam(team.index)
  const { name, about, place } = textsOf(market, team)
  const hits = (text: string) => words.filter((word) => fold(text).includes(word)).length
  return {
    index: team.index,
    members: market.membersOfTeam(team.index).length,
    loans: lent.loans.length,
    amount: lent.amount,
    relevance: 9 * hits(name) + 3 * hits(about) + hits(place),
  }
}
