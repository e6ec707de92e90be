/**
 * Formats a request as one line for a log, without anything that would let a reader act for somebody else.
 */
import { apiPrefix } from '../../api/wire/request.ts'
import type { HttpRequest } from '../../ports/http.ts'
import { rawPath, rawQuery } from './protocol/signed-request.ts'

/** Parameters that may be logged at the authorization paths. Any other value there may be a secret. */
const harmless = ['client_id', 'response_type', 'scope', 'revoked']

const maxLineLength = 300

/**
 * Returns method, path and query in at most 300 characters, without headers and body. The values of `oauth_…`
 * parameters and other secrets are replaced by `***`.
 */
export function describeRequest(request: HttpRequest): string {
  const path = rawPath(request.url)
  const isData = path.startsWith(`${apiPrefix}/`)
  const query = rawQuery(request.url)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const name = pair.split('=', 1)[0] ?? ''
      const shown = isData ? !isOAuth(name) : harmless.includes(name)
      return shown ? pair : pair.includes('=') ? `${name}=***` : '***'
    })
  const line = `${request.method} ${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const shown = line.length > maxLineLength ? `${line.slice(0, maxLineLength - 1)}…` : line
  return shown.replace(/[^\x20-\x7e…]/g, '\ufffd')
}

/** Whether a name starts with `oauth_`, even if the name is percent-encoded: `%6Fauth_token`. */
function isOAuth(name: string): boolean {
  try {
    return decodeURIComponent(name).startsWith('oauth_')
  } catch {
    return true
  }
}
