/** Origins: which services there are, and how the text of an address becomes one. */
import type { Origin } from '../context.ts'

/** `{base_url}` and `{auth_url}` where nobody says otherwise: those of the live service (docs/service.md, Addresses). */
export const liveOrigins = {
  api: 'https://api.kivaws.org',
  auth: 'https://www.kiva.org',
} as const satisfies Record<string, Origin>

/** Stands for the sandbox in this process, so that its tokens never mix with the service's. Leads nowhere (RFC 2606). */
export const sandboxOrigin = 'https://sandbox.invalid'

/** What someone gave as an address, to be shown to them: without a user and a password, were it ever so odd. */
export function withoutPassword(address: string): string {
  return address.replace(/^([a-z][a-z\d+.-]*:)?([\\/]*).*@/is, '$1$2***@')
}

/** Where whatever this tool serves can be reached: from this machine only. */
export const loopbackAddress = '127.0.0.1'

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

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:'
