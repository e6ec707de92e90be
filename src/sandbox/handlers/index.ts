/** The handlers of all endpoints, by path. */
import type { Endpoint } from '../../api/endpoint.ts'
import type { RecordName } from '../../api/records/record-types.ts'
import type { lendingActions, my } from '../../commands/resources/lenders.ts'
import type { partners } from '../../commands/resources/partners.ts'
import type { releases, templates } from '../../commands/resources/service.ts'
import { pictureTemplate } from '../http/routes.ts'
import { day, formatDate } from '../marketplace/calendar.ts'
import { writeComments, writeEntry } from '../marketplace/journal.ts'
import { writeUpdates } from '../marketplace/loans/payments.ts'
import { writeLoanDetail, writeLoanListing } from '../marketplace/loans/write-loan.ts'
import type { Marketplace } from '../marketplace/model.ts'
import { writePartners } from '../marketplace/partners.ts'
import { writeTeam } from '../marketplace/teams.ts'
import { writeLenderDetail, writeLenderListing, writeRecentActions } from '../marketplace/write-lender.ts'
import {
  type Handler,
  type HandlerContext,
  type HandlersFor,
  listRecords,
  mapToRecords,
  type RecordList,
} from './handler.ts'
import { journalHandlers } from './journal.ts'
import { lenderHandlers, listLenders } from './lenders.ts'
import { loanHandlers } from './loans.ts'
import { listMethods, methodHandlers } from './methods.ts'
import { teamHandlers } from './teams.ts'

/** A handler whose values were validated against the endpoint's own catalogue entry. */
export type AnyHandler = Handler<Endpoint>

/** Returns the handler of a path, or `undefined` if the path has no handler of its own. */
export function findHandler(path: string): AnyHandler | undefined {
  return (handlers as unknown as Readonly<Record<string, AnyHandler>>)[path]
}

type ListAll = (market: Marketplace, values: unknown, context: HandlerContext) => RecordList

const listTeams: ListAll = (market) => mapToRecords(market.teams, (team) => writeTeam(market, team))

/** Lists all records of a type. An endpoint without a handler of its own returns this list. */
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

/** These endpoints take no parameters: each returns all records of its type. */
const whole: HandlersFor<typeof lendingActions.endpoints> &
  HandlersFor<typeof my.endpoints> &
  HandlersFor<typeof partners.endpoints> &
  HandlersFor<typeof releases.endpoints> &
  HandlersFor<typeof templates.endpoints> = {
  '/lending_actions/recent': listByType.lending_action,
  '/my/account': listByType.user_account,
  '/partners': listByType.partner_listing,
  '/releases/api/current': listByType.release,
  '/templates/images': listByType.image_template,
}

const handlers = {
  ...loanHandlers,
  ...lenderHandlers,
  ...teamHandlers,
  ...journalHandlers,
  ...methodHandlers,
  ...whole,
}
