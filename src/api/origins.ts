/** `{base_url}` and `{auth_url}` of service.md where nobody says otherwise: the live service's (service-facts §0). */
export const liveOrigins = { api: 'https://api.kivaws.org', auth: 'https://www.kiva.org' } as const

/** Stands for the sandbox in this process, so that its tokens never mix with the service's. Leads nowhere (RFC 2606). */
export const sandboxOrigin = 'https://sandbox.invalid'
