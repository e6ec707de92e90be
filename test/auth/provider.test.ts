/** The login against the sandbox provider, which is written and tested independently, with its web pages. */
import { describe, expect, test } from 'vitest'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import type { Application } from '../../src/sandbox/oauth/provider-state.ts'
import { contextOf } from '../harness/context.ts'
import { signedFetch } from '../harness/signed.ts'
import { type RunOptions, run } from '../harness.ts'
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
import { failureOf, succeeded } from './play.ts'

/** A network where only the sandbox answers. */
const sendTo = (at: Pick<TestProvider, 'provider' | 'clock'>): Send => serveWith(at)

const pageIn = (text: string) => /https:\/\/sandbox\.test\/oauth\/authorize\S*/.exec(text)?.[0] ?? ''

/** The steps of a person on the pages; returns the text they paste. */
type Answer = (browser: Browser) => string | Promise<string>

/** Logs in to the sandbox on a terminal, as a person of the sandbox. */
async function attempt(
  at: TestProvider,
  app: Application,
  words: readonly string[],
  answer: Answer,
  options: RunOptions = {},
  person: Parameters<Browser['logIn']>[0] = robin,
) {
  const browser = new Browser(at)
  const ran = await run(['login', ...words], {
    env: envOf(app),
    send: sendTo(at),
    now: () => at.clock.now,
    terminal: 80,
    stdin: [
      async (stderr) => {
        await browser.open(pageIn(stderr))
        await browser.logIn(person)
        return answer(browser)
      },
    ],
    ...options,
  })
  return { ...ran, browser }
}

const envOf = (app: Application) => ({
  KIVA_BASE_URL: origin,
  KIVA_AUTH_URL: origin,
  KIVA_CLIENT_ID: app.id,
  KIVA_CLIENT_SECRET: app.secret,
})

async function play(...login: Parameters<typeof attempt>) {
  const ran = await attempt(...login)
  succeeded(ran)
  return ran
}

async function failing(
  at: TestProvider,
  app: Application,
  words: readonly string[],
  answer: Answer,
  options?: RunOptions,
) {
  return failureOf(await attempt(at, app, [...words, '-o', 'json'], answer, options))
}

/** Signs requests with the token in these files. */
const signedBy = (at: TestProvider, files: Map<string, unknown>) =>
  signedFetch(
    contextOf({
      files,
      send: sendTo(at),
      now: () => at.clock.now,
      settings: { baseUrl: origin, authUrl: origin },
    }).context,
  )

const approve = async (browser: Browser) => {
  await browser.press('approve')
  return verifierOn(browser)
}
const redirect = (does: 'approve' | 'deny') => async (browser: Browser) =>
  (await browser.press(does)).headers['location'] ?? 'no redirect'

const account: HttpRequest = { method: 'GET', url: `${origin}/v1/my/account.json`, headers: {} }

describe('with the sandbox as provider', () => {
  test.each([
    ['JSON', []],
    ['forms', ['form-tokens']],
  ])(
    'an out-of-band login succeeds with tokens as %s, and the token works until it is revoked',
    async (_, faults) => {
      const at = startProvider({ faults })
      const { browser, files, stderr } = await play(at, cli, ['--scope', 'access,user_email'], approve)
      expect(stderr).toContain(` as ${robin.account.first_name} ${robin.account.last_name}`)
      expect(stderr).toContain('Scopes: access, user_email.')

      const send = await signedBy(at, files)
      expect((await send(account)).status).toBe(200)
      const out = succeeded(await run(['logout'], { env: envOf(cli), files }))
      const link = /account preferences: (\S+)/.exec(out.stderr)?.[1] ?? ''
      const again = await play(at, cli, [], approve)
      const signed = await signedBy(at, again.files)
      await browser.open(link)
      await browser.press('revoke')
      await expect(signed(account)).rejects.toMatchObject({ kind: 'auth', code: 'oauth.token_revoked' })
    },
  )

  test('a login with a registered callback accepts the full redirect URL', async () => {
    const words = ['--callback', 'kiva-cli://oauth']
    const { stderr } = await play(startProvider(), cli, words, redirect('approve'))
    expect(stderr).toContain('Logged in to ')
  })

  test.each([
    ['error', []],
    ['error_code', ['error-code']],
  ])('a denial in the parameter %s is an auth error', async (name, faults) => {
    let pasted = ''
    const error = await failing(
      startProvider({ faults }),
      cli,
      ['--callback', 'https://kiva-cli.example.org/callback'],
      async (browser) => {
        pasted = await redirect('deny')(browser)
        return pasted
      },
    )
    expect(error).toMatchObject({
      kind: 'auth',
      message: expect.stringContaining('access denied'),
    })
    expect(pasted).toContain(`${name}=access_denied`)
  })

  test('an application without a secret can log in', async () => {
    const { files } = await play(startProvider(), pocket, [], approve)
    expect(JSON.stringify(files.get('credentials'))).not.toContain('client_secret')
  })

  test.each([
    ['a wrong secret', { ...cli, secret: 'wrong' }, [], 'oauth.signature_invalid'],
    ['an unknown application', { ...cli, id: 'org.example.nobody' }, [], 'oauth.client_unknown'],
    ['a restricted application', harvester, [], 'oauth.client_restricted'],
    [
      'a callback that is not registered',
      cli,
      ['--callback', 'https://evil.example/'],
      'oauth.callback_mismatch',
    ],
  ] as const)('%s is an auth error with its own code', async (_, app, words, code) => {
    expect(await failing(startProvider(), app, words, approve)).toMatchObject({
      kind: 'auth',
      code,
    })
  })

  test('an expired or mistyped code is an auth error with its own code', async () => {
    const late = startProvider()
    const expired = await failing(late, cli, [], async (browser) => {
      const code = await approve(browser)
      late.clock.now += 31 * 60_000
      return code
    })
    expect(expired).toMatchObject({ kind: 'auth', code: 'oauth.verifier_expired' })
    const mistyped = await failing(
      startProvider(),
      cli,
      [],
      async (browser) => `${await approve(browser)}x`,
      {
        terminal: undefined,
      },
    )
    expect(mistyped).toMatchObject({ kind: 'auth', code: 'oauth.parameter_rejected' })
  })

  test('a code typed before the approval is wrong, and the login goes on', async () => {
    const at = startProvider()
    const browser = new Browser(at)
    const typeRightCode = async (stderr: string) => {
      await browser.open(pageIn(stderr))
      await browser.logIn(robin)
      return approve(browser)
    }
    const { stderr } = await play(at, cli, [], approve, { stdin: ['KV-22222222', typeRightCode] })
    expect(stderr).toMatch(/Code: Wrong code\. Try again\.\nCode: .*Logged in to /s)
  })

  test('a clock that is an hour off is corrected', async () => {
    const at = startProvider()
    const { stderr } = await play(at, cli, [], approve, { now: () => at.clock.now - 3_600_000 })
    expect(stderr).toContain('3600s behind')
    expect(stderr).toContain('Logged in to ')
  })

  test('a token without the scope for the account is saved, with a warning', async () => {
    const { stderr, files } = await play(startProvider(), cli, ['--scope', 'user_email'], approve)
    expect(stderr).toContain('but cannot read the account')
    expect(files.has('credentials')).toBe(true)
  })
})

test('another person of the sandbox logs in with their own name', async () => {
  const { stderr } = await play(startProvider(), cli, [], approve, {}, juno)
  expect(stderr).toContain(' as Juno Barley.')
})
