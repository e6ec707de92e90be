import type { OptionSpec } from '../../option-spec.ts'
import { globalOptions } from '../../settings/global-options.ts'
import type { Row } from '../layout.ts'
import type { Topic } from './topic.ts'

const flagVariables = globalOptions.flatMap(variableRow)

export const environment: Topic = {
  brief: 'Variables that kiva reads',
  page: () => [
    'A flag wins over its variable, a variable over the settings of kiva config. An empty variable is none.',
    { heading: 'In place of a flag', content: flagVariables },
    { heading: 'Credentials and folders', content: ownVariables },
    { heading: 'Shared with other programs', content: sharedVariables },
  ],
}

function variableRow({ env, long, brief }: OptionSpec): readonly Row[] {
  return env === undefined ? [] : [[env, `${long}: ${brief}`]]
}

/** Variables without a flag. Secrets have no flag because other users can read command lines. */
const ownVariables: readonly Row[] = [
  ['KIVA_CLIENT_ID', 'id of the application'],
  ['KIVA_CLIENT_SECRET', 'its secret'],
  ['KIVA_OAUTH_TOKEN', 'access token; with the application, all four or none'],
  ['KIVA_OAUTH_TOKEN_SECRET', 'its secret'],
  ['KIVA_…_FILE', 'each of the four above may name a file that holds the value'],
  ['KIVA_CONFIG_DIR', 'folder of settings and credentials, an absolute path'],
  ['KIVA_CACHE_DIR', 'folder of what --cache keeps, an absolute path'],
]

const sharedVariables: readonly Row[] = [
  ['NO_COLOR, FORCE_COLOR', 'no colour; colour'],
  ['CLICOLOR, CLICOLOR_FORCE', 'the same, where the two above say nothing'],
  ['TERM', 'dumb: no colour, no pager, nothing redrawn'],
  ['FORCE_HYPERLINK', 'ids that lead to pages of the website, on a terminal: 1, or 0 for none'],
  [
    'PAGER, LESS',
    'the pager where neither KIVA_PAGER nor kiva config names one, and the options of less: FRX unless set',
  ],
  ['HTTPS_PROXY, HTTP_PROXY', 'proxy for requests; never for this machine itself'],
  ['NO_PROXY', 'hosts that are asked without one'],
  ['XDG_CONFIG_HOME', 'where the folder of settings is; macOS and Windows have places of their own'],
  ['XDG_CACHE_HOME', 'where the folder of the cache is'],
]

/** All variables. Variables in one row have the same meaning or opposite ones. */
export const variables: readonly Row[] = [...flagVariables, ...ownVariables, ...sharedVariables]
