/** `kiva logout`: forgets on this machine. The service has no call for it: access is revoked in the account preferences. */
import { preferencesPath } from '../api/gaps.ts'
import type { ActionValues } from '../commands/action.ts'
import type { Context } from '../context.ts'
import { forgetEntries } from './credentials-file.ts'
import { hasTokenInEnvironment } from './environment.ts'
import { originOf } from './origin.ts'
import { dropPending } from './pending.ts'

export default async function logout(context: Context, values: ActionValues): Promise<void> {
  const { baseUrl, authUrl } = context.settings
  const hadPending = await dropPending(context)
  const forgotten = await forgetEntries(context, values['all'] ? 'all' : originOf(baseUrl))

  if (hadPending) await context.say('The login that was under way is forgotten.')
  if (forgotten.length === 0 && !hadPending)
    await context.say(`Nothing to forget: not logged in to ${originOf(baseUrl)}.`)
  for (const origin of forgotten) await context.say(`Logged out of ${origin} on this machine.`)
  if (forgotten.length > 0) {
    await context.say(
      `The service itself still accepts the token, until it expires or you revoke it in your account preferences: ${authUrl}${preferencesPath}`,
    )
  }
  if (hasTokenInEnvironment(context.env)) {
    await context.say('KIVA_OAUTH_TOKEN is set and still used: unset it to be logged out.')
  }
}
