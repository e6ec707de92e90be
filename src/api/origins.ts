/** The origins of the live service, and of the sandbox in this process. */
import type { Origin } from '../ports/origin.ts'

/** `{base_url}` and `{auth_url}` where nobody says otherwise: those of the live service (docs/service.md, Addresses). */
export const liveOrigins = {
  api: 'https://api.kivaws.org',
  auth: 'https://www.kiva.org',
} as const satisfies Record<string, Origin>

/** Stands for the sandbox in this process, so that its tokens never mix with the service's. Leads nowhere (RFC 2606). */
export const sandboxOrigin = 'https://sandbox.invalid'
