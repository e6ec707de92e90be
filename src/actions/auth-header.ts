/** `kiva auth header METHOD URL`: prints a new signed header for one request by another program. */
import { resolveCredentials } from '../auth/credentials.ts'
import { checkTarget } from '../auth/origin.ts'
import { signRequest } from '../auth/sign.ts'
import type { ActionValues } from '../commands/action.ts'
import type { authHeader as declared } from '../commands/actions/account.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'

/** Prints the `Authorization` line. Throws `KivaError` if the token does not belong to the URL's origin. */
export async function authHeader(context: Context, values: ActionValues<typeof declared>): Promise<void> {
  const { url } = values
  const method = values.method.toUpperCase()
  if (!/^[A-Z]+$/.test(method)) throw new KivaError('usage', `invalid value "${values.method}" for <method>`)
  checkSpelling(url)
  const credentials = await resolveCredentials(context)
  checkTarget(url, credentials)
  const when = { nonce: context.nonce(), timestamp: Math.floor(context.now() / 1000) }
  const { headers } = signRequest({ method, url, headers: {} }, credentials, when)
  await context.stdout.write(`Authorization: ${headers['authorization']}\n`, 'wire')
}

/**
 * Rejects a URL that contains a user or is not in normalized form: the program that gets the header could
 * parse it differently and send the header elsewhere. The first two errors leave the URL out, because it
 * may contain a password.
 */
function checkSpelling(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new KivaError('usage', 'invalid URL: expected http:// or https://')
  }
  if (url.username || url.password) {
    throw new KivaError('usage', 'the URL contains a user name or password', {
      hint: 'Leave out the part before the @.',
    })
  }
  if (url.href !== address) {
    throw new KivaError('usage', sentence`ambiguous URL: write it as ${foreign(url.href)}`, {
      hint: 'Use a host in lower case, a path, and no tabs or backslashes.',
    })
  }
}
