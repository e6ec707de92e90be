/** `kiva auth header METHOD URL`: a freshly signed header for another program, good for one request. */

import { resolveCredentials } from '../auth/credentials.ts'
import { signRequest } from '../auth/sign.ts'
import { checkTarget } from '../auth/signed-send.ts'
import type { ActionValues } from '../commands/action.ts'
import type { Context } from '../context.ts'
import { KivaError } from '../errors.ts'

/** Writes the one line. Throws `KivaError` where the token doesn't belong to the address. */
export default async function authHeader(context: Context, values: ActionValues): Promise<void> {
  const method = String(values['method']).toUpperCase()
  const url = String(values['url'])
  if (!/^[A-Z]+$/.test(method)) throw new KivaError('usage', `"${values['method']}" is not an HTTP method`)
  const credentials = await resolveCredentials(context)
  checkTarget(url, credentials)
  const when = { nonce: context.nonce(), timestamp: Math.floor(context.now() / 1000) }
  const { headers } = signRequest({ method, url, headers: {} }, credentials, when)
  await context.stdout.write(`Authorization: ${headers['authorization']}\n`, 'wire')
}
