/** A login in two steps, between them: its secret waits in a guarded file, until finish, expiry or logout. */
import type { Context } from '../context.ts'
import { KivaError } from '../errors.ts'

/** The one login that is under way, as stored. */
export interface Pending {
  readonly api_origin: string
  readonly auth_origin: string
  readonly client_id: string
  readonly client_secret: string
  /** The request token. */
  readonly oauth_token: string
  readonly oauth_token_secret: string
  readonly callback: string
  readonly scope: readonly string[]
  readonly state: string
  /** ISO 8601, UTC. */
  readonly expires_at: string
  /** Seconds that the service's clock is ahead of ours. */
  readonly clock_skew: number
}

type Port = Pick<Context, 'store' | 'now' | 'secrets'>

const open = (context: Pick<Context, 'store'>) => context.store<Pending>('pending-login')

export async function savePending(context: Pick<Context, 'store'>, pending: Pending): Promise<void> {
  await (await open(context)).update(() => pending)
}

/** The login under way. Throws `KivaError` of kind `auth` where there is none any more: an expired one is removed. */
export async function readPending(context: Port): Promise<Pending> {
  const store = await open(context)
  const pending = await store.read()
  if (!pending) throw noneUnderWay()
  if (!isWhole(pending)) {
    throw new KivaError('config', `${store.path} is corrupt`, {
      hint: 'kiva logout removes it. Then start again.',
    })
  }
  context.secrets.add(pending.client_secret, pending.oauth_token_secret)
  if (Date.parse(pending.expires_at) > context.now()) return pending
  await dropPending(context)
  throw new KivaError('auth', `The login that was started has expired (${pending.expires_at})`, {
    hint: 'Start again with kiva login --start.',
  })
}

/** Takes the login out of the file, so that its code is exchanged once, whatever happens from here on. */
export async function takePending(context: Port, pending: Pending): Promise<void> {
  let taken = false
  await (await open(context)).update((old) => {
    taken = old?.oauth_token === pending.oauth_token
    return taken ? undefined : old
  })
  if (!taken) throw noneUnderWay()
}

/** Removes whatever is under way; says whether there was something. */
export async function dropPending(context: Pick<Context, 'store'>): Promise<boolean> {
  const store = await open(context)
  if ((await store.mode()) === undefined) return false
  await store.update(() => undefined)
  return true
}

function noneUnderWay(): KivaError {
  return new KivaError('auth', 'No login is under way', { hint: 'Start one with kiva login --start.' })
}

function isWhole(pending: Pending): boolean {
  const { scope, clock_skew, ...texts } = pending
  const names = [
    'api_origin',
    'auth_origin',
    'client_id',
    'client_secret',
    'oauth_token',
    'oauth_token_secret',
  ]
  const values: Readonly<Record<string, unknown>> = texts
  return (
    [...names, 'callback', 'state', 'expires_at'].every((name) => typeof values[name] === 'string') &&
    Array.isArray(scope) &&
    typeof clock_skew === 'number' &&
    !Number.isNaN(Date.parse(texts.expires_at))
  )
}
