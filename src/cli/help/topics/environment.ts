import type { OptionSpec } from '../../option-spec.ts'
import { globalOptions, settingsAlone } from '../../settings/global-options.ts'
import type { Row, Topic } from '../layout.ts'

const flagVariables: readonly Row[] = [
  ...globalOptions.flatMap(variableRow),
  ...settingsAlone.flatMap(({ env, name, brief }) =>
    env === undefined ? [] : [[env, `kiva config set ${name}: ${brief}`] as const],
  ),
]

export const environment: Topic = {
  brief: 'Environment variables',
  page: () => [
    'An option overrides its variable, and a variable overrides saved settings (kiva config). Empty variables are ignored. If both are set, KIVA_BASE_URL overrides KIVA_SANDBOX.',
    { heading: 'Variables of options and settings', content: flagVariables },
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
  ['KIVA_CLIENT_SECRET', 'secret of the application'],
  ['KIVA_OAUTH_TOKEN', 'access token; set all four variables'],
  ['KIVA_OAUTH_TOKEN_SECRET', 'secret of the access token'],
  ['KIVA_…_FILE', 'file that holds the value, for each of the four above'],
  ['KIVA_CONFIG_DIR', 'folder of settings and credentials (absolute path)'],
  ['KIVA_DATA_DIR', 'folder of the mirror (absolute path)'],
  ['KIVA_STATE_DIR', 'folder of shortlists, saved commands and marks (absolute path)'],
  ['KIVA_CACHE_DIR', 'folder of cached responses (absolute path)'],
  ['KIVA_RELEASES_URL', 'where kiva doctor --network asks for the newest kiva; off: nowhere'],
]

const sharedVariables: readonly Row[] = [
  ['NO_COLOR, FORCE_COLOR', 'turn color off; turn color on'],
  ['CLICOLOR, CLICOLOR_FORCE', 'the same, if neither of the two above is set'],
  ['TERM', 'dumb: no color, no pager, no status line'],
  ['FORCE_HYPERLINK', 'link ids to kiva.org in a terminal: 1 for on, 0 for off'],
  ['PAGER, LESS', 'pager if KIVA_PAGER and kiva config set none; options of less (default: FRX)'],
  ['HTTPS_PROXY, HTTP_PROXY', 'HTTP proxy for requests, except to this machine'],
  ['ALL_PROXY', 'the same, if HTTPS_PROXY is not set'],
  ['NO_PROXY', 'hosts, addresses and networks (192.0.2.0/24) to reach directly; * for all'],
  ['NODE_EXTRA_CA_CERTS', 'PEM file of additional certificate authorities, beside --ca-file'],
  ['XDG_CONFIG_HOME', 'parent of the settings folder on Linux'],
  ['XDG_STATE_HOME', 'parent of the state folder on Linux'],
  ['XDG_CACHE_HOME', 'parent of the cache folder on Linux'],
]

/** All variables. Variables in one row have the same meaning or opposite ones. */
export const variables: readonly Row[] = [...flagVariables, ...ownVariables, ...sharedVariables]
