/** `credentials.json`, with one entry per login, and the types of what a login yields. */
import { nameOf } from '../api/origins.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isList, isObject, type Json, type JsonObject } from '../core/json.ts'
import { type Origin, parseOrigin } from '../core/origin.ts'
import { profileName, type Settings } from '../core/settings.ts'
import type { Store } from '../core/store.ts'

/**
 * The user who authorized the application, with the fields that messages need (record type `user_account`).
 */
export interface Account {
  readonly name: string
  readonly lender_id?: string
}

/** Reads a record of the service, which may leave out any field. The name is never empty. */
export function accountOf(record: Json | undefined): Account {
  const fields = isObject(record) ? record : {}
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const name = [text('first_name'), text('last_name')].filter((part) => part !== '').join(' ')
  const lenderId = text('lender_id')
  return { name: name || lenderId || '(no name)', ...(lenderId ? { lender_id: lenderId } : {}) }
}

/** What a login is for: an API origin, for all profiles of the settings file or for one of them. */
export interface LoginOwner {
  readonly api_origin: Origin
  readonly profile?: string
}

/** Returns whose login a run stores and drops. */
export const ownerOf = ({ baseUrl, profile }: Pick<Settings, 'baseUrl' | 'profile'>): LoginOwner => ({
  api_origin: baseUrl,
  ...(profile !== undefined && { profile }),
})

/** Returns the key of a login in a file. Neither an origin nor the name of a profile has a space. */
export const keyOf = ({ api_origin, profile }: LoginOwner) =>
  profile === undefined ? api_origin : `${api_origin} ${profile}`

/** Returns the name of a login for messages. */
export const nameOfLogin = ({ api_origin, profile }: LoginOwner) =>
  nameOf(api_origin) + (profile === undefined ? '' : ` under the profile ${profile}`)

/** One entry of the file, with the service's own field names. */
export interface Entry extends LoginOwner {
  readonly auth_origin: Origin
  readonly client_id: string
  readonly client_secret?: string
  readonly oauth_token: string
  readonly oauth_token_secret: string
  readonly scope: readonly string[]
  /** ISO 8601, UTC. */
  readonly obtained_at: string
  readonly account?: Account
}

/** The content of `credentials.json`; the store adds the version. `keyOf` makes the keys. */
interface CredentialsFile {
  readonly entries: Readonly<Record<string, Entry>>
}

/** The application that asks for access. */
export interface Client {
  readonly clientId: string
  /** Empty for an application that cannot keep a secret. */
  readonly clientSecret: string
}

/** A request token or an access token. */
export interface Token {
  readonly token: string
  readonly tokenSecret: string
}

export interface RequestToken extends Token {
  readonly callbackConfirmed: boolean
}

export interface AccessToken extends Token {
  /** As granted by the service; `undefined` if the reply does not list it. */
  readonly scope: readonly string[] | undefined
}

/** The requested token, as error messages name it. */
export type TokenCall = 'a request token' | 'an access token'

/** Saves an entry, replacing an older one with the same owner. */
export async function saveEntry(context: Pick<Context, 'store'>, entry: Entry): Promise<void> {
  const store = await openCredentials(context)
  await store.update((old) => ({ entries: { ...checked(old, store.path), [keyOf(entry)]: entry } }))
}

/** Removes the entry of one owner, or all entries. Returns the removed entries. */
export async function forgetEntries(
  context: Pick<Context, 'store'>,
  owner: LoginOwner | 'all',
): Promise<readonly Entry[]> {
  const store = await openCredentials(context)
  if ((await store.read()) === undefined) return []
  let forgotten: readonly Entry[] = []
  await store.update((old) => {
    const entries = Object.values(checked(old, store.path))
    const remaining = entries.filter((entry) => owner !== 'all' && keyOf(entry) !== keyOf(owner))
    forgotten = entries.filter((entry) => !remaining.includes(entry))
    return remaining.length > 0
      ? { entries: Object.fromEntries(remaining.map((entry) => [keyOf(entry), entry])) }
      : undefined
  })
  return forgotten
}

/** Returns all entries by their keys, with their secrets registered for masking. */
export async function readEntries(
  context: Pick<Context, 'store' | 'secrets'>,
): Promise<Readonly<Record<string, Entry>>> {
  const store = await openCredentials(context)
  const entries = checked(await store.read(), store.path)
  for (const entry of Object.values(entries)) {
    context.secrets.add(entry.client_secret, entry.oauth_token, entry.oauth_token_secret)
  }
  return entries
}

export function openCredentials(context: Pick<Context, 'store'>): Promise<Store<CredentialsFile>> {
  return context.store<CredentialsFile>('credentials')
}

/**
 * The file may have been edited by hand: an incomplete entry, or one under another key, is an error. Its
 * text is never quoted, because it may contain a misplaced secret.
 */
function checked(file: CredentialsFile | undefined, path: string): Readonly<Record<string, Entry>> {
  if (file === undefined) return {}
  const entries = file.entries as unknown as Json | undefined
  if (isObject(entries) && Object.entries(entries).every(([key, entry]) => isEntry(entry, key))) {
    return file.entries
  }
  throw new KivaError('config', `${path} is corrupt: an entry is incomplete`, {
    hint: 'Repair it or move it away, then log in again.',
  })
}

function isEntry(entry: Json | undefined, key: string): boolean {
  return (
    isObject(entry) &&
    isOwner(entry) &&
    keyOf(entry) === key &&
    isOrigin(entry['auth_origin']) &&
    isTexts(entry['scope']) &&
    hasTexts(entry, ['client_id', 'oauth_token', 'oauth_token_secret', 'obtained_at']) &&
    isTextOrAbsent(entry['client_secret']) &&
    isAccountOrAbsent(entry['account'])
  )
}

function isAccountOrAbsent(account: Json | undefined): boolean {
  if (account === undefined) return true
  return isObject(account) && hasTexts(account, ['name']) && isTextOrAbsent(account['lender_id'])
}

const isTextOrAbsent = (value: Json | undefined) => value === undefined || typeof value === 'string'

/** Returns whether a record says whose login it is. */
export function isOwner(record: JsonObject): record is JsonObject & LoginOwner {
  const { api_origin, profile } = record
  const isNamed = typeof profile === 'string' && profileName.test(profile)
  return isOrigin(api_origin) && (profile === undefined || isNamed)
}

/** Returns whether a value is an origin as `parseOrigin` writes it. */
export function isOrigin(value: Json | undefined): boolean {
  return typeof value === 'string' && parseOrigin(value) === value
}

/** Returns whether a value is a list of strings. */
export function isTexts(value: Json | undefined): boolean {
  return isList(value) && value.every((item) => typeof item === 'string')
}

/** Returns whether each of these fields is a string. */
export function hasTexts(record: JsonObject, names: readonly string[]): boolean {
  return names.every((name) => typeof record[name] === 'string')
}
