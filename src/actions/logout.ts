/** `kiva logout`: deletes the token on this machine. The API cannot revoke it: users do that in their account preferences. */
import { preferencesPath } from '../api/gaps.ts'
import { nameOf, sandboxOrigin } from '../api/origins.ts'
import { hasTokenInEnvironment } from '../auth/credentials-environment.ts'
import { type Entry, forgetEntries } from '../auth/credentials-file.ts'
import { removePending } from '../auth/pending-login.ts'
import type { ActionValues } from '../commands/action.ts'
import type { logout as declared } from '../commands/actions/account.ts'
import type { Context } from '../core/context.ts'

export async function logout(context: Context, values: ActionValues<typeof declared>): Promise<void> {
  const origin = context.settings.baseUrl
  // The token first, so that it is deleted even if a later step fails.
  const forgotten = await forgetEntries(context, values.all ? 'all' : origin)
  for (const entry of forgotten) await printLoggedOut(context, entry)
  const wasPending = await removePending(context)
  if (wasPending) await context.say('Canceled the login in progress.')
  if (forgotten.length === 0 && !wasPending) await context.say(`Not logged in to ${nameOf(origin)}.`)
  if (hasTokenInEnvironment(context.env)) {
    await context.say('KIVA_OAUTH_TOKEN is still set: unset it to log out.')
  }
}

async function printLoggedOut(
  context: Pick<Context, 'say'>,
  { api_origin, auth_origin }: Entry,
): Promise<void> {
  await context.say(`Logged out of ${nameOf(api_origin)}.`)
  // The sandbox serves its preferences page only during a login, so there is nowhere to revoke the token.
  if (api_origin === sandboxOrigin) return
  await context.say(
    `The token stays valid until it expires or you revoke it in your account preferences: ${auth_origin}${preferencesPath}`,
  )
}
