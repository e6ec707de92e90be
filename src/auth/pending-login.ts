/** Logins between `--start` and `--finish`: a private file. Each is removed by finish, by logout, or when it is too old. */
import { pendingLoginHours, tokenSuffixes } from '../api/gaps.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import type { Origin } from '../core/origin.ts'
import {
  hasTexts,
  isOrigin,
  isOwner,
  isTexts,
  keyOf,
  type LoginOwner,
  nameOfLogin,
  ownerOf,
} from './credentials-file.ts'

/** How the address of a token call ends. */
export type TokenSuffix = (typeof tokenSuffixes)[number]

/** A login that waits for the user's approval, as stored. */
export interface PendingLogin extends LoginOwner {
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

type Entries = Readonly<Record<string, PendingLogin>>

/** The content of the file; the store adds the version. `keyOf` makes the keys. */
interface PendingFile {
  readonly entries: Entries
}

const open = (context: StorePort) => context.store<PendingFile>('pending-login')

/** Stores a login, replacing one with the same owner, and drops those that are too old. */
export async function savePending(
  context: Pick<Context, 'store' | 'now'>,
  pending: PendingLogin,
): Promise<void> {
  const now = context.now()
  await (await open(context)).update((old) => {
    const others = Object.entries(entriesOf(old) ?? {}).filter(([, other]) => !isTooOld(other, now))
    return { entries: { ...Object.fromEntries(others), [keyOf(pending)]: pending } }
  })
}

/**
 * Returns the stored login of this run's origin and profile, else the only one of this profile: the second step needs no
 * URLs. Removes it if it is too old. Throws `KivaError`: `auth` if there is none, `config` if the file is corrupt.
 */
export async function readPending(
  context: Pick<Context, 'store' | 'now' | 'secrets' | 'settings'>,
): Promise<PendingLogin> {
  const store = await open(context)
  const entries = entriesOf(await store.read())
  if (!entries) {
    throw new KivaError('config', `${store.path} is corrupt`, {
      hint: (kiva) => `Delete it with ${kiva('logout')}, then start again.`,
    })
  }
  const owner = ownerOf(context.settings)
  const [first, ...others] = Object.values(entries).filter(({ profile }) => profile === owner.profile)
  const pending = entries[keyOf(owner)] ?? (others.length === 0 ? first : undefined)
  if (!pending) throw noPendingLogin(entries)
  context.secrets.add(pending.client_secret, pending.oauth_token_secret)
  if (!isTooOld(pending, context.now())) return pending
  await removePending(context, pending)
  throw new KivaError('auth', `the login was started more than ${pendingLoginHours} hours ago`, {
    hint: (kiva) => `Start again with ${kiva('login --start')}.`,
  })
}

const isTooOld = ({ started_at }: PendingLogin, now: number) =>
  Date.parse(started_at) + pendingLoginHours * 3_600_000 <= now

/** Removes this login from the file. Throws `KivaError` of kind `auth` if another run has removed it. */
export async function takePending(context: StorePort, pending: PendingLogin): Promise<void> {
  let taken = false
  await (await open(context)).update((old) => {
    taken = entriesOf(old)?.[keyOf(pending)]?.oauth_token === pending.oauth_token
    return taken ? without(old, pending) : old
  })
  if (!taken) throw noPendingLogin()
}

/** Stores the login again, unless another one with the same owner has started in the meantime. */
export async function restorePending(context: StorePort, pending: PendingLogin): Promise<void> {
  await (await open(context)).update((old) => ({
    entries: { [keyOf(pending)]: pending, ...entriesOf(old) },
  }))
}

/** Removes the login of one owner, or all logins, and a file that is corrupt. Returns whether there was one. */
export async function removePending(context: StorePort, owner: LoginOwner | 'all'): Promise<boolean> {
  const store = await open(context)
  if (owner === 'all') return store.remove()
  try {
    const entries = entriesOf(await store.read())
    if (entries && !entries[keyOf(owner)]) return false
    await store.update((old) => without(old, owner))
    return true
  } catch (problem) {
    if (problem instanceof KivaError && problem.kind === 'config') return store.remove()
    throw problem
  }
}

function without(file: PendingFile | undefined, owner: LoginOwner): PendingFile | undefined {
  const { [keyOf(owner)]: _, ...entries } = entriesOf(file) ?? {}
  return Object.keys(entries).length > 0 ? { entries } : undefined
}

function noPendingLogin(entries: Entries = {}): KivaError {
  const others = Object.values(entries).map(nameOfLogin).join(', ')
  return new KivaError('auth', 'no login in progress', {
    hint: (kiva) =>
      `Start one with ${kiva('login --start')}.${others && ` In progress: the login to ${others}.`}`,
  })
}

/** Returns the logins in the file; `undefined` if it is corrupt. An earlier kiva stored a single login, without a key. */
function entriesOf(file: PendingFile | undefined): Entries | undefined {
  if (file === undefined) return {}
  const single = file as unknown as Json & PendingLogin
  const entries: unknown = isComplete(single) ? { [keyOf(single)]: single } : file.entries
  const isWhole = ([key, login]: readonly [string, Json]) =>
    isComplete(login) && keyOf(login as unknown as PendingLogin) === key
  return isObject(entries as Json) && Object.entries(entries as JsonObject).every(isWhole)
    ? (entries as Entries)
    : undefined
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
    isOwner(pending) &&
    isOrigin(pending['auth_origin']) &&
    tokenSuffixes.some((suffix) => suffix === pending['token_suffix']) &&
    isTexts(pending['scope']) &&
    typeof pending['clock_skew'] === 'number' &&
    !Number.isNaN(Date.parse(String(pending['started_at'])))
  )
}
