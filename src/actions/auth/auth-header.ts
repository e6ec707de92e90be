/** `kiva auth header METHOD URL`: prints a new signed header for one request by another program. */
import { resolveCredentials } from '../../auth/credentials/credentials.ts'
import { signRequest } from '../../auth/signing/sign.ts'
import { checkTarget } from '../../auth/signing/signed-send.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { authHeader as declared } from '../../commands/actions/auth-header.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { foreign, sentence } from '../../foreign-text.ts'

/** Prints the `Authorization` line. Throws `KivaError` if the token does not belong to the URL's origin. */
export default async function authHeader(
  context: Context,
  values: ActionValues<typeof declared>,
): Promise<void> {
  const { url } = values
  const method = values.method.toUpperCase()
  if (!/^[A-Z]+$/.test(method)) throw new KivaError('usage', `"${values.method}" is not an HTTP method`)
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
    throw new KivaError('usage', 'That is not an address that begins with https://')
  }
  if (url.username || url.password) {
    throw new KivaError('usage', 'An address with a user or password in it is not signed', {
      hint: 'Leave out what stands before the @.',
    })
  }
  if (url.href !== address) {
    throw new KivaError(
      'usage',
      sentence`The address is not signed, since it can be read in two ways; plainly written it is ${foreign(url.href)}`,
      {
        hint: 'Write it as it will be sent: host in lower case, no tabs, no backslashes, a path.',
      },
    )
  }
}
