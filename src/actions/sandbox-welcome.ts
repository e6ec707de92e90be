import type { JsonObject } from '../context.ts'

/** What a person reads when the sandbox listens: the lines to paste, and something to try. */
export function welcome(where: JsonObject): string {
  const lines = Object.entries(variables)
    .filter(([key]) => where[key] !== undefined)
    .map(([key, name]) => `  export ${name}=${quoted(String(where[key]))}`)
  return [
    `The sandbox listens at ${String(where['base_url'])}`,
    '',
    'In another terminal:',
    '',
    ...lines,
    '',
    '  kiva loans search --status fundraising --limit 5',
    ...(where['ca_file'] === undefined ? [] : ['  kiva login']),
    '',
    `In a browser: ${String(where['base_url'])}/v1/loans/newest.html`,
    'Ctrl-C ends it.',
    '',
  ].join('\n')
}

const variables = {
  base_url: 'KIVA_BASE_URL',
  auth_url: 'KIVA_AUTH_URL',
  ca_file: 'KIVA_CA_FILE',
  client_id: 'KIVA_CLIENT_ID',
  client_secret: 'KIVA_CLIENT_SECRET',
} as const

/** As a POSIX shell reads it back. */
function quoted(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
