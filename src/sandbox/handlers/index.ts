/** The handlers of all endpoints, by path. */
import type { Endpoint } from '../../api/endpoint.ts'
import type { lendingActions } from '../../commands/resources/lending-actions.ts'
import type { my } from '../../commands/resources/my.ts'
import type { partners } from '../../commands/resources/partners.ts'
import type { releases } from '../../commands/resources/releases.ts'
import type { templates } from '../../commands/resources/templates.ts'
import { listByType } from './by-type.ts'
import type { Handler, HandlersFor } from './handler.ts'
import { journalHandlers } from './journal.ts'
import { lenderHandlers } from './lenders.ts'
import { loanHandlers } from './loans.ts'
import { methodHandlers } from './methods.ts'
import { teamHandlers } from './teams.ts'

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

/** A handler whose values were validated against the endpoint's own catalogue entry. */
export type AnyHandler = Handler<Endpoint>

/** Returns the handler of a path, or `undefined` if the path has no handler of its own. */
export function findHandler(path: string): AnyHandler | undefined {
  return (handlers as unknown as Readonly<Record<string, AnyHandler>>)[path]
}
