/** Help topics on running kiva: authorization, explore, scripts, global options and exit codes. */
import { accessTokenDays, knownScopes, tokensLastSeen, verifierMinutes } from '../../../api/gaps.ts'
import { keyGroups, keyWordsOf } from '../../../commands/explore-keys.ts'
import { exitCodes } from '../../../core/exit-codes.ts'
import { type CommandSpec, withDescendants } from '../../command-spec.ts'
import { globalOptions } from '../../settings/global-options.ts'
import type { Row, Topic } from '../layout.ts'
import { optionRows } from '../option-rows.ts'

/** The states of a login, from none to expired. */
const authorizationStates: readonly Row[] = [
  ['none', 'kiva login gets a request token'],
  ['waiting', 'the page is open: approve or deny there'],
  ['approved', `the page shows a code, which works once and for about ${verifierMinutes} minutes`],
  ['logged in', 'kiva exchanged the code for an access token and saved it in credentials.json (mode 0600)'],
  ['revoked', 'you revoked it in your account preferences on kiva.org; the next request is refused'],
  [
    'expired',
    `the token is too old; ${accessTokenDays} days were observed (not documented), and the sandbox uses the same`,
  ],
]

export const authorization: Topic = {
  brief: 'Logging in and the states of a login',
  page: () => [
    'Only kiva my account and kiva api paths under /my need a login. Logging in uses OAuth 1.0a: kiva prints the URL of a page, you approve there, and then enter the code that the page shows.',
    {
      heading: 'Examples',
      content: [
        'kiva --sandbox login',
        'kiva login --start -o json',
        'kiva login --finish',
        'kiva login --callback https://app.example/callback --scope access,user_email',
        'kiva auth status',
        'kiva --profile work login',
        'kiva auth list',
      ],
    },
    { heading: 'States', content: authorizationStates },
    {
      heading: 'Credentials, from the first source that has them',
      content: [
        [
          'environment',
          'KIVA_CLIENT_ID, KIVA_CLIENT_SECRET, KIVA_OAUTH_TOKEN and KIVA_OAUTH_TOKEN_SECRET; set all four',
        ],
        [
          'credentials.json',
          'in the config folder, one token per host, or per host and profile; a token is never sent to another host',
        ],
      ],
    },
    { heading: 'Known scopes', content: [['--scope', knownScopes.join(', ')]] },
    `Logging in to the live API is not possible today: its token URLs last answered with ${tokensLastSeen.status} (${tokensLastSeen.month}), and new applications cannot be registered. Public data still works.`,
  ],
}

/** Every key of a session, by group, with the name of its setting. */
const keyRows: readonly Row[] = keyGroups.map(([group, actions]) => [
  group,
  actions.map((action) => `${action} (${keyWordsOf(action)})`).join(', '),
])

export const explore: Topic = {
  brief: 'The full screen of kiva explore',
  page: () => [
    'A place is a command line: kiva explore loans search --sector Food opens that list; without one, loans by time left. Enter opens the record at the cursor, then its links. Places stay as you left them. ? says what each key does.',
    {
      heading: 'Examples',
      content: [
        'kiva --sandbox explore',
        'kiva explore --print ids loans search --sector Food | kiva loans show -',
      ],
    },
    { heading: 'Keys, after the names of their settings', content: keyRows },
    {
      heading: 'Filter the loaded rows (/)',
      content: [
        ['maize country:kenya', 'all words, in any order; a column, by its heading'],
        ['ends:<3d posted:>2w', 'time left, or age: h, d, w'],
        ['asked:<=500 funded:>50', 'amounts in dollars, percentages, counts'],
      ],
    },
    {
      heading: 'More',
      content: [
        [
          '1 to 6',
          'Go back to loans, lenders, teams, partners, journal or activity as you left them. The same key again opens the first list.',
        ],
        [': command', 'Enter runs the first line: a list, saved command, key, or page, which Esc closes.'],
        [
          'f facets',
          'space chooses a value: kiva searches the API for sector, country, status, region and gender of loans, and filters the loaded rows for others. # counts all records of the API, after showing the cost.',
        ],
        [
          'marks',
          'space marks a record, m shows only marks, M those of all lists. a adds them to a shortlist, U takes them away, p prints their ids and quits. q prints their command on stderr.',
        ],
        [
          '--print',
          'Enter prints the marks, or the record at the cursor, and quits; → opens. Esc in the first place quits without printing (exit code 130). The screen is on /dev/tty, so pipes work.',
        ],
        [
          'rate limit',
          'The corner shows what remains of the minute. Below half, kiva stops reading ahead; below a fifth, it sends only what you ask for.',
        ],
        [
          '--plain',
          "Lines instead of a screen, for screen readers (KIVA_PLAIN=1, TERM=dumb); help lists its commands. On the screen, the terminal's cursor is on the selected row, and colors are never the only sign: > cursor, * mark, x facet.",
        ],
        ['colors', '--color never or NO_COLOR: none. --theme high-contrast: bold, not dim; mono: no hues.'],
        [
          'settings',
          'kiva config set explore.keys.down "n,down" gives an action other keys. Default keys of others move; a key in two settings is refused.',
        ],
        ['-o', 'No effect: --print selects the output, and x exports rows in any format.'],
      ],
    },
  ],
}

export const scripts: Topic = {
  brief: 'Using kiva in scripts',
  page: () => [
    'stdout contains only records. A pipe gets JSON unless -o or KIVA_OUTPUT sets another format. Records are printed as the API sent them: kiva adds no fields, drops none, and converts no values.',
    {
      heading: 'Examples',
      content: [
        "kiva loans search --country-code KE -o json | jq -r '.[].name'",
        'kiva loans newest --limit 100 -o ndjson > loans.ndjson',
        'cut -f1 ids.tsv | kiva loans show - -o ndjson',
        'kiva loans newest -o tsv | kiva loans show - -o ids',
        'kiva auth header GET "$url" | curl -H @- "$url"',
        'kiva --sandbox loans newest -o json',
      ],
    },
    {
      heading: 'What to expect',
      content: [
        ['exit code', '0: complete result, possibly empty; 9: partial result; others: kiva help exit-codes'],
        ['errors', 'with json and ndjson, one JSON line on stderr: {"error":{…}}, with the fields below'],
        [
          'lists',
          'one page unless --limit or --all is given; a note on stderr says if there are more records',
        ],
        ['retries', 'temporary failures are retried; --retries 0 turns this off'],
        ['time', '--timeout limits each request; there is no limit for the whole run'],
        ['prompts', 'kiva prompts only if stdin is a terminal'],
        [
          'signals',
          'SIGINT (Ctrl-C) and SIGTERM end a run. SIGHUP does too if stdin, stdout or stderr is a terminal; otherwise it is ignored, so nohup works: nohup kiva … < /dev/null > log 2>&1 &. With a terminal, use setsid, tmux or systemd-run. To end a run in the background, send SIGTERM',
        ],
      ],
    },
    {
      heading: 'Fields of an error',
      content: [
        ['kind, exit_code', 'the outcome, as in kiva help exit-codes'],
        ['message, hint', 'what failed, and how to fix it'],
        ['status, code', 'HTTP status and error code of the response, if there was one'],
        ['retry_after', 'seconds to wait, if the API sent them'],
        ['causes, stack', 'with --debug: where the error comes from, as lists of text'],
      ],
    },
    'To test without network, set KIVA_SANDBOX=1. The sandbox has the same made-up data in each run on the same day.',
  ],
}

export const globals: Topic = {
  brief: 'Options of all commands, and all short options',
  page: (root) => [
    'These options can stand before or after the command. An option overrides its environment variable, a variable overrides saved settings (kiva config), and settings override the default. The variable of an option is shown in parentheses after its default.',
    {
      heading: 'API, sandbox and network',
      content: optionRows(
        globalOptions.filter(({ group }) => group === 'Global options'),
        { variables: true },
      ),
    },
    'Output options: kiva help output.',
    { heading: 'Short options', content: letterRows(root) },
  ],
}

function letterRows(root: CommandSpec): readonly Row[] {
  const rows = withDescendants(root).flatMap(({ path, options }) =>
    options.flatMap(({ short, long }): readonly [string, string, string][] =>
      short ? [[short, long, path]] : [],
    ),
  )
  const meanings = new Map(rows.map(([short, long, path]) => [`${short} ${long}`, path]))
  return [...meanings].map(([names, path]): Row => {
    const [short = '', long = ''] = names.split(' ')
    const several = rows.filter((row) => row[0] === short && row[1] === long).length > 1
    return [short, several || path === 'kiva' ? long : `${long} (${path})`]
  })
}

export const exitCodesTopic: Topic = {
  brief: 'Exit codes',
  page: () => [
    'The exit code says how a run ended. stdout is empty, unless the code is 0, 9, 130 or 143. --watch in a pipe prints events until it ends, with any code: 9 if an expression fails after the first event, 4 after a 401.',
    { heading: 'Exit codes', content: exitCodeRows() },
    'With -o json or ndjson, an error is one JSON line on stderr with this exit_code and kind (kiva help scripts).',
  ],
}

/** Returns one row per exit code. */
export const exitCodeRows = () =>
  Object.entries(exitCodes).map(([kind, { code, when }]): Row => [`${code}`.padStart(3), `${kind}: ${when}`])
