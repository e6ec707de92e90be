/** `kiva login`: the conversation around the authorization flow, in one go or in two steps. */
import { pendingLoginHours, verifierMinutes } from '../../api/gaps.ts'
import { outOfBand } from '../../api/oauth.ts'
import { readEntries } from '../../auth/credentials/credentials-file.ts'
import { type Pending, readPending, savePending } from '../../auth/login/pending.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { login as declared } from '../../commands/actions/login.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { mayBrowse, pageAddress } from '../../prompt/browser.ts'
import { tell } from '../../prompt/tell.ts'
import { commandLine } from '../../shell-word.ts'
import type { RunAction } from '../run-action.ts'
import { beginLogin, pageOf } from './begin-login.ts'
import { concludeLogin, notStored, stored } from './conclude-login.ts'
import { type LoginOptions, loginOptions } from './options.ts'
import { type LoginProvider, openProvider } from './provider.ts'

const run: RunAction<ActionValues<typeof declared>> = (context, values) => login(context, values)

export default run

/** As the action. The provider is opened for a login in one go or its first step, and closed whatever comes. */
export async function login(
  context: Context,
  values: ActionValues<typeof declared>,
  open: (context: Context) => Promise<LoginProvider> = openProvider,
): Promise<void> {
  const options = loginOptions(values)
  if (context.settings.sandbox && options.step !== 'whole') {
    throw new KivaError('usage', `--${options.step} cannot be used with --sandbox`, {
      hint: 'Log in in one go, or run kiva sandbox and give its address with --base-url and --auth-url.',
    })
  }
  if (options.step === 'finish') return finish(context)
  const provider = await open(context)
  try {
    const pending = await beginLogin(context, provider, options)
    if (options.step === 'start') return await handOver(context, pending)
    await showPage(context, pending, options)
    await concludeLogin(context, provider.send, pending, notStored)
  } finally {
    await provider.close()
  }
}

/**
 * The first of two steps ends here. No time is printed at which it expires: the service doesn't tell how long it waits
 * for an approval, and the half hour of a code begins only when the code is shown.
 */
async function handOver(context: Context, pending: Pending): Promise<void> {
  await savePending(context, pending)
  const next = commandLine(context.settings, 'login --finish')
  await context.print({ authorize_url: pageOf(pending), next })
  await context.say(
    `Open that page and approve; then run ${next}, which reads the code, while the code is good: ` +
      `about ${verifierMinutes} minutes from when it is shown, and within ${pendingLoginHours} hours from now.`,
  )
}

/** The second of two steps: what the first one stored says where; settings and flags don't. */
async function finish(context: Context): Promise<void> {
  const pending = await readPending(context)
  await readEntries(context)
  await concludeLogin(context, (request, signal) => context.fetch(request, { signal }), pending, stored)
}

/** The address is always printed, with `--quiet` too, and opened where that makes sense. */
async function showPage(context: Context, pending: Pending, options: LoginOptions): Promise<void> {
  const page = pageAddress(pageOf(pending), pending.auth_origin)
  const application = context.secrets.quote(pending.client_id)
  await tell(
    context,
    `Open this page and approve access for ${application} (${pending.scope.join(', ')}):\n\n  ${page}\n\n`,
  )
  const opened = options.browser && mayBrowse(context) && (await context.browse(page).catch(() => false))
  if (opened) await context.say('It was opened in your browser.')
  const what =
    pending.callback === outOfBand ? 'It shows a code' : `It leads to ${pending.callback}, with a code`
  await context.say(`${what}, good for about ${verifierMinutes} minutes from then on.`)
}
