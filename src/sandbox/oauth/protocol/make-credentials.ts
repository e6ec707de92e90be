/** Tokens, secrets and verifiers, made of the nonces handed in (32 characters `[0-9a-f]`, unguessable). */
import { hasFault, type ProviderContext } from '../state/provider-context.ts'

interface Credentials {
  readonly token: string
  readonly secret: string
}

type Source = Pick<ProviderContext, 'nonce' | 'faults'>

/**
 * A token and its secret. The token looks like those that were seen of the live service: of the reserved characters
 * it has `.` and `;` alone, and it ends in `;<client id>`. So an application that puts it into an address as it came
 * works here as it does there.
 */
export function makeCredentials(context: Source, clientId: string): Credentials {
  if (hasFault(context, 'awkward-tokens')) return makeAwkwardCredentials(context, clientId)
  const text = context.nonce()
  return { token: `${text.slice(0, 16)}.${text.slice(16)};${clientId}`, secret: context.nonce() }
}

/**
 * With the characters that separate things in addresses, forms and signing keys. The `%2B` shows a client that
 * decodes once too often, the `+` one that decodes as a form.
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

/** None that is easily taken for another: no 0 and O, no 1, I and l. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** An authorization code, short enough to type: `KV-` and 8 letters or digits, 46 bits. */
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
