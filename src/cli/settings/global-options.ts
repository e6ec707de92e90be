// biome-ignore-all lint/style/noExcessiveLinesPerFile: one list, a row for each option
/**
 * The options of every command, as data for parsing, help and the README's settings table. `kept` options
 * can be set in the settings file; each has a flag that overrides it for one run.
 */
import { liveOrigins } from '../../api/origins.ts'
import { formatNames } from '../../output/formats.ts'
import type { OptionSpec } from '../option-spec.ts'

const output = { group: 'Output options' } as const
const global = { group: 'Global options' } as const
const ofTables = { formats: ['table'], implies: 'table' } as const

export const globalOptions = [
  {
    ...output,
    name: 'output',
    short: '-o',
    long: '--output',
    value: 'format',
    brief: 'how records are printed',
    choices: formatNames,
    topic: 'formats',
    env: 'KIVA_OUTPUT',
    default: 'table on a terminal, json otherwise',
    kept: true,
  },
  {
    ...output,
    name: 'color',
    long: '--color',
    value: 'when',
    brief: 'colour; also NO_COLOR, FORCE_COLOR, CLICOLOR',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    kept: true,
  },
  {
    ...output,
    name: 'wide',
    long: '--wide',
    brief: 'a table with all its columns, as wide as it takes',
    ...ofTables,
  },
  {
    ...output,
    name: 'no_headers',
    long: '--no-headers',
    brief: 'a table without its header',
    ...ofTables,
  },
  {
    ...output,
    name: 'plain',
    long: '--plain',
    brief: 'for screen readers: a value a line, in words, without columns, bars and colour',
    env: 'KIVA_PLAIN',
    kept: true,
  },
  {
    ...output,
    name: 'plain',
    long: '--no-plain',
    says: '0',
    brief: 'tables, even on a terminal that is called dumb',
  },
  { ...output, name: 'quiet', short: '-q', long: '--quiet', brief: 'no notes on stderr, only errors' },
  {
    ...output,
    name: 'verbose',
    short: '-v',
    long: '--verbose',
    brief: 'tell requests, statuses and times on stderr',
  },
  {
    ...output,
    name: 'progress',
    long: '--progress',
    value: 'how',
    brief: 'how stderr tells what goes on: as a line on a terminal, as JSON each second, or not',
    choices: ['auto', 'json', 'none'],
    default: 'auto',
    kept: true,
  },
  {
    ...output,
    name: 'pager',
    long: '--no-pager',
    says: 'cat',
    brief: 'show a long text at once, without a pager; KIVA_PAGER names the pager, cat for none',
    env: 'KIVA_PAGER',
    default: 'PAGER, else less',
    kept: true,
  },
  {
    ...output,
    name: 'debug',
    long: '--debug',
    brief: 'tell everything, stacks of errors too; secrets are masked',
  },
  {
    ...output,
    name: 'trace',
    long: '--trace',
    value: 'file',
    file: true,
    brief: 'write every exchange to a file (HAR 1.2); secrets are masked',
  },
  {
    ...global,
    name: 'sandbox',
    long: '--sandbox',
    brief: 'answer from the embedded sandbox, without network',
    env: 'KIVA_SANDBOX',
    kept: true,
  },
  {
    ...global,
    name: 'sandbox',
    long: '--no-sandbox',
    says: '0',
    brief: 'ask the service, whatever KIVA_SANDBOX says',
  },
  {
    ...global,
    name: 'base_url',
    long: '--base-url',
    value: 'url',
    brief: 'address of the API; beats KIVA_SANDBOX',
    env: 'KIVA_BASE_URL',
    default: liveOrigins.api,
    kept: true,
  },
  {
    ...global,
    name: 'auth_url',
    long: '--auth-url',
    value: 'url',
    brief: 'address of the authorization page; beats KIVA_SANDBOX',
    env: 'KIVA_AUTH_URL',
    default: liveOrigins.auth,
    kept: true,
  },
  {
    ...global,
    name: 'app_id',
    long: '--app-id',
    value: 'id',
    brief: 'application identifier sent with each request, in reverse DNS notation',
    env: 'KIVA_APP_ID',
    kept: true,
  },
  {
    ...global,
    name: 'ca_file',
    long: '--ca-file',
    value: 'file',
    file: true,
    brief: 'PEM file of one more certificate authority to trust',
    env: 'KIVA_CA_FILE',
    kept: true,
  },
  {
    ...global,
    name: 'timeout',
    long: '--timeout',
    value: 'seconds',
    brief: 'time limit for one request',
    env: 'KIVA_TIMEOUT',
    default: '30',
    kept: true,
  },
  {
    ...global,
    name: 'retries',
    long: '--retries',
    value: 'n',
    brief: 'how often a failed request is tried again, where that may help',
    env: 'KIVA_RETRIES',
    default: '3',
    kept: true,
  },
  {
    ...global,
    name: 'wait_on_limit',
    long: '--wait-on-limit',
    brief: 'wait for the rate limit, however long it takes',
  },
  {
    ...global,
    name: 'cache',
    long: '--cache',
    value: 'duration',
    brief: 'keep answers, and use those again that are younger: 30s, 10m, 2h, 1d',
    env: 'KIVA_CACHE',
    kept: true,
  },
  { ...global, name: 'offline', long: '--offline', brief: 'answer from what --cache kept, however old' },
  {
    ...global,
    name: 'profile',
    long: '--profile',
    value: 'name',
    brief: 'take the settings that the settings file has under this name before its others',
    env: 'KIVA_PROFILE',
  },
  { ...global, name: 'help', short: '-h', long: '--help', brief: 'show the help of a command' },
] as const satisfies readonly OptionSpec[]

/** The names of the options above, which settings use as keys. */
export type GlobalName = (typeof globalOptions)[number]['name']

/** The names of the options that the settings file can hold. */
export type ConfigurableName = Extract<(typeof globalOptions)[number], { readonly kept: true }>['name']

export const configurableNames: readonly ConfigurableName[] = globalOptions
  .filter((option) => 'kept' in option)
  .map(({ name }) => name)

/** `--version`, which belongs to `kiva` alone. */
export const versionOption = {
  ...global,
  name: 'version',
  short: '-V',
  long: '--version',
  brief: 'show the version',
} as const satisfies OptionSpec
