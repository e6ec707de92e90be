/** Finds out who `@me` is: the lender of the login, else of the setting `lender`, else the sandbox's own user. */
import type { Endpoint } from '../api/endpoint.ts'
import { nameOf } from '../api/origins.ts'
import { decodeReply } from '../api/wire/reply.ts'
import { buildRequest } from '../api/wire/request.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { sentence } from '../core/foreign-text.ts'
import { findCredentials, notLoggedIn } from './credentials.ts'
import { type Account, accountOf } from './credentials-file.ts'

type Port = Pick<Context, 'env' | 'readFile' | 'store' | 'settings' | 'secrets'>

/** A lender id and where it comes from. */
export interface Me {
  readonly id: string
  readonly from: 'login' | 'setting' | 'sandbox'
}

/** Facts about the login of this run: none, one without a lender id, or one whose account is not stored. */
type Unknown = 'no login' | 'no lender id' | 'not stored'

/** The lender of the sandbox in this process, who needs no login there. */
const sandboxLender = 'robin1001'

/** Returns who `@me` is, or why that takes a request or cannot be known. Sends nothing. */
export async function knownMe(context: Port): Promise<Me | Unknown> {
  const credentials = await findCredentials(context)
  if (!credentials) return elsewhere(context, 'no login')
  const { account } = credentials.entry ?? {}
  return account ? ofAccount(context, account) : 'not stored'
}

function ofAccount(context: Pick<Context, 'settings'>, account: Account | undefined): Me | Unknown {
  return account?.lender_id === undefined
    ? elsewhere(context, 'no lender id')
    : { id: account.lender_id, from: 'login' }
}

function elsewhere({ settings }: Pick<Context, 'settings'>, why: Unknown): Me | Unknown {
  if (settings.lender !== undefined) return { id: settings.lender, from: 'setting' }
  return settings.sandbox && why === 'no login' ? { id: sandboxLender, from: 'sandbox' } : why
}

/**
 * Returns the id of `@me`. Sends one request if the login has a token without an account, such as one of the
 * environment. Throws `KivaError` of kind `auth` if there is no lender id.
 */
export async function findMe(
  context: Port & Pick<Context, 'fetch' | 'now' | 'signal'>,
  account: Endpoint,
): Promise<string> {
  const known = await knownMe(context)
  const found = known === 'not stored' ? ofAccount(context, await readAccount(context, account)) : known
  if (typeof found === 'object') return found.id
  const problem =
    found === 'no login'
      ? await notLoggedIn(context)
      : new KivaError('auth', sentence`the login to ${nameOf(context.settings.baseUrl)} has none`, {
          hint: (kiva) => `Log in as a lender with ${kiva('login')}.`,
        })
  throw problem.copyWith('auth', sentence`no lender id for @me: ${problem.sentence}`, {
    hint: (kiva) =>
      `${problem.hintFor(kiva)} Or name the lender with ${kiva('config set lender <lender id>')}.`,
  })
}

/** Returns the account of the login; `undefined` if its scope does not include the account. */
async function readAccount(
  { fetch, now, signal, settings }: Pick<Context, 'fetch' | 'now' | 'signal' | 'settings'>,
  endpoint: Endpoint,
): Promise<Account | undefined> {
  const { baseUrl, appId } = settings
  const request = buildRequest(endpoint, {}, { baseUrl, format: 'json', appId })
  const reply = await fetch(request, { signal, signed: true, retry: 'quick' })
  try {
    return accountOf(decodeReply(endpoint, reply, now()).records[0])
  } catch (problem) {
    if (problem instanceof KivaError && problem.kind === 'auth') return undefined
    throw problem
  }
}
