/** The origins of the live service, and of the sandbox in this process. */
import type { Origin } from '../ports/origin.ts'

/** The defaults of `{base_url}` and `{auth_url}`: the live service's (docs/service.md, Addresses). */
export const liveOrigins = {
  api: 'https://api.kivaws.org',
  auth: 'https://www.kiva.org',
} as const satisfies Record<string, Origin>

/**
 * Identifies the sandbox in this process, so that its tokens never mix with the service's.
 * The name never resolves (RFC 2606).
 */
export const sandboxOrigin = 'https://sandbox.invalid'
