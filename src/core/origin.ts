/** Origins: the scheme, host and port of a service, and how to parse them from an address. */

/** The scheme, host and port of a service as `URL` writes them. Only `parseOrigin` creates one. */
export type Origin = `${'http' | 'https'}://${string}`

/** Returns an address as the user typed it, without user and password, even if the address is malformed. */
export function withoutPassword(address: string): string {
  return address.replace(/^([a-z][a-z\d+.-]*:)?([\\/]*).*@/is, '$1$2***@')
}

/** Returns whether a host, as `URL` writes it, is a loopback IP address, which needs no name server. */
export function isLoopbackLiteral(hostname: string): boolean {
  return hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/** Returns whether a host is this machine, by IP address or by name. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackLiteral(hostname)
}

/**
 * Returns the origin of an http or https address, or `undefined` for any other text.
 * Callers can trust the result.
 */
export function parseOrigin(address: string): Origin | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && isWeb(url) ? (url.origin as Origin) : undefined
}

/** The address on which this tool serves: only this machine can reach it. */
export const loopbackAddress = '127.0.0.1'

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:'
