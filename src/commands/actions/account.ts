/** Declares `kiva login`, `logout`, `auth status`, `auth list` and `auth header`. */
import { outOfBand } from '../../api/origins.ts'
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
  linksAuthorization: true,
  examples: ['', '--scope access,user_email', '--start -o json', '--finish'],
} as const satisfies Action

export const logout = {
  name: 'logout',
  brief: 'Log out',
  params: { all: { kind: 'flag', brief: 'log out of all hosts and profiles, not only the selected ones' } },
  prints: 'text',
  examples: ['', '--all'],
} as const satisfies Action

export const authStatus = {
  name: 'auth status',
  brief: 'Show the login: account, scopes and source',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action

export const authList = {
  name: 'auth list',
  brief: 'List the stored logins',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action

export const authHeader = {
  name: 'auth header',
  brief: 'Print a signed Authorization header',
  params: {
    method: { kind: 'string', argument: true, brief: 'HTTP method of the request, such as GET' },
    url: {
      kind: 'string',
      argument: true,
      brief: 'full URL of the request, query included',
      placeholder: 'URL',
    },
  },
  prints: 'text',
  examples: [
    'GET https://api.kivaws.org/v1/my/account.json',
    'GET "https://api.kivaws.org/v1/my/account.json?app_id=org.example.app"',
  ],
} as const satisfies Action
