/** A request in one line for a log, with nothing in it that lets a reader act for somebody else. */
import { apiPrefix } from '../../api/wire/request.ts'
import type { HttpRequest } from '../../ports/http.ts'
import { rawPath, rawQuery } from './protocol/signed-request.ts'

/** Names whose values may be logged at the authorization paths; anything else there may be a secret. */
const harmless = ['client_id', 'response_type', 'scope', 'revoked']

const longestLine = 300

/** Method, path and query, at most 300 characters. Headers and body are never in it; `oauth_…` values and other secrets are `***`. */
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
  const shown = line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line
  return shown.replace(/[^\x20-\x7e…]/g, '\ufffd')
}

/** Also when the name itself is written encoded: `%6Fauth_token`. */
function isOAuth(name: string): boolean {
  try {
    return decodeURIComponent(name).startsWith('oauth_')
  } catch {
    return true
  }
}
