import type { lenders } from '../../commands/resources/lenders.ts'
import { findLender } from '../marketplace/make-lender.ts'
import type { Lender, Loan, Marketplace, Team } from '../marketplace/model.ts'
import { writeTeam } from '../marketplace/teams.ts'
import { containsAll, searchWords } from '../marketplace/text.ts'
import {
  describeLender,
  joinLenderText,
  writeLenderDetail,
  writeLenderListing,
} from '../marketplace/write-lender.ts'
import { findAll, findOne, type HandlersFor, mapToRecords } from './handler.ts'
import { listLoans } from './loans.ts'
import { lenderOrders, loanOrders, sortBy } from './orders.ts'

export const lenderHandlers: HandlersFor<typeof lenders.endpoints> = {
  '/lenders/search': (market, { country_code, sort_by, q, occupation }) => {
    const codes = country_code?.map((code) => code.toUpperCase())
    const words = searchWords(q ?? '')
    // The documentation says that `q` overrides `occupation`.
    const job = q === undefined ? searchWords(occupation ?? '') : []
    const lenders = listLenders(market).filter(
      (lender) =>
        (!codes || (lender.country !== undefined && codes.includes(lender.country))) &&
        (words.length === 0 || containsAll(joinLenderText(market, lender), words)) &&
        (job.length === 0 || containsAll(describeLender(market, lender.index).occupation ?? '', job)),
    )
    return mapToRecords(sortByJoining(lenders, sort_by ?? 'newest'), writeLenderListing)
  },
  '/lenders/newest': (market) =>
    mapToRecords(sortByJoining(listLenders(market), 'newest'), writeLenderListing),
  '/lenders/:lender_ids': (market, { lender_ids }) => {
    const lenders = findAll('lender', lender_ids, byLenderId(market))
    return mapToRecords(lenders, (lender) => writeLenderDetail(market, lender))
  },
  '/lenders/:lender_id/loans': (market, { lender_id, sort_by }) => {
    const { index } = findOne('lender', lender_id, byLenderId(market))
    const loans = market.loansOfLender(index).map((at) => market.loans[at] as Loan)
    return listLoans(market, sortBy(loans, loanOrders[sort_by ?? 'newest']))
  },
  '/lenders/:lender_id/teams': (market, { lender_id }) => {
    const { index } = findOne('lender', lender_id, byLenderId(market))
    const teams = market.teamsOfLender(index).map(({ team }) => market.teams[team] as Team)
    return mapToRecords(
      teams.toSorted((a, b) => a.index - b.index),
      (team) => writeTeam(market, team),
    )
  },
}

const byLenderId = (market: Marketplace) => (id: string) =>
  findLender(id, market.lenderCount, market.randomFor)

/** Returns all public lenders in the order in which they joined. */
export function listLenders(market: Marketplace): readonly Lender[] {
  return Array.from({ length: market.lenderCount }, (_, index) => market.lender(index)).filter(
    ({ id }) => id !== undefined,
  )
}

function sortByJoining(lenders: readonly Lender[], order: keyof typeof lenderOrders): readonly Lender[] {
  return lenders.toSorted((a, b) => lenderOrders[order].compare(a.index, b.index))
}
