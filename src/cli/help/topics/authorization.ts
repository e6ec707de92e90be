import { accessTokenDays, knownScopes, tokensLastSeen, verifierMinutes } from '../../../api/gaps.ts'
import type { Row } from '../layout.ts'
import type { Topic } from './topic.ts'

/** The states of a login, from none to expired. */
export const authorizationStates: readonly Row[] = [
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
          'in the config folder, one token per host; a token is never sent to another host',
        ],
      ],
    },
    { heading: 'Known scopes', content: [['--scope', knownScopes.join(', ')]] },
    `Logging in to the live API is not possible today: its token URLs last answered with ${tokensLastSeen.status} (${tokensLastSeen.month}), and new applications cannot be registered. Public data still works.`,
  ],
}
