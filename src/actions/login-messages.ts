/** What `kiva login` says to the user. Pure. */
import { pendingLoginHours, tokensLastSeen, verifierMinutes } from '../api/gaps.ts'
import { liveOrigins, outOfBand } from '../api/origins.ts'
import { type Entry, nameOfLogin } from '../auth/credentials-file.ts'
import type { LoggedIn } from '../auth/login.ts'
import type { PendingLogin } from '../auth/pending-login.ts'
import { type CommandLine, KivaError } from '../core/errors.ts'
import type { Secrets } from '../core/settings.ts'

export const registrationClosed =
  `${liveOrigins.api} no longer registers applications, and its token URLs responded ${tokensLastSeen.status} ` +
  `when last tried (${tokensLastSeen.month}). Try the login with kiva --sandbox login.`

/** The login that this one replaces once it is finished. */
export const alreadyLoggedIn = (entry: Entry, { quote }: Secrets) =>
  `Already logged in to ${nameOfLogin(entry)}${entry.account ? ` as ${quote(entry.account.name)}` : ''}. A new login replaces this one.`

export const openPage = (pending: PendingLogin, page: string, { quote }: Secrets) =>
  `Open this page and approve access for ${quote(pending.client_id)} (${pending.scope.join(', ')}):\n\n  ${page}\n\n`

export const pageOpened = 'Opened it in your browser.'

export const codeLifetime = ({ callback }: PendingLogin) =>
  `${callback === outOfBand ? 'The page shows a code' : `The page redirects to ${callback} with a code`}, ` +
  `valid for about ${verifierMinutes} minutes.`

/** Names no time of day: the service does not say when the approval expires, and the code's time starts when it is shown. */
export const nextStep = (next: string) =>
  `Open the page and approve access, then run ${next} and enter the code. ` +
  `The code is valid for about ${verifierMinutes} minutes, the login for ${pendingLoginHours} hours.`

export const approvalPrompt = ({ callback }: PendingLogin) =>
  callback === outOfBand ? 'Code: ' : 'Redirect URL or code: '

export const approvalHint = (isSandbox: boolean) => (kiva: CommandLine) =>
  isSandbox
    ? `Run ${kiva('login')} in a terminal and enter the code there.`
    : `Enter the code in a terminal, or use ${kiva('login --start')}, then ${kiva('login --finish')} with the code on standard input.`

export const wrongCode = 'Wrong code. Try again.\n'

/** Returns one message per line; `path` is the file with the token. */
export function greeting({ entry, account, notGranted }: LoggedIn, path: string, { quote }: Secrets) {
  const service = nameOfLogin(entry)
  const refused = notGranted.length > 0 ? ` Not granted: ${notGranted.join(', ')}.` : ''
  return [
    account instanceof KivaError
      ? `Logged in to ${service}, but cannot read the account: ${account.sentence.mask(quote)}`
      : `Logged in to ${service} as ${quote(account.name)}.`,
    `Scopes: ${quote(entry.scope.join(', '))}.${refused}`,
    `The token is stored in ${path}`,
  ]
}
