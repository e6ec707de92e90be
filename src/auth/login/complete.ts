/** The end of a login: the exchange, what is stored of it, and the greeting. */
import type { Endpoint } from '../../api/endpoint.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { Send } from '../../ports/http.ts'
import { type Account, type Entry, openCredentials, saveEntry } from '../credentials/credentials-file.ts'
import { nameOf } from '../origin.ts'
import { signing } from '../signing/signed-send.ts'
import { fetchAccount } from './account.ts'
import type { Pending } from './pending.ts'
import type { Approval } from './read-approval.ts'
import { exchange } from './token-calls.ts'

/** What the end of a login needs besides the login itself. */
export interface Service {
  readonly send: Send
  /** Of the catalogue: the one that tells whose account it is. */
  readonly account: Endpoint
}

/**
 * Exchanges the code and stores the token at once: what comes after may fail, and the code is used up. Then asks whose
 * account it is, and greets.
 */
export async function complete(
  context: Context,
  { send, account: endpoint }: Service,
  pending: Pending,
  approval: Approval,
): Promise<void> {
  const client = { clientId: pending.client_id, clientSecret: pending.client_secret }
  const asApplication = signing(
    context,
    send,
    { ...client, token: pending.oauth_token, tokenSecret: pending.oauth_token_secret },
    pending.clock_skew,
  )
  const address = { origin: pending.api_origin, suffix: pending.token_suffix }
  const access = await exchange(asApplication, context.now, address, approval.verifier)
  context.secrets.add(access.token, access.tokenSecret)

  const entry: Entry = {
    api_origin: pending.api_origin,
    auth_origin: pending.auth_origin,
    client_id: client.clientId,
    ...(client.clientSecret && { client_secret: client.clientSecret }),
    oauth_token: access.token,
    oauth_token_secret: access.tokenSecret,
    scope: access.scope ?? approval.scope ?? pending.scope,
    obtained_at: new Date(context.now()).toISOString(),
  }
  await saveEntry(context, entry)

  const asUser = signing(context, send, { ...client, ...access }, pending.clock_skew)
  const account = await fetchAccount(context, asUser, endpoint, pending.api_origin).catch(
    (problem: unknown) => {
      if (problem instanceof KivaError && !['interrupted', 'terminated'].includes(problem.kind))
        return problem
      throw problem
    },
  )
  if (!(account instanceof KivaError)) await saveEntry(context, { ...entry, account })
  await greet(context, entry, pending.scope, account)
}

async function greet(
  context: Context,
  entry: Entry,
  wanted: readonly string[],
  account: Account | KivaError,
): Promise<void> {
  const { quote } = context.secrets
  const service = nameOf(entry.api_origin)
  await context.say(
    account instanceof KivaError
      ? `Logged in to ${service}, but the account could not be read: ${account.sentence.told(quote)}`
      : `Hello ${quote(account.name)}, you are logged in to ${service}.`,
  )
  const missing = wanted.filter((name) => !entry.scope.includes(name))
  const refused = missing.length > 0 ? ` Not granted: ${missing.join(', ')}.` : ''
  await context.say(`Scopes: ${quote(entry.scope.join(', '))}.${refused}`)
  await context.say(`The token is kept in ${(await openCredentials(context)).path}`)
}
