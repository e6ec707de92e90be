/** The options that every command takes, as data: from here come parsing, help, the README's table of settings. */
import { liveOrigins } from '../api/origins.ts'
import { formatNames } from '../output/formats.ts'

export interface GlobalOption {
  /** As commander writes it: short, long, value. */
  readonly flags: string
  readonly brief: string
  readonly group: 'Output options' | 'Global options'
  readonly choices?: readonly string[]
  /** The environment variable that stands in for it. */
  readonly env?: string
  readonly default?: string
}

/** By the names under which settings ask for them. */
export const globalOptions = {
  output: {
    flags: '-o, --output <format>',
    brief: 'how records are printed',
    group: 'Output options',
    choices: formatNames,
    env: 'KIVA_OUTPUT',
    default: 'table on a terminal, json otherwise',
  },
  color: {
    flags: '--color <when>',
    brief: 'colour; also NO_COLOR, FORCE_COLOR, CLICOLOR',
    group: 'Output options',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
  },
  quiet: { flags: '-q, --quiet', brief: 'no notes on stderr, only errors', group: 'Output options' },
  verbose: {
    flags: '-v, --verbose',
    brief: 'tell requests, statuses and times on stderr',
    group: 'Output options',
  },
  debug: {
    flags: '--debug',
    brief: 'tell everything, stacks of errors too; secrets are masked',
    group: 'Output options',
  },
  sandbox: {
    flags: '--sandbox',
    brief: 'answer from the embedded sandbox, without network',
    group: 'Global options',
    env: 'KIVA_SANDBOX',
  },
  baseUrl: {
    flags: '--base-url <url>',
    brief: 'address of the API',
    group: 'Global options',
    env: 'KIVA_BASE_URL',
    default: liveOrigins.api,
  },
  authUrl: {
    flags: '--auth-url <url>',
    brief: 'address of the authorization page',
    group: 'Global options',
    env: 'KIVA_AUTH_URL',
    default: liveOrigins.auth,
  },
  appId: {
    flags: '--app-id <id>',
    brief: 'application identifier sent with each request, in reverse DNS notation',
    group: 'Global options',
    env: 'KIVA_APP_ID',
  },
  caFile: {
    flags: '--ca-file <file>',
    brief: 'PEM file of one more certificate authority to trust',
    group: 'Global options',
    env: 'KIVA_CA_FILE',
  },
  timeout: {
    flags: '--timeout <seconds>',
    brief: 'time limit for one request',
    group: 'Global options',
    env: 'KIVA_TIMEOUT',
    default: '30',
  },
} as const satisfies Record<string, GlobalOption>

export type GlobalName = keyof typeof globalOptions

/** What the command line gave for the global options; absent where it gave nothing. */
export type GlobalFlags = { readonly [Name in GlobalName]?: string | boolean }
