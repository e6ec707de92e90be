/** The login between `--start` and `--finish`: a private file, removed by finish, by logout, or when it is too old. */
import { pendingLoginHours, tokenSuffixes } from '../api/gaps.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isObject, type Json } from '../core/json.ts'
import type { Origin } from '../core/origin.ts'
import { hasTexts, isOrigin, isTexts } from './credentials-file.ts'

/** How the address of a token call ends. */
export type TokenSuffix = (typeof tokenSuffixes)[number]

/** A login that waits for the user's approval, as stored. */
export interface PendingLogin {
  readonly api_origin: Origin
  readonly auth_origin: Origin
  /** The request token came from the address with this suffix; the code goes there too. */
  readonly token_suffix: TokenSuffix
  readonly client_id: string
  readonly client_secret: string
  /** The request token. */
  readonly oauth_token: string
  readonly oauth_token_secret: string
  readonly callback: string
  readonly scope: readonly string[]
  readonly state: string
  /** ISO 8601, UTC. The service does not say when a request token expires. */
  readonly started_at: string
  /** Seconds that the service's clock is ahead of this machine's. */
  readonly clock_skew: number
}

type StorePort = Pick<Context, 'store'>

const open = (context: StorePort) => context.store<PendingLogin>('pending-login')

export async function savePending(context: StorePort, pending: PendingLogin): Promise<void> {
  await (await open(context)).update(() => pending)
}

/** Returns the stored login; removes one that is too old. Throws `KivaError`: `auth` if there is none, `config` if the file is corrupt. */
export async function readPending(
  context: Pick<Context, 'store' | 'now' | 'secrets'>,
): Promise<PendingLogin> {
  const store = await open(context)
  const pending = await store.read()
  if (!pending) throw noPendingLogin()
  if (!isComplete(pending as unknown as Json)) {
    throw new KivaError('config', `${store.path} is corrupt`, {
      hint: (kiva) => `Delete it with ${kiva('logout')}, then start again.`,
    })
  }
  context.secrets.add(pending.client_secret, pending.oauth_token_secret)
  if (Date.parse(pending.started_at) + pendingLoginHours * 3_600_000 > context.now()) return pending
  await removePending(context)
  throw new KivaError('auth', `the login was started more than ${pendingLoginHours} hours ago`, {
    hint: (kiva) => `Start again with ${kiva('login --start')}.`,
  })
}

/** Removes this login from the file. Throws `KivaError` of kind `auth` if another run has removed it. */
export async function takePending(context: StorePort, pending: PendingLogin): Promise<void> {
  let taken = false
  await (await open(context)).update((old) => {
    taken = old?.oauth_token === pending.oauth_token
    return taken ? undefined : old
  })
  if (!taken) throw noPendingLogin()
}

/** Stores the login again, unless another one has started in the meantime. */
export async function restorePending(context: StorePort, pending: PendingLogin): Promise<void> {
  await (await open(context)).update((old) => old ?? pending)
}

/** Removes the stored login without reading it. Returns whether there was one. */
export async function removePending(context: StorePort): Promise<boolean> {
  return (await open(context)).remove()
}

function noPendingLogin(): KivaError {
  return new KivaError('auth', 'no login in progress', {
    hint: (kiva) => `Start one with ${kiva('login --start')}.`,
  })
}

const textNames = [
  'client_id',
  'client_secret',
  'oauth_token',
  'oauth_token_secret',
  'callback',
  'state',
  'started_at',
] as const satisfies readonly (keyof PendingLogin)[]

function isComplete(pending: Json): boolean {
  return (
    isObject(pending) &&
    hasTexts(pending, textNames) &&
    isOrigin(pending['api_origin']) &&
    isOrigin(pending['auth_origin']) &&
    tokenSuffixes.some((suffix) => suffix === pending['token_suffix']) &&
    isTexts(pending['scope']) &&
    typeof pending['clock_skew'] === 'number' &&
    !Number.isNaN(Date.parse(String(pending['started_at'])))
  )
}
