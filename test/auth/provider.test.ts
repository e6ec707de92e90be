/** The login against the sandbox's provider, which was written and tested apart from it, and its pages in a browser. */
import { describe, expect, test } from 'vitest'
import { login } from '../../src/actions/login.ts'
import logout from '../../src/actions/logout.ts'
import { signedSend } from '../../src/auth/signed-send.ts'
import type { ActionValues } from '../../src/commands/action.ts'
import type { HttpRequest, Send } from '../../src/context.ts'
import { KivaError } from '../../src/errors.ts'
import type { Application } from '../../src/sandbox/oauth/state/applications.ts'
import {
  Browser,
  cli,
  harvester,
  juno,
  origin,
  pocket,
  robin,
  serveWith,
  startProvider,
  type TestProvider,
  verifierOn,
} from '../sandbox/oauth/test-provider.ts'
import { type Setup, world } from './world.ts'

/** The sandbox as the network. */
const sendTo = (at: Pick<TestProvider, 'provider' | 'clock'>): Send => serveWith(at)

const pageIn = (text: string) => /https:\/\/sandbox\.test\/oauth\/authorize\S*/.exec(text)?.[0] ?? ''

function play(
  at: TestProvider,
  app: Application,
  values: ActionValues,
  answer: (browser: Browser) => string | Promise<string>,
  setup: Setup = {},
) {
  const browser = new Browser(at)
  const traces = world({
    env: { KIVA_CLIENT_ID: app.id, KIVA_CLIENT_SECRET: app.secret },
    settings: { baseUrl: origin, authUrl: origin },
    send: sendTo(at),
    now: () => at.clock.now,
    lines: [
      async (err) => {
        await browser.open(pageIn(err))
        await browser.logIn(robin)
        return answer(browser)
      },
    ],
    ...setup,
  })
  return { ...traces, browser, done: login(traces.context, values) }
}

const approve = async (browser: Browser) => {
  await browser.press('approve')
  return verifierOn(browser)
}
const redirect = (does: 'approve' | 'deny') => async (browser: Browser) =>
  (await browser.press(does)).headers['location'] ?? 'no redirect'

async function failing(done: Promise<unknown>): Promise<KivaError> {
  const error = await done.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (error instanceof KivaError) return error
  throw new Error('no KivaError', { cause: error })
}

const account: HttpRequest = { method: 'GET', url: `${origin}/v1/my/account.json`, headers: {} }

describe('with the sandbox as provider', () => {
  test.each([
    ['JSON', []],
    ['forms', ['form-tokens']],
  ])(
    'a login out of band succeeds, tokens as %s, and the token works until it is revoked',
    async (_, faults) => {
      const at = startProvider({ faults })
      const { done, context, err, browser } = play(at, cli, { scope: ['access', 'user_email'] }, approve)
      await done
      expect(err()).toContain(`Hello ${robin.account.first_name} ${robin.account.last_name}`)
      expect(err()).toContain('Scopes: access, user_email.')

      const send = await signedSend(context)
      expect((await send(account)).status).toBe(200)
      await logout(context, {})
      const link = /account preferences: (\S+)/.exec(err())?.[1] ?? ''
      const again = play(at, cli, {}, approve)
      await again.done
      const signed = await signedSend(again.context)
      await browser.open(link)
      await browser.press('revoke')
      expect(await failing(signed(account))).toMatchObject({ kind: 'auth', code: 'oauth.token_revoked' })
    },
  )

  test('a login with a registered callback takes the whole address', async () => {
    const { done, err } = play(startProvider(), cli, { callback: 'kiva-cli://oauth' }, redirect('approve'))
    await done
    expect(err()).toContain('Hello')
  })

  test.each([
    ['error', []],
    ['error_code', ['error-code']],
  ])('a denial is understood, as %s', async (name, faults) => {
    let pasted = ''
    const { done } = play(
      startProvider({ faults }),
      cli,
      { callback: 'https://kiva-cli.example.org/callback' },
      async (browser) => {
        pasted = await redirect('deny')(browser)
        return pasted
      },
    )
    expect(await failing(done)).toMatchObject({
      kind: 'auth',
      message: expect.stringContaining('Access was denied'),
    })
    expect(pasted).toContain(`${name}=access_denied`)
  })

  test('an application without a secret can log in', async () => {
    const { done, files } = play(startProvider(), pocket, {}, approve)
    await done
    expect(JSON.stringify(files.get('credentials'))).not.toContain('client_secret')
  })

  test.each([
    ['a wrong secret', { ...cli, secret: 'wrong' }, {}, 'oauth.signature_invalid'],
    ['an unknown application', { ...cli, id: 'org.example.nobody' }, {}, 'oauth.client_unknown'],
    ['a restricted application', harvester, {}, 'oauth.client_restricted'],
    [
      'a callback that is not registered',
      cli,
      { callback: 'https://evil.example/' },
      'oauth.callback_mismatch',
    ],
  ] as const)('%s is told by its cause', async (_, app, values, code) => {
    expect(await failing(play(startProvider(), app, values, approve).done)).toMatchObject({
      kind: 'auth',
      code,
    })
  })

  test('a code that is expired, or was mistyped, is told by its cause', async () => {
    const late = startProvider()
    const expired = play(late, cli, {}, async (browser) => {
      const code = await approve(browser)
      late.clock.now += 31 * 60_000
      return code
    })
    expect(await failing(expired.done)).toMatchObject({ kind: 'auth', code: 'oauth.verifier_expired' })
    const mistyped = play(startProvider(), cli, {}, async (browser) => `${await approve(browser)}x`, {
      terminal: false,
    })
    expect(await failing(mistyped.done)).toMatchObject({ kind: 'auth', code: 'oauth.parameter_rejected' })
  })

  test('a clock that is an hour off is corrected', async () => {
    const at = startProvider()
    const { done, err } = play(at, cli, {}, approve, { now: () => at.clock.now - 3_600_000 })
    await done
    expect(err()).toContain('3600 s behind')
    expect(err()).toContain('Hello')
  })

  test('a token of another scope than the account needs is kept, and the account said to be closed', async () => {
    const { done, err, files } = play(startProvider(), cli, { scope: ['user_email'] }, approve)
    await done
    expect(err()).toContain('but the account could not be read')
    expect(files.has('credentials')).toBe(true)
  })
})

test('the people of the sandbox are told apart', async () => {
  const at = startProvider()
  const { done, err } = play(at, cli, {}, approve, {
    lines: [
      async (text) => {
        const browser = new Browser(at)
        await browser.open(pageIn(text))
        await browser.logIn(juno)
        return approve(browser)
      },
    ],
  })
  await done
  expect(err()).toContain('Hello Juno Barley')
})
