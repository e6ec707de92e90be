/** `kiva login`: asks, opens the browser and prints; the login itself is in auth/login/login.ts. */
import { liveOrigins } from '../../api/origins.ts'
import { openCredentials, readEntries } from '../../auth/credentials/credentials-file.ts'
import { resolveClient } from '../../auth/credentials/resolve-client.ts'
import { finishLogin, type LoggedIn, type LoginPorts, startLogin } from '../../auth/login/login.ts'
import { type PendingLogin, readPending } from '../../auth/login/pending.ts'
import { refusePaste } from '../../auth/login/read-approval.ts'
import { authorizeUrl } from '../../auth/login/token-calls.ts'
import { isWrongCode } from '../../auth/problems.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { login as declared } from '../../commands/actions/login.ts'
import { my } from '../../commands/resources/my.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { ask, canAsk, tries } from '../../prompt/ask.ts'
import { mayBrowse, pageAddress } from '../../prompt/browser.ts'
import { tell } from '../../prompt/tell.ts'
import { commandLine } from '../../shell-word.ts'
import type { RunAction } from '../run-action.ts'
import { linkedPage } from './linked-page.ts'
import * as messages from './messages.ts'
import { loginOptions } from './options.ts'
import { type LoginProvider, openProvider, sendBy } from './provider.ts'

const run: RunAction<ActionValues<typeof declared>> = (context, values) => login(context, values)

export default run

/** Runs the whole login, or one of its two steps. */
export async function login(
  context: Context,
  values: ActionValues<typeof declared>,
  open: (context: Context) => Promise<LoginProvider> = openProvider,
): Promise<void> {
  const options = loginOptions(values)
  if (context.settings.sandbox && options.step !== 'whole') {
    throw new KivaError('usage', `--${options.step} cannot be used with --sandbox`, {
      hint: 'Run kiva --sandbox login, or run kiva sandbox and give its URLs with --base-url and --auth-url.',
    })
  }
  const ports = { ...context, accountEndpoint: my.endpoints.account, isStored: options.step !== 'whole' }
  if (options.step === 'finish') return finish(context, { ...ports, send: sendBy(context) })
  const provider = await open(context)
  try {
    const { baseUrl, authUrl, send } = provider
    const client = () => findClient(context, provider)
    const pending = await startLogin({ ...ports, send }, { ...options, baseUrl, authUrl, client })
    if (options.step === 'start') return await printNextStep(context, pending)
    await showPage(context, pending, options.browser)
    await finishWithApproval(context, { ...ports, send }, pending)
  } finally {
    await provider.close()
  }
}

async function findClient(context: Context, { baseUrl, client }: LoginProvider) {
  // Only for users: a program reads it in the error, if the login fails.
  if (baseUrl === liveOrigins.api && context.stderr.isTerminal) await context.say(messages.registrationClosed)
  // A credentials file that is unsafe or corrupt must stop a login before it starts, not at its end.
  const { [baseUrl]: entry } = await readEntries(context)
  if (entry) await context.say(messages.alreadyLoggedIn(entry, context.secrets))
  return client ?? resolveClient(context, baseUrl)
}

async function printNextStep(context: Context, pending: PendingLogin): Promise<void> {
  const next = commandLine(context.settings, 'login --finish')
  await context.print({ authorize_url: authorizeUrl(pending), next })
  await context.say(messages.nextStep(next))
}

/** Uses the addresses that `--start` stored, not the settings. */
async function finish(context: Context, ports: LoginPorts): Promise<void> {
  const pending = await readPending(context)
  await readEntries(context)
  await finishWithApproval(context, ports, pending)
}

/** Prints the address of the authorization page, with `--quiet` too, and opens the browser where that helps. */
async function showPage(context: Context, pending: PendingLogin, useBrowser: boolean): Promise<void> {
  const page = pageAddress(authorizeUrl(pending), pending.auth_origin)
  const shown = context.stderr.links ? linkedPage(page) : page
  await tell(context, messages.openPage(pending, shown, context.secrets))
  const opened = useBrowser && mayBrowse(context) && (await context.browse(page).catch(() => false))
  if (opened) await context.say(messages.pageOpened)
  await context.say(messages.codeLifetime(pending))
}

/** Asks again after a wrong code, on a terminal and while the service allows it. */
async function finishWithApproval(context: Context, ports: LoginPorts, pending: PendingLogin): Promise<void> {
  for (let round = 1; ; round++) {
    const approval = await ask(context, {
      text: messages.approvalPrompt(pending),
      refuse: (text) => refusePaste(text, pending),
      hint: messages.approvalHint(context.settings.sandbox),
    })
    try {
      return await printGreeting(context, await finishLogin(ports, pending, approval))
    } catch (problem) {
      if (!isWrongCode(problem) || round === tries || !canAsk(context)) throw problem
      await tell(context, messages.wrongCode)
    }
  }
}

async function printGreeting(context: Context, loggedIn: LoggedIn): Promise<void> {
  const { path } = await openCredentials(context)
  for (const line of messages.greeting(loggedIn, path, context.secrets)) await context.say(line)
}
