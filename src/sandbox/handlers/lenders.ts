import type { lenders } from '../../commands/lenders.ts'
import {
  lenderDetail,
  lenderListing,
  searchTextOfLender,
  wordsOfLender,
} from '../marketplace/lenders/lender-record.ts'
import { findLender, type LenderSketch } from '../marketplace/lenders/make-lender.ts'
import type { LoanSketch } from '../marketplace/loans/make-loans.ts'
import type { Marketplace } from '../marketplace/open-marketplace.ts'
import type { TeamSketch } from '../marketplace/teams/make-team.ts'
import { teamRecord } from '../marketplace/teams/team-record.ts'
import { holds, searchWords } from '../marketplace/text.ts'
import { type AnswersTo, findAll, findOne, found } from './handler.ts'
import { listed } from './loans.ts'
import { inOrder, lenderOrders, loanOrders } from './orders.ts'

export const lenderAnswers: AnswersTo<typeof lenders.endpoints> = {
  '/lenders/search': (market, { country_code, sort_by, q, occupation }) => {
    const codes = country_code?.map((code) => code.toUpperCase())
    const words = searchWords(q ?? '')
    // service.md: `occupation` is ignored when `q` is supplied.
    const job = q === undefined ? searchWords(occupation ?? '') : []
    const lenders = publicLenders(market).filter(
      (lender) =>
        (!codes || (lender.country !== undefined && codes.includes(lender.country))) &&
        (words.length === 0 || holds(searchTextOfLender(market, lender), words)) &&
        (job.length === 0 || holds(wordsOfLender(market, lender.index).occupation ?? '', job)),
    )
    return found(byIndex(lenders, sort_by ?? 'newest'), lenderListing)
  },
  '/lenders/newest': (market) => found(byIndex(publicLenders(market), 'newest'), lenderListing),
  '/lenders/:lender_ids': (market, { lender_ids }) => {
    const lenders = findAll('lender', lender_ids, lenderOf(market))
    return found(lenders, (lender) => lenderDetail(market, lender))
  },
  '/lenders/:lender_id/loans': (market, { lender_id, sort_by }) => {
    const { index } = findOne('lender', lender_id, lenderOf(market))
    const loans = market.loansOfLender(index).map((at) => market.loans[at] as LoanSketch)
    return listed(market, inOrder(loans, loanOrders[sort_by ?? 'newest']))
  },
  '/lenders/:lender_id/teams': (market, { lender_id }) => {
    const { index } = findOne('lender', lender_id, lenderOf(market))
    const teams = market.teamsOfLender(index).map(({ team }) => market.teams[team] as TeamSketch)
    return found(
      teams.toSorted((a, b) => a.index - b.index),
      (team) => teamRecord(market, team),
    )
  },
}

const lenderOf = (market: Marketplace) => (id: string) => findLender(id, market.lenderCount, market.dice)

function publicLenders(market: Marketplace): readonly LenderSketch[] {
  return Array.from({ length: market.lenderCount }, (_, index) => market.lender(index)).filter(
    ({ id }) => id !== undefined,
  )
}

function byIndex(
  lenders: readonly LenderSketch[],
  order: keyof typeof lenderOrders,
): readonly LenderSketch[] {
  return lenders.toSorted((a, b) => lenderOrders[order].compare(a.index, b.index))
}
