/** What `kiva login` says to the user. Pure. */
import { pendingLoginHours, tokensLastSeen, verifierMinutes } from '../../api/gaps.ts'
import { outOfBand } from '../../api/oauth.ts'
import { liveOrigins } from '../../api/origins.ts'
import type { LoggedIn } from '../../auth/login/login.ts'
import type { PendingLogin } from '../../auth/login/pending.ts'
import { nameOf } from '../../auth/origin.ts'
import { type CommandLine, KivaError } from '../../errors.ts'
import type { Secrets } from '../../ports/secrets.ts'

export const registrationClosed =
  `Nobody can register an application with ${liveOrigins.api} any more, and its token addresses were last seen ` +
  `answering ${tokensLastSeen.status} (${tokensLastSeen.month}). kiva --sandbox login shows all of it and needs nothing.`

export const openPage = (pending: PendingLogin, page: string, { quote }: Secrets) =>
  `Open this page and approve access for ${quote(pending.client_id)} (${pending.scope.join(', ')}):\n\n  ${page}\n\n`

export const pageOpened = 'It was opened in your browser.'

export const codeLifetime = ({ callback }: PendingLogin) =>
  `${callback === outOfBand ? 'It shows a code' : `It leads to ${callback}, with a code`}, ` +
  `good for about ${verifierMinutes} minutes from then on.`

/** Names no time of day: the service does not say when the approval expires, and the code's time starts when it is shown. */
export const nextStep = (next: string) =>
  `Open that page and approve; then run ${next}, which reads the code, while the code is good: ` +
  `about ${verifierMinutes} minutes from when it is shown, and within ${pendingLoginHours} hours from now.`

export const approvalPrompt = ({ callback }: PendingLogin) =>
  callback === outOfBand ? 'Code: ' : 'The whole address it led to, or the code: '

export const approvalHint = (isSandbox: boolean) => (kiva: CommandLine) =>
  isSandbox
    ? `Run ${kiva('login')} on a terminal, and type the code there.`
    : `Type the code on a terminal, or take two steps: ${kiva('login --start')}, then ${kiva('login --finish')} with the code on its standard input.`

export const wrongCode = 'The service says that this is not the code. Once more, please.\n'

/** Returns one message per line; `path` is the file with the token. */
export function greeting({ entry, account, notGranted }: LoggedIn, path: string, { quote }: Secrets) {
  const service = nameOf(entry.api_origin)
  const refused = notGranted.length > 0 ? ` Not granted: ${notGranted.join(', ')}.` : ''
  return [
    account instanceof KivaError
      ? `Logged in to ${service}, but the account could not be read: ${account.sentence.told(quote)}`
      : `Hello ${quote(account.name)}, you are logged in to ${service}.`,
    `Scopes: ${quote(entry.scope.join(', '))}.${refused}`,
    `The token is kept in ${path}`,
  ]
}
