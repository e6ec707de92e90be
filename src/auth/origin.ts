/** Origins: what a token is bound to, and what a secret may travel over. Pure. */
import { isLoopbackLiteral, sandboxOrigin } from '../api/origins.ts'
import { KivaError } from '../errors.ts'

/** Scheme, host and port of an address. Throws `KivaError` of kind `usage` for one that has none. */
export function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw new KivaError('usage', `"${address}" is not an address that begins with https://`)
}

/** Whether secrets may go there: over HTTPS, or without it to this very machine, by number and not by name. */
export function isPrivateWay(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLoopbackLiteral(hostname)
}

/** An origin as people know it. */
export function nameOf(origin: string): string {
  return origin === sandboxOrigin ? 'the sandbox' : origin
}
