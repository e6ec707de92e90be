/** The lines that `kiva sandbox` prints: its addresses, a welcome, and the log of requests. */
import { sandboxOrigin } from '../api/origins.ts'
import { apiPrefix } from '../api/wire/request.ts'
import type { HttpRequest } from '../core/http.ts'
import { counted } from '../core/numbers.ts'
import { rawPath, rawQuery } from '../sandbox/oauth/signed-request.ts'

/** The addresses and applications of a sandbox, or of a served mirror, as the JSON line for programs. */
export interface Announcement {
  readonly base_url: string
  /** Not of a mirror, which has no logins; nor has it an application. */
  readonly auth_url?: string
  /** The CA file to trust, with HTTPS. */
  readonly ca_file?: string
  /** Days by which the marketplace is moved on, if it is. */
  readonly day?: number
  readonly client_id?: string
  readonly client_secret?: string
  /** Set if the mirror is served: the service that its loans are of, and their number. */
  readonly mirror?: { readonly origin: string | null; readonly loans: number }
  /** The user's own applications, if any. */
  readonly applications?: readonly {
    readonly client_id: string
    readonly client_secret: string
    readonly callbacks: readonly string[]
  }[]
}

/** Returns the welcome text: lines to paste, commands to try, and what to expect. */
export function welcome(
  where: Announcement,
  { printsRequests }: { readonly printsRequests: boolean },
): string {
  const exports = (Object.keys(variables) as (keyof typeof variables)[]).flatMap((key) => {
    const value = where[key]
    return value === undefined ? [] : [`  export ${variables[key]}=${quoteForShell(String(value))}`]
  })
  const isSecure = where.ca_file !== undefined
  const { mirror } = where
  return [
    `The ${mirror ? 'mirror' : 'sandbox'} listens at ${where.base_url}`,
    ...(mirror ? [mirrorWords(mirror)] : []),
    '',
    'In another terminal:',
    '',
    '  unset KIVA_SANDBOX KIVA_MIRROR',
    ...exports,
    '',
    '  kiva loans search --status fundraising --limit 5',
    ...(isSecure && !mirror ? ['  kiva login'] : []),
    '',
    ...describeApplications(where),
    `In a browser: ${where.base_url}/`,
    ...(isSecure ? certificateWarning : []),
    '',
    printsRequests ? 'Requests are listed below. Press Ctrl-C to stop.' : 'Press Ctrl-C to stop.',
    '',
  ].join('\n')
}

function mirrorWords({ origin, loans }: NonNullable<Announcement['mirror']>): string {
  const of = origin === sandboxOrigin ? 'the sandbox (made up)' : (origin ?? 'no service yet')
  return `It has ${counted(loans, 'loans')} of ${of}, and no rate limits. All else has status 501.`
}

const certificateWarning = [
  'The browser warns about the certificate, which kiva made itself. Nothing leaves this machine:',
  'choose "Advanced" or "Show details", then continue. Programs can trust the file named above.',
]

function describeApplications({ applications = [] }: Announcement): readonly string[] {
  if (applications.length === 0) return []
  const lines = applications.flatMap(({ client_id, client_secret, callbacks }) => [
    `  ${client_id}`,
    `    secret    ${client_secret || 'none'}`,
    ...callbacks.map((callback) => `    callback  ${callback}`),
  ])
  return [applications.length === 1 ? 'Your application:' : 'Your applications:', '', ...lines, '']
}

const variables = {
  base_url: 'KIVA_BASE_URL',
  auth_url: 'KIVA_AUTH_URL',
  ca_file: 'KIVA_CA_FILE',
  day: 'KIVA_SANDBOX_DAY',
  client_id: 'KIVA_CLIENT_ID',
  client_secret: 'KIVA_CLIENT_SECRET',
} as const satisfies Partial<Record<keyof Announcement, string>>

/** Quotes text for a POSIX shell. */
function quoteForShell(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Parameters that may be logged at the authorization paths. Any other value there may be a secret. */
const harmless = ['client_id', 'response_type', 'scope', 'revoked']

const maxLineLength = 300

/**
 * Returns a request as one line for a log: method, path and query in at most 300 characters, without headers and body.
 * The values of `oauth_…` parameters and other secrets are replaced by `***`, so that a reader cannot act for somebody
 * else.
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
