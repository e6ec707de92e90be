/**
 * The security scheme for signed requests. OpenAPI has no term for OAuth 1.0a, and its tools do not support
 * type `http` with the scheme `OAuth`.
 */
import type { JsonObject } from '../../ports/json.ts'
import { providerPaths } from '../oauth/provider-paths.ts'

export const securitySchemes: JsonObject = {
  oauth1: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: `The OAuth 1.0a header (RFC 5849), signed with HMAC-SHA1 for each request, over HTTPS only. Authorization endpoints: ${providerPaths.join(', ')}.`,
  },
}
