/** How a request is authorized. OpenAPI has no word for OAuth 1.0a: it is a scheme of the Authorization header. */
import type { JsonObject } from '../../context.ts'
import { providerPaths } from '../oauth/provider-paths.ts'

export const securitySchemes: JsonObject = {
  oauth1: {
    type: 'http',
    scheme: 'OAuth',
    description: `OAuth 1.0a (RFC 5849) with HMAC-SHA1, over HTTPS alone. Its addresses: ${providerPaths.join(', ')}.`,
  },
}
