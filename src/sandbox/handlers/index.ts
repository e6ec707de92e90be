/** Every endpoint's answer, by path. */
import type { Endpoint } from '../../api/endpoint.ts'
import type { lendingActions } from '../../commands/lending-actions.ts'
import type { my } from '../../commands/my.ts'
import type { partners } from '../../commands/partners.ts'
import type { releases } from '../../commands/releases.ts'
import type { templates } from '../../commands/templates.ts'
import { pictureTemplate } from '../http/picture-requests.ts'
import { day, formatDate } from '../marketplace/calendar.ts'
import { writeRecentActions } from '../marketplace/lenders/write-recent-actions.ts'
import { writePartners } from '../marketplace/partners/write-partners.ts'
import { type Handler, type HandlersFor, listRecords } from './handler.ts'
import { journalHandlers } from './journal.ts'
import { lenderHandlers } from './lenders.ts'
import { loanHandlers } from './loans.ts'
import { methodHandlers } from './methods.ts'
import { teamHandlers } from './teams.ts'

const small: HandlersFor<typeof lendingActions.endpoints> &
  HandlersFor<typeof my.endpoints> &
  HandlersFor<typeof partners.endpoints> &
  HandlersFor<typeof releases.endpoints> &
  HandlersFor<typeof templates.endpoints> = {
  '/lending_actions/recent': (market) => listRecords(writeRecentActions(market)),
  '/my/account': (_, __, { account }) => listRecords(account ? [{ ...account }] : []),
  '/partners': (market) => listRecords(writePartners(market)),
  // Ids rise by one a day from an arbitrary start.
  '/releases/api/current': (market) =>
    listRecords([{ id: String(10000 + market.today / day), date: formatDate(market.today - 3 * day) }]),
  // Its own address: a made-up image id must never fetch a real person's picture from the live service.
  '/templates/images': (_, __, { origin }) => listRecords([{ id: 1, pattern: pictureTemplate(origin) }]),
}

const answers = {
  ...loanHandlers,
  ...lenderHandlers,
  ...teamHandlers,
  ...journalHandlers,
  ...methodHandlers,
  ...small,
}

/** An answer whose values were checked against the endpoint's own entry. */
export type AnyHandler = Handler<Endpoint>

/** By path. An endpoint that is only in a catalogue finds nothing. */
export function findHandler(path: string): AnyHandler {
  return (answers as unknown as Readonly<Record<string, AnyHandler>>)[path] ?? (() => listRecords([]))
}
