/** Origins: scheme, host and port of a service, and how the text of an address becomes one. */

/** Scheme, host and port of a service as `URL` writes them: made by `parseOrigin` of `api/origins.ts` alone. */
export type Origin = `${'http' | 'https'}://${string}`

/** What someone gave as an address, to be shown to them: without a user and a password, were it ever so odd. */
export function withoutPassword(address: string): string {
  return address.replace(/^([a-z][a-z\d+.-]*:)?([\\/]*).*@/is, '$1$2***@')
}

/** Whether a host, as `URL` writes it, is this very machine by number: no name server can say otherwise. */
export function isLoopbackLiteral(hostname: string): boolean {
  return hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/** Whether a host is this machine, by number or by its name. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackLiteral(hostname)
}

/** The origin of an http or https address; `undefined` for any other text. From here on it is trusted as it stands. */
export function parseOrigin(address: string): Origin | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && isWeb(url) ? (url.origin as Origin) : undefined
}

/** Where whatever this tool serves can be reached: from this machine only. */
export const loopbackAddress = '127.0.0.1'

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:'
