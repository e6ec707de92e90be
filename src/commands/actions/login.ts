import { outOfBand } from '../../api/oauth.ts'
import type { Action } from '../action.ts'

export const login = {
  name: 'login',
  brief: 'Authorize this tool to read your account',
  about: `Gets a token by OAuth 1.0a: prints the address of the authorization page (and opens it, on a terminal), reads the code that the page shows, exchanges it, and keeps the token in the config folder, for you alone.

The application's client id and secret come from KIVA_CLIENT_ID and KIVA_CLIENT_SECRET, or from files named by KIVA_CLIENT_ID_FILE and KIVA_CLIENT_SECRET_FILE, or from an earlier login, or you are asked. They are never taken from the command line.

Over SSH, in CI or from another program, take two steps: --start prints the address and exits, --finish reads the code from standard input.`,
  params: {
    scope: {
      kind: 'string',
      list: true,
      brief: 'what to ask for',
      known: 'scope',
      default: 'access',
      placeholder: 'NAME,…',
    },
    callback: {
      kind: 'string',
      brief: 'the callback registered for your application: you paste the address that the page leads to',
      default: outOfBand,
      placeholder: 'URL',
    },
    no_browser: { kind: 'flag', brief: 'do not open the page, only print its address' },
    start: { kind: 'flag', brief: 'first of two steps: print {authorize_url, next} and exit' },
    finish: {
      kind: 'flag',
      brief: 'second of two steps: read the code from standard input',
      conflicts: ['start', 'scope', 'callback'].map((option) => ({
        option,
        hint: '--finish goes on with the login that --start began.',
      })),
    },
  },
  examples: ['', '--scope access,user_email', '--start -o json', '--finish'],
} as const satisfies Action
