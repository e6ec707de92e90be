/** `kiva auth status`: who is logged in, and by what. Asks nobody, and shows no secret. */

import { type Credentials, findCredentials, notLoggedIn } from '../auth/credentials.ts'
import { openCredentials } from '../auth/credentials-file.ts'
import type { Context, JsonObject } from '../context.ts'

/** Prints one record. Throws `KivaError` of kind `auth` when not logged in. */
export default async function authStatus(context: Context): Promise<void> {
  const credentials = await findCredentials(context)
  if (!credentials) throw await notLoggedIn(context)
  await context.print({ ...statusOf(credentials), ...(await fileOf(context, credentials)) })
}

/** Fields that are not known are left out. */
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

async function fileOf(context: Context, credentials: Credentials): Promise<JsonObject> {
  if (credentials.source === 'environment') return {}
  const store = await openCredentials(context)
  const mode = await store.mode()
  return { file: store.path, ...(mode !== undefined && { mode: mode.toString(8).padStart(4, '0') }) }
}
