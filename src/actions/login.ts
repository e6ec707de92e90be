/** `kiva login`: asks, opens the browser and prints; the login itself is in auth/login.ts. */
import { liveOrigins, outOfBand } from '../api/origins.ts'
import { type Client, keyOf, openCredentials, ownerOf, readEntries } from '../auth/credentials-file.ts'
import { finishLogin, type LoggedIn, type LoginPorts, resolveClient, startLogin } from '../auth/login.ts'
import { pageAddress } from '../auth/origin.ts'
import { type PendingLogin, readPending } from '../auth/pending-login.ts'
import { isWrongCode } from '../auth/problems.ts'
import { ask, canAsk, mayBrowse, tell, tries } from '../auth/prompt.ts'
import { refusePaste } from '../auth/read-approval.ts'
import { authorizeUrl } from '../auth/token-calls.ts'
import type { ActionValues } from '../commands/action.ts'
import type { login as declared } from '../commands/actions/account.ts'
import { my } from '../commands/resources/lenders.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Send } from '../core/http.ts'
import type { Origin } from '../core/origin.ts'
import { commandLine } from '../core/shell-word.ts'
import { authorizationSource } from '../output/gate/gate.ts'
import * as messages from './login-messages.ts'

/** Runs the whole login, or one of its two steps. */
export async function login(
  context: Context,
  values: ActionValues<typeof declared>,
  open: (context: Context) => Promise<LoginProvider> = chooseProvider,
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

/** The service that issues tokens. The sandbox has its own authorization page, and an application for the login. */
interface LoginProvider {
  readonly baseUrl: Origin
  readonly authUrl: Origin
  readonly client?: Client
  readonly send: Send
  /** Stops what the provider serves during the login. */
  close(): Promise<void>
}

/** Opens the sandbox in this process, or the service that the settings name. */
async function chooseProvider(context: Context): Promise<LoginProvider> {
  if (context.settings.sandbox)
    return (await import('../sandbox/oauth/local-provider.ts')).openLoginProvider(context)
  const { baseUrl, authUrl } = context.settings
  return { baseUrl, authUrl, send: sendBy(context), close: async () => {} }
}

async function findClient(context: Context, { baseUrl, client }: LoginProvider) {
  // Only for users: a program reads it in the error, if the login fails.
  if (baseUrl === liveOrigins.api && context.stderr.isTerminal) await context.say(messages.registrationClosed)
  // A credentials file that is unsafe or corrupt must stop a login before it starts, not at its end.
  const { [keyOf(ownerOf(context.settings))]: entry } = await readEntries(context)
  if (entry) await context.say(messages.alreadyLoggedIn(entry, context.secrets))
  return client ?? resolveClient(context)
}

async function printNextStep(context: Context, pending: PendingLogin): Promise<void> {
  const next = commandLine(context.settings, 'login --finish')
  await context.print({ authorize_url: authorizeUrl(pending), next })
  await context.say(messages.nextStep(next))
}

/** Uses the addresses that `--start` stored, not the settings: these only choose between several logins. */
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

/** Links the address of the authorization page to itself; unchanged if the gate would remove the link. */
const linkedPage = (address: string): string =>
  new RegExp(`^https://[^/]+/${authorizationSource}$`).test(address)
    ? `\x1b]8;;${address}\x1b\\${address}\x1b]8;;\x1b\\`
    : address

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

interface LoginOptions {
  readonly step: 'whole' | 'start' | 'finish'
  readonly scope: readonly string[]
  readonly callback: string
  readonly browser: boolean
}

/** The service's default scope, sent by name. */
const defaultScope = ['access']

/** Throws `KivaError` of kind `usage` for an invalid callback. */
function loginOptions(values: ActionValues<typeof declared>): LoginOptions {
  const { start, finish, callback = outOfBand, scope, no_browser } = values
  return {
    step: start ? 'start' : finish ? 'finish' : 'whole',
    scope: scope ? [...new Set(scope)] : defaultScope,
    callback: checkCallback(callback),
    browser: !no_browser,
  }
}

/** Schemes that no application can own. */
const publicSchemes: ReadonlySet<string> = new Set([
  'http:',
  'javascript:',
  'data:',
  'file:',
  'blob:',
  'about:',
  'ftp:',
])

/** Returns the callback unchanged, because it must equal the registered one. */
function checkCallback(callback: string): string {
  if (callback === outOfBand) return callback
  const scheme = URL.canParse(callback) ? new URL(callback).protocol : undefined
  if (scheme === 'https:' || (scheme !== undefined && !publicSchemes.has(scheme))) return callback
  throw new KivaError(
    'usage',
    `invalid value "${callback}" for --callback: expected "${outOfBand}" or a URL with https or a custom scheme`,
  )
}

/** Sends as this run does, once: token requests are not retried. */
function sendBy(context: Context): Send {
  return (request, signal) => context.fetch(request, { signal })
}
