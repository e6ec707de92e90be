import { outOfBand } from '../../api/oauth.ts'
import type { Action } from '../action.ts'

export const login = {
  name: 'login',
  brief: 'Log in to Kiva',
  params: {
    scope: {
      kind: 'string',
      list: true,
      brief: 'permissions to request',
      known: 'scope',
      default: 'access',
      placeholder: 'NAME',
    },
    callback: {
      kind: 'string',
      brief: 'callback URL of your application; paste the URL you are redirected to',
      default: outOfBand,
      placeholder: 'URL',
    },
    no_browser: { kind: 'flag', brief: 'print the URL without opening a browser' },
    start: { kind: 'flag', brief: 'step 1 of 2: print {authorize_url, next} and exit' },
    finish: {
      kind: 'flag',
      brief: 'step 2 of 2: read the code from standard input',
      conflicts: ['start', 'scope', 'callback'].map((option) => ({
        option,
        hint: '--finish completes the login that --start began.',
      })),
    },
  },
  examples: ['', '--scope access,user_email', '--start -o json', '--finish'],
} as const satisfies Action
