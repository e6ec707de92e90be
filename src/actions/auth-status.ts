/**
 * `kiva auth status` shows the account and the source of its token, `kiva auth list` all logins that are stored. They send
 * no request and print no secret.
 */

import { nameOf } from '../api/origins.ts'
import { type Credentials, findCredentials, notLoggedIn } from '../auth/credentials.ts'
import { type Entry, openCredentials, readEntries } from '../auth/credentials-file.ts'
import type { Context } from '../core/context.ts'
import type { JsonObject } from '../core/json.ts'
import { commandLine } from '../core/shell-word.ts'
import { wrap } from '../output/terminal/width.ts'

/** Prints one record, or sentences for a person. Throws `KivaError` of kind `auth` when not logged in. */
export async function authStatus(context: Context): Promise<void> {
  const credentials = await findCredentials(context)
  if (!credentials) throw await notLoggedIn(context)
  const place = credentials.source === 'file' ? await placeOf(context) : undefined
  const lines = sentences(credentials, place, context)
  await context.print({ ...statusOf(credentials, context.settings), ...place }, ({ width }) =>
    lines.map((line) => wrap(line, width && width - 2).join('\n  ')).join('\n'),
  )
}

/** Prints one record per stored login. The lender is the one whose account was read at the login, if it was. */
export async function authList(
  context: Pick<Context, 'print' | 'say' | 'secrets' | 'settings' | 'store'>,
): Promise<void> {
  const entries = Object.entries(await readEntries(context)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (entries.length === 0 && context.settings.output === 'table')
    return context.say(`No logins. Log in with ${commandLine(context.settings, 'login')}.`)
  await context.print(
    entries.map(([, { api_origin, profile = null, account, obtained_at, scope }]) => ({
      origin: api_origin,
      profile,
      lender: account?.lender_id ?? null,
      since: obtained_at,
      scope,
    })),
    undefined,
    ['origin', 'profile', 'lender', 'since', 'scope'],
  )
}

/** The file that stores the token, and its permissions. */
type Place = { readonly file: string; readonly mode?: string }

async function placeOf(context: Context): Promise<Place> {
  const store = await openCredentials(context)
  const mode = await store.mode()
  return { file: store.path, ...(mode !== undefined && { mode: mode.toString(8).padStart(4, '0') }) }
}

/** Returns the record, without unknown fields. */
function statusOf(
  { apiOrigin, clientId, source, entry }: Credentials,
  { profile }: Context['settings'],
): JsonObject {
  const known = entry && {
    ...(entry.account && { name: entry.account.name }),
    ...(entry.account?.lender_id && { lender_id: entry.account.lender_id }),
    scope: entry.scope,
    auth_origin: entry.auth_origin,
    obtained_at: entry.obtained_at,
    ...(profile !== undefined && { profile, shared: entry.profile === undefined }),
  }
  return { logged_in: true, ...known, api_origin: apiOrigin, client_id: clientId, source }
}

function sentences(
  { apiOrigin, clientId, entry }: Credentials,
  place: Place | undefined,
  { secrets: { quote }, settings: { profile } }: Pick<Context, 'secrets' | 'settings'>,
): readonly string[] {
  const account = entry?.account
  const lender = account?.lender_id === undefined ? '' : ` (${quote(account.lender_id)})`
  const who = account ? ` as ${quote(account.name)}${lender}` : ''
  const scopes = entry ? `, with scope ${quote(entry.scope.join(', '))}` : ''
  const since = entry ? `, authorized on ${quote(entry.obtained_at.slice(0, 10))}` : ''
  const mode = place?.mode === undefined ? '' : ` (mode ${place.mode})`
  return [
    `You are logged in to ${nameOf(apiOrigin)}${who}${scopes}.`,
    `Application: ${quote(clientId)}${since}.`,
    place
      ? `The token is stored in ${place.file}${mode}.`
      : 'The token comes from the environment (KIVA_OAUTH_TOKEN).',
    ...(entry && profile !== undefined ? [`${whoseLogin(entry, profile)}.`] : []),
  ]
}

/** Says whether the selected profile has this login, or shares it. */
const whoseLogin = (entry: Entry, profile: string): string =>
  entry.profile === undefined
    ? `The profile ${profile} has no login of its own: it uses the shared one`
    : `The profile ${profile} has this login of its own`
