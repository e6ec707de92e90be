import { describe, expect, test } from 'vitest'
import { authHeader } from '../../src/actions/auth-header.ts'
import { authStatus as authStatusAction } from '../../src/actions/auth-status.ts'
import { logout } from '../../src/actions/logout.ts'
import { findCredentials } from '../../src/auth/credentials.ts'
import { KivaError } from '../../src/core/errors.ts'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import { type ContextOptions, contextOf } from '../harness/context.ts'
import { signedFetch } from '../harness/signed.ts'
import { type RunOptions, run } from '../harness.ts'
import { kivaErrorOf } from '../support/kiva-error.ts'
import { entry, failureOf, origin, places, succeeded } from './play.ts'
import { accessToken, answering, application, service, start } from './service.ts'
import { headerParameters, isSignedBy } from './verify.ts'

const tokenEnv = {
  KIVA_CLIENT_ID: 'env.app',
  KIVA_CLIENT_SECRET: 'env-client-secret',
  KIVA_OAUTH_TOKEN: 'env-token',
  KIVA_OAUTH_TOKEN_SECRET: 'env-token-secret',
  KIVA_BASE_URL: origin,
}
const loggedIn = (options: ContextOptions = {}): ContextOptions => ({
  terminal: 80,
  now: start,
  files: new Map([['credentials', { entries: { [origin]: entry } }]]),
  ...options,
})
const authStatus = (options: RunOptions = {}) =>
  run(['auth', 'status'], { ...options, env: { ...places, ...options.env } })
const get = (url: string): HttpRequest => ({ method: 'GET', url, headers: {} })

describe('credentials', () => {
  test('are read from the file for exactly the same origin', async () => {
    expect(await findCredentials(contextOf(loggedIn()).context)).toMatchObject({
      source: 'file',
      token: accessToken.oauth_token,
    })
    for (const baseUrl of [
      'http://api.example.org',
      'https://api.example.org:444',
      'https://api.example.org.evil.example',
      'https://evil.example',
      'https://www.example.org',
    ] as const) {
      expect(await findCredentials(contextOf(loggedIn({ settings: { baseUrl } })).context)).toBeUndefined()
    }
  })

  test('of the environment override the file, only for the origin set in the environment', async () => {
    const found = await findCredentials(contextOf(loggedIn({ env: tokenEnv })).context)
    expect(found).toMatchObject({ source: 'environment', token: 'env-token', clientId: 'env.app' })
    const elsewhere = contextOf({ env: tokenEnv, settings: { baseUrl: 'https://evil.example' } })
    expect(await findCredentials(elsewhere.context)).toBeUndefined()
    expect(await kivaErrorOf(authStatusAction(elsewhere.context))).toMatchObject({
      kind: 'auth',
      hint: expect.stringContaining(`belongs to ${origin}`),
    })
    const { KIVA_BASE_URL: _, ...plain } = tokenEnv
    const live = contextOf({ env: plain, settings: { baseUrl: 'https://api.kivaws.org' } })
    expect(await findCredentials(live.context)).toMatchObject({ source: 'environment' })
    expect(await findCredentials(contextOf({ env: plain }).context)).toBeUndefined()
  })

  test('of the environment and of the file are masked', async () => {
    for (const [setup, names] of [
      [{ env: tokenEnv }, ['env-client-secret', 'env-token', 'env-token-secret']],
      [loggedIn(), [application.clientSecret, ...Object.values(accessToken)]],
    ] as const) {
      const { context } = contextOf(setup)
      await findCredentials(context)
      for (const secret of names) expect(context.secrets.mask(`<${secret}>`)).toBe('<***>')
    }
  })

  test('of the environment are ignored in the sandbox', async () => {
    expect(
      await findCredentials(contextOf({ env: tokenEnv, settings: { sandbox: true } }).context),
    ).toBeUndefined()
  })

  test.each(Object.keys(tokenEnv).filter((name) => name !== 'KIVA_BASE_URL'))(
    'without %s are incomplete: an error, unless a file variable replaces it',
    async (name) => {
      const half = Object.fromEntries(Object.entries(tokenEnv).filter(([key]) => key !== name))
      const error = await kivaErrorOf(findCredentials(contextOf({ env: half }).context))
      expect(error).toMatchObject({ kind: 'config', message: expect.stringContaining(`missing ${name}`) })
      // The variable with the path of a file completes the set.
      const context = contextOf({
        env: { ...half, [`${name}_FILE`]: '/run/x' },
        texts: { '/run/x': 'value\n' },
      }).context
      expect(await findCredentials(context)).toMatchObject({ source: 'environment' })
    },
  )

  test('of a client without a secret have an empty secret', async () => {
    const context = contextOf({ env: { ...tokenEnv, KIVA_CLIENT_SECRET: '' } }).context
    expect(await findCredentials(context)).toMatchObject({ clientSecret: '' })
  })

  test('in a file of several lines are an error', async () => {
    const { KIVA_OAUTH_TOKEN: _, ...rest } = tokenEnv
    const setup = { env: { ...rest, KIVA_OAUTH_TOKEN_FILE: '/run/x' }, texts: { '/run/x': 'a\nb' } }
    const error = await kivaErrorOf(findCredentials(contextOf(setup).context))
    expect(error).toMatchObject({ kind: 'config', message: expect.stringContaining('/run/x') })
  })

  test.each([
    ['no entries', {}],
    ['entries in a list', { entries: [] }],
    ['an entry under another origin', { entries: { 'https://other.example': entry } }],
    ['an entry without a secret', { entries: { [origin]: { ...entry, oauth_token_secret: undefined } } }],
    ['an entry without scopes', { entries: { [origin]: { ...entry, scope: 'access' } } }],
    ['an entry that is none', { entries: { [origin]: null } }],
    [
      'an origin with a password',
      {
        entries: {
          'https://u:pass-word@h.example': { ...entry, api_origin: 'https://u:pass-word@h.example' },
        },
      },
    ],
    [
      'a page that is no origin',
      { entries: { [origin]: { ...entry, auth_origin: 'https://x.example\nhint: y' } } },
    ],
    ['a profile that is no text', { entries: { [`${origin} 7`]: { ...entry, profile: 7 } } }],
    ['a profile with a space', { entries: { [`${origin} a b`]: { ...entry, profile: 'a b' } } }],
    ['an empty profile', { entries: { [`${origin} `]: { ...entry, profile: '' } } }],
    ['a profile under its origin alone', { entries: { [origin]: { ...entry, profile: 'work' } } }],
    ['an entry under a profile that it does not name', { entries: { [`${origin} work`]: entry } }],
    ['a scope that is no text', { entries: { [origin]: { ...entry, scope: [{ toString: 1 }] } } }],
    ['an account that is none', { entries: { [origin]: { ...entry, account: 'Ada' } } }],
    ['an account without a name', { entries: { [origin]: { ...entry, account: { lender_id: 'x' } } } }],
  ])('file with %s is a config error, for logout too', async (_, content) => {
    const { context } = contextOf({ files: new Map([['credentials', content]]) })
    for (const run of [findCredentials(context), logout(context, { all: true })]) {
      const error = await kivaErrorOf(run)
      expect(error).toMatchObject({
        kind: 'config',
        message: expect.stringContaining('credentials.json'),
      })
      expect(`${error.message} ${error.hint}`).not.toContain('pass-word')
    }
  })
})

describe('auth status', () => {
  const status = async (options: RunOptions) => succeeded(await authStatus(options))

  test('prints sentences on a terminal', async () => {
    const { stdout } = await status({ ...loggedIn(), terminal: 100 })
    expect(stdout).toBe(
      [
        `You are logged in to ${origin} as Ada Example (ada7), with scope access.`,
        `Application: ${application.clientId}, authorized on 2026-01-15.`,
        'The token is stored in /config/credentials.json (mode 0600).',
        '',
      ].join('\n'),
    )
  })

  test('names the environment as the source of a token, on a terminal', async () => {
    const { stdout } = await status({ env: tokenEnv, terminal: 80 })
    expect(stdout).toBe(
      `You are logged in to ${origin}.\nApplication: env.app.\nThe token comes from the environment (KIVA_OAUTH_TOKEN).\n`,
    )
  })

  test('replaces line breaks in the name of an account', async () => {
    const forged = { ...entry, account: { name: 'Ada\nhint: run me\u0085hint: and me', lender_id: 'a\rb' } }
    const files = new Map([['credentials', { entries: { [origin]: forged } }]])
    const { stdout } = await status({ files, terminal: 200 })
    expect(stdout).toContain('as Ada hint: run me hint: and me (a b), with')
    expect(stdout.trimEnd().split('\n')).toHaveLength(3)
  })

  test.each([20, 40, 80])('wraps its sentences at %i columns, with an indent', async (terminal) => {
    const account = { name: 'Ada hint: and more of a long name that fills the line', lender_id: 'ada7' }
    const files = new Map([['credentials', { entries: { [origin]: { ...entry, account } } }]])
    const { stdout } = await status({ files, terminal })
    const lines = stdout.trimEnd().split('\n')
    for (const line of lines.filter((line) => /\S \S/.test(line.trim())))
      expect(line.length, line).toBeLessThanOrEqual(terminal)
    expect(lines.filter((line) => !line.startsWith('  ')).map((line) => line.split(' ')[0])).toEqual([
      'You',
      'Application:',
      'The',
    ])
  })

  test('prints account, scopes, origins, source, file and mode as JSON, without secrets', async () => {
    const { stdout, stderr } = await status({ ...loggedIn(), terminal: undefined })
    expect([JSON.parse(stdout)]).toEqual([
      {
        logged_in: true,
        name: 'Ada Example',
        lender_id: 'ada7',
        scope: ['access'],
        auth_origin: 'https://www.example.org',
        obtained_at: '2026-01-15T12:00:00.000Z',
        api_origin: origin,
        client_id: application.clientId,
        source: 'file',
        file: '/config/credentials.json',
        mode: '0600',
      },
    ])
    const all = stdout + stderr
    for (const secret of [application.clientSecret, ...Object.values(accessToken)])
      expect(all).not.toContain(secret)
  })

  test('names the environment as the source, as JSON', async () => {
    const { stdout } = await status({ env: tokenEnv })
    expect([JSON.parse(stdout)]).toEqual([
      { logged_in: true, api_origin: origin, client_id: 'env.app', source: 'environment' },
    ])
  })

  test('fails if not logged in, and names the origins with a login', async () => {
    expect(failureOf(await authStatus())).toMatchObject({
      kind: 'auth',
      message: `not logged in to ${origin}`,
      hint: 'Log in with kiva login.',
    })
    const elsewhere = { ...loggedIn(), env: { KIVA_BASE_URL: 'https://other.example' } }
    expect(failureOf(await authStatus({ ...elsewhere, terminal: undefined }))).toMatchObject({
      hint: expect.stringContaining(origin),
    })
    const sandbox = failureOf(await run(['--sandbox', 'auth', 'status'], { env: places }))
    expect(sandbox.hint).toBe('Log in with kiva --sandbox login.')
  })
})

describe('auth header', () => {
  test('prints one line, signed for the given method and URL', async () => {
    const url = `${origin}/v1/my/account.json?app_id=org.example.app&q=a+b%2Fc`
    const header = async () =>
      succeeded(await run(['auth', 'header', 'get', url], { ...loggedIn(), env: places })).stdout
    const first = await header()
    const [, authorization = ''] = /^Authorization: (OAuth .+)\n$/.exec(first) ?? []
    const request = { method: 'GET', url, headers: { authorization } }
    expect(
      isSignedBy(request, {
        clientSecret: application.clientSecret,
        tokenSecret: accessToken.oauth_token_secret,
      }),
    ).toBe(true)
    expect(headerParameters(authorization).get('oauth_timestamp')).toBe(String(start / 1000))
    expect(await header()).not.toBe(first)
  })

  test.each([
    'https://evil.example/v1/my/account.json',
    'http://api.example.org/v1/my/account.json',
    'https://api.example.org:8443/v1/my/account.json',
    'https://evil.example/?https://api.example.org',
  ])('is rejected for another origin: %s', async (url) => {
    const { context, stdout } = contextOf(loggedIn())
    const error = await kivaErrorOf(authHeader(context, { method: 'GET', url }))
    expect(error).toMatchObject({
      kind: 'auth',
      message: expect.stringContaining(`cannot send the token for ${origin} to http`),
    })
    expect(stdout.text()).toBe('')
  })

  test('is rejected for an invalid URL or method', async () => {
    const { context } = contextOf(loggedIn())
    expect(await kivaErrorOf(authHeader(context, { method: 'GET', url: '/v1/my/account' }))).toMatchObject({
      kind: 'usage',
    })
    expect(await kivaErrorOf(authHeader(context, { method: 'G T', url: origin }))).toMatchObject({
      kind: 'usage',
    })
  })

  test.each(['127.0.0.1:8080', '[::1]', 'localhost', '10.0.0.1', '127.0.0.1.evil.example'])(
    'is rejected for plain HTTP, even to this machine: %s',
    async (host) => {
      const baseUrl = `http://${host}` as const
      const files = new Map([['credentials', { entries: { [baseUrl]: { ...entry, api_origin: baseUrl } } }]])
      const { context, stdout } = contextOf({ files, settings: { baseUrl } })
      const error = await kivaErrorOf(authHeader(context, { method: 'GET', url: `${baseUrl}/v1/x` }))
      expect(error).toMatchObject({ kind: 'usage', message: expect.stringContaining('requires HTTPS') })
      expect(error.hint).toContain('--base-url')
      expect(stdout.text()).toBe('')
    },
  )

  test.each([
    'https://api.example.org\\@evil.example/x',
    'https://user@api.example.org/x',
    'https://user:pass-word@api.example.org/x',
    'https://api.example.org/\tx',
    'https://api.example.org\t/x',
    ' https://api.example.org/x',
    'HTTPS://api.example.org/x',
    'https://API.example.org/x',
    'https://api.example.org:443/x',
    'https://api.example.org/a/../x',
    'https://api.example.org',
    'https:api.example.org/x',
    'https://api.example.org/x?a=b c',
  ])('is rejected for %j, which is not in the normalized form', async (url) => {
    const { context, stdout } = contextOf(loggedIn())
    const error = await kivaErrorOf(authHeader(context, { method: 'GET', url }))
    expect(error.kind).toBe('usage')
    expect(`${error.message}  ${error.hint}`).not.toContain('pass-word')
    expect(stdout.text()).toBe('')
  })
})

describe('logout', () => {
  test('removes the token even if the pending login cannot be removed', async () => {
    const { context, files, stderr } = contextOf({ files: both() })
    const store: typeof context.store = async (name) => {
      const real = await context.store<never>(name)
      if (name === 'credentials') return real
      const broken = () => Promise.reject(new KivaError('config', 'it is not a regular file'))
      return { ...real, remove: broken, update: broken }
    }
    expect(await kivaErrorOf(logout({ ...context, store }, {}))).toMatchObject({ kind: 'config' })
    expect(files.get('credentials')).toEqual({ entries: { [other]: { ...entry, api_origin: other } } })
    expect(stderr.text()).toContain(`Logged out of ${origin}`)
  })

  const other = 'https://other.example'
  const both = () =>
    new Map<string, unknown>([
      ['credentials', { entries: { [origin]: entry, [other]: { ...entry, api_origin: other } } }],
      ['pending-login', { whatever: 1 }],
    ])

  test('removes the login to this origin and the pending login, and says where to revoke access', async () => {
    const { context, files, stderr } = contextOf({ files: both() })
    await logout(context, {})
    expect(Object.fromEntries(files)).toEqual({
      credentials: { entries: { [other]: { ...entry, api_origin: other } } },
    })
    expect(stderr.text()).toContain(`Logged out of ${origin}.`)
    expect(stderr.text()).toContain('account preferences: https://www.example.org/account')
  })

  test('--all removes every login and the file', async () => {
    const { context, files, stderr } = contextOf({ files: both() })
    await logout(context, { all: true })
    expect(files.size).toBe(0)
    expect(stderr.text()).toContain(`Logged out of ${other}`)
  })

  test('succeeds without a login, and warns about a token in the environment', async () => {
    const { context, stderr } = contextOf({ env: tokenEnv })
    await logout(context, {})
    expect(stderr.text()).toMatch(/Not logged in to .*KIVA_OAUTH_TOKEN is still set/s)
  })
})

describe('a signed request', () => {
  const account = `${origin}/v1/my/account.json?app_id=a%2Cb`

  test('is accepted, and every request has a new signature', async () => {
    const at = service()
    const send = await signedFetch(contextOf(loggedIn({ send: at.send })).context)
    expect((await send(get(account))).status).toBe(200)
    expect((await send(get(account))).status).toBe(200)
    expect(at.requests.map(({ url }) => url)).toEqual([account, account])
    const [first, second] = at.requests.map(({ headers }) => headers['authorization'])
    expect(first).not.toBe(second)
  })

  test('is sent only to the origin of the token', async () => {
    const { context, requests } = contextOf(loggedIn({ send: service().send }))
    const signed = await signedFetch(context)
    expect(await kivaErrorOf(signed(get('https://evil.example/v1/my/account.json')))).toMatchObject({
      kind: 'auth',
    })
    expect(requests).toEqual([])
  })

  test('over plain HTTP is rejected before credentials are read, even to this machine', async () => {
    const baseUrl = 'http://127.0.0.1:8080'
    const { context, files } = contextOf({ settings: { baseUrl } })
    files.set('credentials', { entries: 'corrupt' })
    expect(await kivaErrorOf(signedFetch(context))).toMatchObject({
      kind: 'usage',
      message: `authorization requires HTTPS: nothing was sent to ${baseUrl}`,
    })
  })

  test('requires a login', async () => {
    expect(await kivaErrorOf(signedFetch(contextOf().context))).toMatchObject({
      kind: 'auth',
      hint: expect.stringContaining('kiva login'),
    })
  })

  test("is retried once with the service's time, which later requests use too", async () => {
    const at = service({ now: () => start + 600_000 })
    const { context, stderr } = contextOf(loggedIn({ send: at.send }))
    const send = await signedFetch(context)
    expect((await send(get(account))).status).toBe(200)
    expect((await send(get(account))).status).toBe(200)
    expect(at.requests).toHaveLength(3)
    expect(stderr.text()).toContain('600s behind the API')
  })

  test('is retried once with the time, also when sent concurrently, with one warning', async () => {
    const at = service({ now: () => start + 600_000 })
    const { context, stderr } = contextOf(loggedIn({ send: at.send }))
    const send = await signedFetch(context)
    const replies = await Promise.all([send(get(account)), send(get(account)), send(get(account))])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(at.requests).toHaveLength(6)
    expect(stderr.text().match(/600s behind the API/g)).toHaveLength(1)
  })

  test('fails if the clock of the service jumps after the correction', async () => {
    let ahead = 600_000
    const at = service({ now: () => start + ahead })
    const { context } = contextOf(loggedIn({ send: at.send }))
    const send = await signedFetch(context)
    expect((await send(get(account))).status).toBe(200)
    ahead = 6_000_000
    expect(await kivaErrorOf(send(get(account)))).toMatchObject({ code: 'oauth.timestamp_refused' })
    expect(at.requests).toHaveLength(3)
  })

  test('rejected for another reason after the correction is not retried', async () => {
    const date = new Date(start + 600_000).toUTCString()
    let round = 0
    const send: Send = async () => answering(++round === 2 ? 200 : 401, '', { date })()
    const { context, requests } = contextOf(loggedIn({ send }))
    const signed = await signedFetch(context)
    expect((await signed(get(account))).status).toBe(200)
    expect(await kivaErrorOf(signed(get(account)))).toMatchObject({ kind: 'auth' })
    expect(requests).toHaveLength(3)
  })

  test('rejected again after the correction is not sent a third time', async () => {
    const date = new Date(start + 600_000).toUTCString()
    const send: Send = async () => answering(401, { code: 'oauth.timestamp_refused' }, { date })()
    const { context, requests } = contextOf(loggedIn({ send }))
    const signed = await signedFetch(context)
    expect(await kivaErrorOf(signed(get(account)))).toMatchObject({
      code: 'oauth.timestamp_refused',
      hint: expect.stringContaining('clock'),
    })
    expect(requests).toHaveLength(2)
  })

  test.each([
    ['token_revoked', 401, /revoked in the account preferences/, /Log in again/],
    ['token_expired', 401, /token has expired/, /Log in again/],
    ['token_rejected', 401, /token is invalid/, /kiva login/],
    ['signature_invalid', 401, /invalid signature/, /KIVA_CLIENT_SECRET/],
    ['nonce_used', 400, /seen before/, /again/],
  ])('rejected with %s (%i) has a message and hint for that cause', async (name, status, message, hint) => {
    for (const body of [{ code: `oauth.${name}`, message: 'x' }, `oauth_problem=${name}`]) {
      const send = await signedFetch(
        contextOf(loggedIn({ send: async () => answering(status, body)() })).context,
      )
      const error = await kivaErrorOf(send(get(account)))
      expect(error).toMatchObject({ kind: 'auth', status, code: `oauth.${name}` })
      expect(error.message).toMatch(message)
      expect(error.hint).toMatch(hint)
    }
  })

  test('with a bare 401 reply is an auth error; other replies go to the caller', async () => {
    const bare = await signedFetch(contextOf(loggedIn({ send: async () => answering(401, '')() })).context)
    expect(await kivaErrorOf(bare(get(account)))).toMatchObject({ kind: 'auth' })
    for (const status of [200, 403, 404, 500]) {
      const send = await signedFetch(
        contextOf(loggedIn({ send: async () => answering(status, '{"code":"org.kiva.X"}')() })).context,
      )
      expect((await send(get(account))).status).toBe(status)
    }
  })
})
