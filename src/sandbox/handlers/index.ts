/** Every endpoint's answer, by path. */
import type { Endpoint } from '../../api/endpoint.ts'
import type { lendingActions } from '../../commands/lending-actions.ts'
import type { my } from '../../commands/my.ts'
import type { partners } from '../../commands/partners.ts'
import type { releases } from '../../commands/releases.ts'
import type { templates } from '../../commands/templates.ts'
import { pictureTemplate } from '../http/picture-requests.ts'
import { day, isoDate } from '../marketplace/calendar.ts'
import { recentLendingActions } from '../marketplace/lenders/lending-actions.ts'
import { partnerRecords } from '../marketplace/partners/partner-records.ts'
import { type Answer, type AnswersTo, foundRecords } from './handler.ts'
import { journalAnswers } from './journal.ts'
import { lenderAnswers } from './lenders.ts'
import { loanAnswers } from './loans.ts'
import { methodAnswers } from './methods.ts'
import { teamAnswers } from './teams.ts'

const small: AnswersTo<typeof lendingActions.endpoints> &
  AnswersTo<typeof my.endpoints> &
  AnswersTo<typeof partners.endpoints> &
  AnswersTo<typeof releases.endpoints> &
  AnswersTo<typeof templates.endpoints> = {
  '/lending_actions/recent': (market) => foundRecords(recentLendingActions(market)),
  '/my/account': (_, __, { account }) => foundRecords(account ? [{ ...account }] : []),
  '/partners': (market) => foundRecords(partnerRecords(market)),
  // Ids rise by one a day from an arbitrary start.
  '/releases/api/current': (market) =>
    foundRecords([{ id: String(10000 + market.today / day), date: isoDate(market.today - 3 * day) }]),
  // Its own address: a made-up image id must never fetch a real person's picture from the live service.
  '/templates/images': (_, __, { origin }) => foundRecords([{ id: 1, pattern: pictureTemplate(origin) }]),
}

const answers = {
  ...loanAnswers,
  ...lenderAnswers,
  ...teamAnswers,
  ...journalAnswers,
  ...methodAnswers,
  ...small,
}

/** An answer whose values were checked against the endpoint's own entry. */
export type AnyAnswer = Answer<Endpoint>

/** By path. An endpoint that is only in a catalogue finds nothing. */
export function answerTo(path: string): AnyAnswer {
  return (answers as unknown as Readonly<Record<string, AnyAnswer>>)[path] ?? (() => foundRecords([]))
}
