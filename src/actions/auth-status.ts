/**
 * `kiva auth status`: shows the account and the source of its token. Sends no request and prints no secret.
 */

import { nameOf } from '../api/origins.ts'
import { type Credentials, findCredentials, notLoggedIn } from '../auth/credentials.ts'
import { openCredentials } from '../auth/credentials-file.ts'
import type { Context } from '../core/context.ts'
import type { JsonObject } from '../core/json.ts'
import { wrap } from '../output/terminal/width.ts'

/** Prints one record, or sentences for a person. Throws `KivaError` of kind `auth` when not logged in. */
export async function authStatus(context: Context): Promise<void> {
  const credentials = await findCredentials(context)
  if (!credentials) throw await notLoggedIn(context)
  const place = credentials.source === 'file' ? await placeOf(context) : undefined
  const lines = sentences(credentials, place, context)
  await context.print({ ...statusOf(credentials), ...place }, ({ width }) =>
    lines.map((line) => wrap(line, width && width - 2).join('\n  ')).join('\n'),
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
function statusOf({ apiOrigin, clientId, source, entry }: Credentials): JsonObject {
  const known = entry && {
    ...(entry.account && { name: entry.account.name }),
    ...(entry.account?.lender_id && { lender_id: entry.account.lender_id }),
    scope: entry.scope,
    auth_origin: entry.auth_origin,
    obtained_at: entry.obtained_at,
  }
  return { logged_in: true, ...known, api_origin: apiOrigin, client_id: clientId, source }
}

function sentences(
  { apiOrigin, clientId, entry }: Credentials,
  place: Place | undefined,
  { secrets: { quote } }: Pick<Context, 'secrets'>,
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
  ]
}
