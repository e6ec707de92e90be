/** The addresses and applications of a sandbox, as the JSON line for programs. */
export interface Announcement {
  readonly base_url: string
  readonly auth_url: string
  /** The CA file to trust, with HTTPS. */
  readonly ca_file?: string
  /** Days by which the marketplace is moved on, if it is. */
  readonly day?: number
  readonly client_id: string
  readonly client_secret: string
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
  return [
    `The sandbox listens at ${where.base_url}`,
    '',
    'In another terminal:',
    '',
    ...exports,
    '',
    '  kiva loans search --status fundraising --limit 5',
    ...(isSecure ? ['  kiva login'] : []),
    '',
    ...describeApplications(where),
    `In a browser: ${where.base_url}/`,
    ...(isSecure ? certificateWarning : []),
    '',
    printsRequests ? 'Requests are listed below. Press Ctrl-C to stop.' : 'Press Ctrl-C to stop.',
    '',
  ].join('\n')
}

const certificateWarning = [
  'The browser warns about the certificate, which the sandbox made itself. Nothing leaves this machine:',
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
