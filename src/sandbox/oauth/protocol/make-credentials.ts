/** Creates tokens, secrets and verifiers from nonces (32 unguessable characters `[0-9a-f]`). */
import { hasFault, type ProviderContext } from '../state/provider-context.ts'

interface Credentials {
  readonly token: string
  readonly secret: string
}

type Source = Pick<ProviderContext, 'nonce' | 'faults'>

/**
 * Returns a token and its secret. The token looks like known tokens of the live service: its only reserved
 * characters are `.` and `;`, and it ends in `;<client id>`. So an application that puts a token unencoded
 * into an address works here as it does there.
 */
export function makeCredentials(context: Source, clientId: string): Credentials {
  if (hasFault(context, 'awkward-tokens')) return makeAwkwardCredentials(context, clientId)
  const text = context.nonce()
  return { token: `${text.slice(0, 16)}.${text.slice(16)};${clientId}`, secret: context.nonce() }
}

/**
 * Returns credentials with the characters that are separators in addresses, forms and signing keys. `%2B`
 * exposes a client that decodes once too often, and `+` a client that decodes it as a form does.
 */
function makeAwkwardCredentials({ nonce }: Source, clientId: string): Credentials {
  const text = nonce()
  const start = `${text.slice(0, 12)}.${text.slice(12, 20)}`
  const secret = nonce()
  return {
    token: `${start}~%2B${text.slice(20, 26)}+/${text.slice(26)}=;${clientId}`,
    secret: `${secret.slice(0, 16)}&${secret.slice(16)}%26=`,
  }
}

/** Only characters that are hard to confuse: no 0 and O, no 1, I and l. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Returns an authorization code that is short enough to type: `KV-` and 8 letters or digits, 46 bits. */
export function makeVerifier(nonce: () => string): string {
  const base = BigInt(letters.length)
  let rest = BigInt(`0x${nonce()}`)
  let code = ''
  while (code.length < 8) {
    code += letters[Number(rest % base)]
    rest /= base
  }
  return `KV-${code}`
}
