/** A login in two steps, between them: its secret waits in a guarded file, until finish, logout, or a day has gone. */
import { pendingLoginHours, tokenSuffixes } from '../../api/gaps.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { isObject, type Json } from '../../ports/json.ts'
import type { Origin } from '../../ports/origin.ts'
import { hasTexts, isOrigin, isTexts } from '../credentials/stored.ts'
import type { TokenSuffix } from './token-calls.ts'

/** The one login that is under way, as stored. */
export interface Pending {
  readonly api_origin: Origin
  readonly auth_origin: Origin
  /** Of the address that gave the request token, and will take the code. */
  readonly token_suffix: TokenSuffix
  readonly client_id: string
  readonly client_secret: string
  /** The request token. */
  readonly oauth_token: string
  readonly oauth_token_secret: string
  readonly callback: string
  readonly scope: readonly string[]
  readonly state: string
  /** ISO 8601, UTC. When it expires is the service's to know: it doesn't tell how long a request token waits. */
  readonly started_at: string
  /** Seconds that the service's clock is ahead of ours. */
  readonly clock_skew: number
}

type Port = Pick<Context, 'store' | 'now' | 'secrets'>

const open = (context: Pick<Context, 'store'>) => context.store<Pending>('pending-login')

export async function savePending(context: Pick<Context, 'store'>, pending: Pending): Promise<void> {
  await (await open(context)).update(() => pending)
}

/** The login under way. Throws `KivaError` of kind `auth` where there is none any more: an old one is removed. */
export async function readPending(context: Port): Promise<Pending> {
  const store = await open(context)
  const pending = await store.read()
  if (!pending) throw noneUnderWay()
  if (!isWhole(pending as unknown as Json)) {
    throw new KivaError('config', `${store.path} is corrupt`, {
      hint: (kiva) => `${kiva('logout')} removes it. Then start again.`,
    })
  }
  context.secrets.add(pending.client_secret, pending.oauth_token_secret)
  if (Date.parse(pending.started_at) + pendingLoginHours * 3_600_000 > context.now()) return pending
  await dropPending(context)
  throw new KivaError('auth', `The login was started more than ${pendingLoginHours} hours ago`, {
    hint: (kiva) => `Start again with ${kiva('login --start')}.`,
  })
}

/** Takes the login out of the file, so that its code is exchanged once, whatever happens from here on. */
export async function takePending(context: Pick<Context, 'store'>, pending: Pending): Promise<void> {
  let taken = false
  await (await open(context)).update((old) => {
    taken = old?.oauth_token === pending.oauth_token
    return taken ? undefined : old
  })
  if (!taken) throw noneUnderWay()
}

/** Puts a login back that was taken, unless another one has begun meanwhile. */
export async function putBackPending(context: Pick<Context, 'store'>, pending: Pending): Promise<void> {
  await (await open(context)).update((old) => old ?? pending)
}

/** Removes whatever is under way, unread; says whether there was something. */
export async function dropPending(context: Pick<Context, 'store'>): Promise<boolean> {
  return (await open(context)).remove()
}

function noneUnderWay(): KivaError {
  return new KivaError('auth', 'No login is under way', {
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
] as const satisfies readonly (keyof Pending)[]

function isWhole(pending: Json): boolean {
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
