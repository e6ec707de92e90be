import { accessTokenDays, knownScopes, tokensLastSeen, verifierMinutes } from '../../../api/gaps.ts'
import type { Row } from '../layout.ts'
import type { Topic } from './topic.ts'

/** The states of a login, from none to expired. */
export const authorizationStates: readonly Row[] = [
  ['none', 'kiva login asks the service for a request token'],
  ['waiting', 'the page is open; approve or deny there'],
  ['approved', `the page shows a code: it can be used once, for about ${verifierMinutes} minutes`],
  ['logged in', 'the code was exchanged for an access token, kept in credentials.json (0600)'],
  ['revoked', 'by you, in your account preferences at the service; the next request is refused'],
  ['expired', `not documented; ${accessTokenDays} days were seen, and are the sandbox's`],
]

export const authorization: Topic = {
  brief: 'Logging in, and the states of a token',
  page: () => [
    'Only kiva my account, and paths of kiva api below /my, need a login. It is OAuth 1.0a: kiva prints the address of a page, you approve there, and type the code that the page shows.',
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
      heading: 'Where credentials come from, the first that is there',
      content: [
        [
          'environment',
          'KIVA_CLIENT_ID, KIVA_CLIENT_SECRET, KIVA_OAUTH_TOKEN, KIVA_OAUTH_TOKEN_SECRET, all four or none',
        ],
        [
          'credentials.json',
          'in the config folder, by the address of the service: a token goes nowhere else',
        ],
      ],
    },
    { heading: 'Scopes that are known', content: [['--scope', knownScopes.join(', ')]] },
    `The truth about the live service: its token addresses were last seen answering ${tokensLastSeen.status} (${tokensLastSeen.month}) and nobody can register an application, so nobody can log in there today. Public data still answers.`,
  ],
}
