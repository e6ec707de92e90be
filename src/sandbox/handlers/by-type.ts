/** Lists all records of a type. An endpoint without a handler of its own returns this list. */
import type { RecordName } from '../../api/records/record-types.ts'
import { pictureTemplate } from '../http/picture-requests.ts'
import { day, formatDate } from '../marketplace/calendar.ts'
import { writeComments, writeEntry } from '../marketplace/journal/write-entry.ts'
import { writeLenderDetail, writeLenderListing } from '../marketplace/lenders/write-lender.ts'
import { writeRecentActions } from '../marketplace/lenders/write-recent-actions.ts'
import { writeLoanDetail, writeLoanListing } from '../marketplace/loans/write-loan.ts'
import { writeUpdates } from '../marketplace/loans/write-updates.ts'
import type { Marketplace } from '../marketplace/model.ts'
import { writePartners } from '../marketplace/partners/write-partners.ts'
import { writeTeam } from '../marketplace/teams/write-team.ts'
import { type HandlerContext, listRecords, mapToRecords, type RecordList } from './handler.ts'
import { listLenders } from './lenders.ts'
import { listMethods } from './methods.ts'

type ListAll = (market: Marketplace, values: unknown, context: HandlerContext) => RecordList

const listTeams: ListAll = (market) => mapToRecords(market.teams, (team) => writeTeam(market, team))

export const listByType = {
  loan_listing: (market) => mapToRecords(market.loans, (loan) => writeLoanListing(market, loan)),
  loan_detail: (market) => mapToRecords(market.loans, (loan) => writeLoanDetail(market, loan)),
  loan_updates: (market) =>
    listRecords(market.loans.slice(0, 1).flatMap((loan) => writeUpdates(market, loan))),
  lender_listing: (market) => mapToRecords(listLenders(market), writeLenderListing),
  lender_detail: (market) => mapToRecords(listLenders(market), (lender) => writeLenderDetail(market, lender)),
  lending_action: (market, _, { now }) => listRecords(writeRecentActions(market, now)),
  team_listing: listTeams,
  team_detail: listTeams,
  journal_entry: (market) => mapToRecords(market.entries, (entry) => writeEntry(market, entry)),
  comment: (market) => listRecords(market.entries.flatMap((entry) => writeComments(market, entry))),
  partner_listing: (market) => listRecords(writePartners(market)),
  method_summary: (_, __, { catalogue }) => listMethods(catalogue),
  user_account: (_, __, { account }) => listRecords(account ? [{ ...account }] : []),
  // Ids rise by one per day from an arbitrary start.
  release: ({ today }) =>
    listRecords([{ id: String(10000 + today / day), date: formatDate(today - 3 * day) }]),
  // The sandbox's own address: with the live service's address, a made-up image id could fetch a real
  // person's picture.
  image_template: (_, __, { origin }) => listRecords([{ id: 1, pattern: pictureTemplate(origin) }]),
} as const satisfies Record<RecordName, ListAll>
