/** `kiva logout`: deletes the token on this machine. The API cannot revoke it: users do that in their account preferences. */
import { preferencesPath } from '../api/gaps.ts'
import { liveOrigins, nameOf, sandboxOrigin } from '../api/origins.ts'
import { hasTokenInEnvironment } from '../auth/credentials.ts'
import { type Entry, forgetEntries, nameOfLogin, ownerOf, readEntries } from '../auth/credentials-file.ts'
import { removePending } from '../auth/pending-login.ts'
import type { ActionValues } from '../commands/action.ts'
import type { logout as declared } from '../commands/actions/account.ts'
import type { Context } from '../core/context.ts'
import { commandLine } from '../core/shell-word.ts'

/** Drops the login of the selected profile only: one that all profiles share stays in use. */
export async function logout(context: Context, values: ActionValues<typeof declared>): Promise<void> {
  const { baseUrl } = context.settings
  const owner = values.all ? 'all' : ownerOf(context.settings)
  // The token first, so that it is deleted even if a later step fails.
  const forgotten = await forgetEntries(context, owner)
  for (const entry of forgotten) await printLoggedOut(context, entry)
  const wasPending = await removePending(context, owner)
  if (wasPending) await context.say('Canceled the login in progress.')
  const { [baseUrl]: shared } = await readEntries(context)
  if (shared) await context.say(sharedStays(context))
  else if (forgotten.length === 0 && !wasPending) await context.say(`Not logged in to ${nameOf(baseUrl)}.`)
  if (hasTokenInEnvironment(context.env)) {
    await context.say('KIVA_OAUTH_TOKEN is still set: unset it to log out.')
  }
}

async function printLoggedOut(context: Pick<Context, 'say'>, entry: Entry): Promise<void> {
  await context.say(`Logged out of ${nameOfLogin(entry)}.`)
  // The sandbox serves its preferences page only during a login, so there is nowhere to revoke the token.
  if (entry.api_origin === sandboxOrigin) return
  await context.say(
    `The token stays valid until it expires or you revoke it in your account preferences: ${entry.auth_origin}${preferencesPath}`,
  )
}

/** Says which login the profile uses now, and how to drop it too. The address may come from the profile itself. */
function sharedStays({ env, settings }: Pick<Context, 'env' | 'settings'>): string {
  const { baseUrl, profile, sandbox } = settings
  const mode = sandbox ? ['--sandbox'] : baseUrl === liveOrigins.api ? [] : ['--base-url', baseUrl]
  const first = env['KIVA_PROFILE'] ? 'unset KIVA_PROFILE, then run' : 'run'
  return (
    `The profile ${profile} has no login of its own to ${nameOf(baseUrl)} and uses the shared one: ` +
    `to log out of that too, ${first} ${commandLine({ mode }, 'logout')}.`
  )
}
