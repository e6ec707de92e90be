/** Tokens, secrets and verifiers, made of the nonces handed in (32 characters `[0-9a-f]`, unguessable). */

/**
 * A token as the live service's look (service-facts §11.5): reserved characters, and `;<client id>` at the end.
 * The `%2B` in it is there to show a client that decodes once too often, the `+` one that decodes as a form.
 */
export function makeToken(nonce: () => string, clientId: string): string {
  const text = nonce()
  return `${text.slice(0, 12)}.${text.slice(12, 20)}~%2B${text.slice(20, 26)}+/${text.slice(26)}=;${clientId}`
}

/** A token secret, with the signs that separate things in signing keys and forms. */
export function makeTokenSecret(nonce: () => string): string {
  const text = nonce()
  return `${text.slice(0, 16)}&${text.slice(16)}%26=`
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
