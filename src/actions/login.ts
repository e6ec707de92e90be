// biome-ignore-all lint/style/noExcessiveLinesPerFile: one conversation
/** `kiva login`: the conversation around the authorization flow, in one go or in two steps. */
import { verifierMinutes } from '../api/gaps.ts'
import { type Answer, notAnAnswer, readAnswer } from '../auth/answer.ts'
import { ask } from '../auth/ask.ts'
import { mayBrowse, pageAddress } from '../auth/browser.ts'
import { resolveClient } from '../auth/client.ts'
import { complete } from '../auth/complete.ts'
import type { Client } from '../auth/credentials.ts'
import { readEntries } from '../auth/credentials-file.ts'
import { authorizeUrl, checkPage, checkTokenOrigin, outOfBand, requestToken } from '../auth/flow.ts'
import { originOf } from '../auth/origin.ts'
import { dropPending, type Pending, readPending, savePending, takePending } from '../auth/pending.ts'
import { withSandboxHint } from '../auth/sandbox-hint.ts'
import { signing } from '../auth/signed-send.ts'
import type { ActionValues } from '../commands/action.ts'
import type { Context, Send } from '../context.ts'
import { KivaError } from '../errors.ts'
import { type LoginOptions, loginOptions } from './login-options.ts'
import type { RunAction } from './run-action.ts'

/** Where a login takes place. The sandbox brings its own, with an application that it knows. */
export interface Stage {
  readonly baseUrl: string
  readonly authUrl: string
  readonly client?: Client
  /** The way for token calls and the account. */
  readonly send: Send
  /** Ends what the stage serves. */
  close(): Promise<void>
}

const run: RunAction = async (context, values) => {
  const { sandbox } = context.settings
  return login(
    context,
    values,
    sandbox ? (await import('../sandbox/oauth/login-provider.ts')).openLoginProvider : undefined,
  )
}

export default run

/** Runs the action. `openStage` is opened for a login in one go, and closed whatever comes. */
export async function login(
  context: Context,
  values: ActionValues,
  openStage = stageOfSettings,
): Promise<void> {
  const options = loginOptions(values)
  if (context.settings.sandbox && options.step !== 'whole') {
    throw new KivaError(
      'usage',
      `login --${options.step} does not go with --sandbox: its pages are there only while login waits`,
      {
        hint: 'Log in in one go, or run kiva sandbox and give its address with --base-url and --auth-url.',
      },
    )
  }
  if (options.step === 'finish') return finish(context)
  const stage = await openStage(context)
  try {
    const pending = await begin(context, stage, options)
    if (options.step === 'start') return await handOver(context, pending)
    await show(context, pending, options)
    await complete(context, stage.send, pending, await answerOf(context, pending))
  } catch (problem) {
    throw withSandboxHint(problem, context.settings)
  } finally {
    await stage.close()
  }
}

async function stageOfSettings(context: Context): Promise<Stage> {
  const { baseUrl, authUrl } = context.settings
  return { baseUrl: originOf(baseUrl), authUrl, send: await context.send(), close: async () => {} }
}

/** Gets the request token, after everything that could fail without one. */
async function begin(context: Context, stage: Stage, options: LoginOptions): Promise<Pending> {
  checkTokenOrigin(stage.baseUrl)
  const authOrigin = checkPage(stage.authUrl)
  // An unsafe or corrupt credential file should stop a login before it begins, not at its end.
  await readEntries(context)
  const client = stage.client ?? (await resolveClient(context, stage.baseUrl))
  context.secrets.add(client.clientSecret)
  const signed = signing(context, stage.send, client)
  const token = await requestToken(signed, context.now, stage.baseUrl, options.callback)
  context.secrets.add(token.tokenSecret)
  return {
    api_origin: stage.baseUrl,
    auth_origin: authOrigin,
    client_id: client.clientId,
    client_secret: client.clientSecret,
    oauth_token: token.token,
    oauth_token_secret: token.tokenSecret,
    callback: options.callback,
    scope: options.scope,
    state: context.nonce(),
    expires_at: new Date(context.now() + verifierMinutes * 60_000).toISOString(),
    clock_skew: signed.skew(),
  }
}

const pageOf = (pending: Pending) =>
  authorizeUrl({
    authUrl: pending.auth_origin,
    client: { clientId: pending.client_id },
    requestToken: pending.oauth_token,
    callback: pending.callback,
    scope: pending.scope,
    state: pending.state,
  })

/** The first of two steps ends here. */
async function handOver(context: Context, pending: Pending): Promise<void> {
  await savePending(context, pending)
  const next = 'kiva login --finish'
  await context.print({ authorize_url: pageOf(pending), expires_at: pending.expires_at, next })
  await context.say(
    `Open that page and approve; then run ${next}, which reads the code, before ${clock(pending)}.`,
  )
}

/** The second of two steps: what the first one stored says where; settings and flags don't. */
async function finish(context: Context): Promise<void> {
  const pending = await readPending(context)
  await readEntries(context)
  const answer = await answerOf(context, pending).catch(async (problem: unknown) => {
    // What the page itself refused is over; a wrong paste is not.
    if (problem instanceof KivaError && problem.code !== undefined) await dropPending(context)
    throw problem
  })
  await takePending(context, pending)
  await complete(context, await context.send(), pending, answer)
}

/** The address is always printed, with `--quiet` too, and opened where that makes sense. */
async function show(context: Context, pending: Pending, options: LoginOptions): Promise<void> {
  const page = pageAddress(pageOf(pending), pending.auth_origin)
  await context.stderr.write(
    `Open this page and approve access for ${pending.client_id} (${pending.scope.join(', ')}):\n\n  ${page}\n\n`,
    'people',
  )
  const opened = options.browser && mayBrowse(context) && (await context.browse(page).catch(() => false))
  if (opened) await context.say('It was opened in your browser.')
  const what =
    pending.callback === outOfBand ? 'It shows a code' : `It leads to ${pending.callback}, with a code`
  await context.say(`${what}, good for about ${verifierMinutes} minutes: until ${clock(pending)}.`)
}

async function answerOf(context: Context, pending: Pending): Promise<Answer> {
  const asked = { callback: pending.callback, requestToken: pending.oauth_token, state: pending.state }
  const prompt = pending.callback === outOfBand ? 'Code: ' : 'The whole address it led to, or the code: '
  const text = await ask(context, { prompt, refuse: (answer) => notAnAnswer(answer, asked) })
  const answer = readAnswer(text, asked)
  context.secrets.add(answer.verifier)
  return answer
}

/** Hours and minutes by the clock of this machine. */
const clock = (pending: Pending) => new Date(pending.expires_at).toTimeString().slice(0, 5)
