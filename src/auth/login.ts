/**
 * A login by OAuth 1.0a, from nothing to a saved token. It asks no questions and prints nothing. The states:
 *
 *   requested     startLogin has a request token; the user can approve it at `authorizeUrl(pending)`
 *   authorized    finishLogin has the code: typed, or taken from the callback address
 *   exchanged     the code is used up, so the access token is saved at once
 *   account read  the account is saved with the token; without it the login is still good
 *
 * A wrong code leads back to requested. Any other failure before exchanged ends the login, except an approval
 * that belongs to another login: the right one can still follow.
 */
import type { Endpoint } from '../api/endpoint.ts'
import { decodeReply } from '../api/wire/reply.ts'
import { buildRequest } from '../api/wire/request.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Send } from '../core/http.ts'
import type { Origin } from '../core/origin.ts'
import { clientFromEnvironment, entryFor } from './credentials.ts'
import {
  type Account,
  accountOf,
  type Client,
  type Entry,
  ownerOf,
  readEntries,
  saveEntry,
  type Token,
} from './credentials-file.ts'
import { checkPage, requireHttps } from './origin.ts'
import {
  type PendingLogin,
  removePending,
  restorePending,
  savePending,
  takePending,
} from './pending-login.ts'
import { isWrongCode, signedProblem } from './problems.ts'
import { type AskPort, ask, canAsk } from './prompt.ts'
import { readApproval } from './read-approval.ts'
import { type SignedSend, type SigningPorts, signing } from './signed-send.ts'
import { exchange, requestToken } from './token-calls.ts'

export interface LoginPorts extends SigningPorts, Pick<Context, 'store'> {
  readonly send: Send
  /** The endpoint that returns the user's own account. */
  readonly accountEndpoint: Endpoint
  /** Whether the login is kept in the config folder while it waits for the approval. */
  readonly isStored: boolean
}

export interface StartOptions {
  readonly baseUrl: Origin
  readonly authUrl: Origin
  /** Returns the application; called once the addresses are known to be safe. */
  readonly client: () => Promise<Client>
  readonly callback: string
  readonly scope: readonly string[]
}

export interface LoggedIn {
  readonly entry: Entry
  /** Or why it could not be read. */
  readonly account: Account | KivaError
  readonly notGranted: readonly string[]
}

/** Gets a request token. Throws `KivaError`: `usage` for unsafe addresses, else by cause. */
export async function startLogin(ports: LoginPorts, options: StartOptions): Promise<PendingLogin> {
  requireHttps(options.baseUrl)
  checkPage(options.authUrl, options.baseUrl)
  const client = await options.client()
  ports.secrets.add(client.clientSecret)
  const signed = signing(ports, ports.send, client)
  const token = await requestToken(signed, ports.now, options.baseUrl, options.callback)
  ports.secrets.add(token.tokenSecret)
  const pending: PendingLogin = {
    ...ownerOf({ baseUrl: options.baseUrl, profile: ports.settings.profile }),
    auth_origin: options.authUrl,
    token_suffix: token.suffix,
    client_id: client.clientId,
    client_secret: client.clientSecret,
    oauth_token: token.token,
    oauth_token_secret: token.tokenSecret,
    callback: options.callback,
    scope: options.scope,
    state: ports.nonce(),
    started_at: new Date(ports.now()).toISOString(),
    clock_skew: signed.skew(),
  }
  if (ports.isStored) await savePending(ports, pending)
  return pending
}

/**
 * Exchanges the approval, which is the code or the address of the callback, and saves the token. Throws `KivaError`, by
 * cause; after one that `isWrongCode`, another approval can be tried.
 */
export async function finishLogin(
  ports: LoginPorts,
  pending: PendingLogin,
  approval: string,
): Promise<LoggedIn> {
  const authorized = await authorize(ports, pending, approval)
  const access = await exchangeOnce(ports, pending, authorized.verifier)
  const entry: Entry = {
    api_origin: pending.api_origin,
    ...(pending.profile !== undefined && { profile: pending.profile }),
    auth_origin: pending.auth_origin,
    client_id: pending.client_id,
    ...(pending.client_secret && { client_secret: pending.client_secret }),
    oauth_token: access.token,
    oauth_token_secret: access.tokenSecret,
    scope: access.scope ?? authorized.scope ?? pending.scope,
    obtained_at: new Date(ports.now()).toISOString(),
  }
  await saveEntry(ports, entry)
  const account = await readAccount(ports, pending, access)
  if (!(account instanceof KivaError)) await saveEntry(ports, { ...entry, account })
  return { entry, account, notGranted: pending.scope.filter((name) => !entry.scope.includes(name)) }
}

async function authorize(ports: LoginPorts, pending: PendingLogin, approval: string) {
  try {
    const authorized = readApproval(approval, pending)
    ports.secrets.add(authorized.verifier)
    return authorized
  } catch (problem) {
    // Only an error that the authorization page reported has a code, and it is final.
    if (ports.isStored && problem instanceof KivaError && problem.code !== undefined)
      await removePending(ports, pending)
    throw problem
  }
}

/** Removes the stored login first, so that no second run can send the code again, whatever happens to this one. */
async function exchangeOnce(ports: LoginPorts, pending: PendingLogin, verifier: string) {
  if (ports.isStored) await takePending(ports, pending)
  try {
    const token = { token: pending.oauth_token, tokenSecret: pending.oauth_token_secret }
    const access = await exchange(signedWith(ports, pending, token), ports.now, pending, verifier)
    ports.secrets.add(access.token, access.tokenSecret)
    return access
  } catch (problem) {
    if (!ports.isStored || !isWrongCode(problem)) throw problem
    await restorePending(ports, pending)
    throw problem.copyWith(problem.kind, problem.sentence, {
      hint: (kiva) =>
        `Run ${kiva('login --finish')} again with the code that the page shows after you approve.`,
    })
  }
}

async function readAccount(ports: LoginPorts, pending: PendingLogin, access: Token) {
  try {
    return await fetchAccount(ports, signedWith(ports, pending, access), pending.api_origin)
  } catch (problem) {
    if (problem instanceof KivaError && !['interrupted', 'terminated'].includes(problem.kind)) return problem
    throw problem
  }
}

function signedWith(ports: LoginPorts, pending: PendingLogin, token: Token) {
  const signer = { clientId: pending.client_id, clientSecret: pending.client_secret, ...token }
  return signing(ports, ports.send, signer, pending.clock_skew)
}

interface Ports extends Pick<SigningPorts, 'now' | 'settings'> {
  readonly accountEndpoint: Endpoint
}

/** Returns the account that the token belongs to. Throws `KivaError` like any request. */
async function fetchAccount(
  { now, settings: { appId }, accountEndpoint: endpoint }: Ports,
  signed: SignedSend,
  baseUrl: Origin,
): Promise<Account> {
  const reply = await signed(buildRequest(endpoint, {}, { baseUrl, format: 'json', appId }))
  const problem = signedProblem(reply)
  if (problem) throw problem
  return accountOf(decodeReply(endpoint, reply, now()).records[0])
}

/**
 * Returns the application to log in with: from the environment, else from the login that this run would use, else from a
 * prompt. Never from the command line, which other users of the machine can read.
 */
export async function resolveClient(
  context: AskPort & Pick<Context, 'env' | 'readFile' | 'store' | 'secrets' | 'settings'>,
): Promise<Client> {
  return (
    (await clientFromEnvironment(context)) ?? (await earlierClient(context)) ?? (await askForClient(context))
  )
}

async function earlierClient(
  context: Pick<Context, 'store' | 'secrets' | 'settings'>,
): Promise<Client | undefined> {
  const entry = entryFor(context.settings, await readEntries(context))
  return entry && { clientId: entry.client_id, clientSecret: entry.client_secret ?? '' }
}

const hint = 'kiva --sandbox login needs no application.'

async function askForClient(context: AskPort): Promise<Client> {
  if (!canAsk(context)) {
    throw new KivaError('config', 'client id and secret are not set', {
      hint: 'Set KIVA_CLIENT_ID and KIVA_CLIENT_SECRET (or …_FILE), or try kiva --sandbox login, which needs none.',
    })
  }
  const clientId = await ask(context, {
    text: 'Client id of your application: ',
    refuse: (line) => (line === '' ? 'the client id is empty' : undefined),
    hint,
  })
  const clientSecret = await ask(context, {
    text: 'Client secret (not shown, empty for none): ',
    echo: false,
    hint,
  })
  return { clientId, clientSecret }
}
