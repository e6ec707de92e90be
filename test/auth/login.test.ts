import { describe, expect, test } from 'vitest'
import { login } from '../../src/actions/login.ts'
import { KivaError, ReaderGone } from '../../src/core/errors.ts'
import { exitCodes } from '../../src/core/exit-codes.ts'
import type { HttpReply } from '../../src/core/http.ts'
import { contextOf } from '../harness/context.ts'
import { jsonReply, run } from '../harness.ts'
import { attempt, entry, env, failing, origin, pageIn, places, play, succeeded } from './play.ts'
import { accessToken, answering, application, type Service, service, start } from './service.ts'
import { headerParameters } from './verify.ts'

const paths = (at: Service) => at.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)

describe('an out-of-band login', () => {
  test('requests and saves a token, prints the name and lists the scopes', async () => {
    const at = service()
    const { files, stderr, stdout, opened } = await play(at)
    expect(paths(at)).toEqual([
      'POST /oauth/request_token',
      'POST /oauth/access_token',
      'GET /v1/my/account.json',
    ])
    expect(files.get('credentials')).toEqual({ entries: { 'https://api.example.org': entry } })
    expect(stderr).toContain('Logged in to https://api.example.org as Ada Example.')
    expect(stderr).toContain('Scopes: access.')
    expect(stderr).toContain('/config/credentials.json')
    expect(opened).toEqual([pageIn(stderr)])
    expect(stdout).toBe('')
  })

  test('sends oauth_callback and oauth_verifier in the header of a POST, with an empty query', async () => {
    const at = service()
    await play(at)
    const [first, second] = at.requests.map((request) => ({
      ...request,
      header: headerParameters(request.headers['authorization'] ?? ''),
    }))
    expect(first?.header.get('oauth_callback')).toBe('oob')
    expect(first?.header.has('oauth_token')).toBe(false)
    expect(second?.header.get('oauth_verifier')).toBe('KV-aB3dE6gH')
    expect(
      [first, second].map((call) => [call?.method, call?.body, new URL(call?.url ?? '').search]),
    ).toEqual([
      ['POST', '', ''],
      ['POST', '', ''],
    ])
  })

  test('states how long the code is valid, without a clock time', async () => {
    const { stderr } = await play(service())
    expect(stderr).toContain('The page shows a code, valid for about 30 minutes.\n')
    expect(stderr).not.toMatch(/\d:\d\d/)
  })

  test('reads form-encoded token replies, with reserved characters in the tokens', async () => {
    const at = service({ form: true, scope: 'access,user_email', confirmed: 'true' })
    const { files } = await play(at, ['--scope', 'access,user_email,user_stats'])
    expect(files.get('credentials')).toMatchObject({
      entries: { 'https://api.example.org': { ...accessToken, scope: ['access', 'user_email'] } },
    })
  })

  test('names requested scopes that were not granted', async () => {
    const { stderr } = await play(service(), ['--scope', 'access,user_email'])
    expect(pageIn(stderr)).toContain('scope=access%2Cuser_email')
    expect(stderr).toContain('Not granted: user_email.')
  })

  test('prompts again for input that cannot be a code, without sending it', async () => {
    const at = service()
    const lines = [
      '',
      'https://www.example.org/oauth/authorize?x=1',
      (stderr: string) => ` "${at.approve(pageIn(stderr))}" `,
    ]
    await play(at, [], { stdin: lines })
    expect(paths(at)).toHaveLength(3)
  })

  test('fails after three invalid inputs, and at the end of input', async () => {
    const at = service()
    expect(await failing(at, [], { stdin: ['', ' ', ''] })).toMatchObject({ kind: 'auth' })
    const ended = await failing(at, [], { stdin: [] })
    expect(ended).toMatchObject({ kind: 'auth', hint: expect.stringMatching(/--start.*--finish/) })
    expect(paths(at)).toEqual(['POST /oauth/request_token', 'POST /oauth/request_token'])
  })

  test('shows no secret with --debug', async () => {
    const { stderr } = await play(service(), ['--debug'])
    expect(stderr).toContain('signature base string: POST&https%3A%2F%2Fapi.example.org')
    for (const secret of [
      application.clientSecret,
      ...Object.values(accessToken),
      'rts/=1+2%;&',
      'KV-aB3dE6gH',
    ]) {
      for (const form of [
        secret,
        encodeURIComponent(secret),
        encodeURIComponent(encodeURIComponent(secret)),
      ]) {
        expect(stderr).not.toContain(form)
      }
    }
  })

  test('saves the token even if the account cannot be read, and says so', async () => {
    const at = service({ answer: { account: answering(503, '<html><h1>Down</h1></html>') } })
    const { files, stderr } = await play(at)
    const { account: _, ...without } = entry
    expect(files.get('credentials')).toEqual({ entries: { 'https://api.example.org': without } })
    expect(stderr).toContain('but cannot read the account: API error (503)')
  })

  test('keeps logins to other origins, and reuses the application of an earlier login', async () => {
    const other = { ...entry, api_origin: 'https://other.example' }
    const files = new Map<string, unknown>([
      [
        'credentials',
        {
          entries: {
            'https://other.example': other,
            'https://api.example.org': { ...entry, oauth_token: 'old' },
          },
        },
      ],
    ])
    await play(service(), [], { env: {}, files })
    expect(files.get('credentials')).toEqual({
      entries: { 'https://other.example': other, 'https://api.example.org': entry },
    })
  })

  test('prints the address even with --quiet', async () => {
    const { stderr } = await play(service(), ['--quiet'])
    expect(pageIn(stderr)).toContain('oauth_token=')
  })
})

describe('a code that the service rejects', () => {
  const mistyped = (at: Service) => (stderr: string) => {
    at.approve(pageIn(stderr))
    return 'KV-mistyped'
  }

  test('is prompted for again on a terminal', async () => {
    const at = service()
    const { files, stderr } = await play(at, [], { stdin: [mistyped(at), 'KV-aB3dE6gH'] })
    expect(stderr).toMatch(/Code: Wrong code\. Try again\.\nCode: /)
    expect(paths(at).filter((path) => path.includes('access_token'))).toHaveLength(2)
    expect(files.has('credentials')).toBe(true)
  })

  test('is prompted for at most three times', async () => {
    const at = service()
    const lines = [mistyped(at), 'KV-again', 'KV-and-again', 'KV-aB3dE6gH']
    expect(await failing(at, [], { stdin: lines })).toMatchObject({ code: 'oauth.parameter_rejected' })
    expect(paths(at).filter((path) => path.includes('access_token'))).toHaveLength(3)
  })

  test('ends the login on a pipe, or if the service allows one try only', async () => {
    const at = service()
    const piped = await failing(at, [], { stdin: [mistyped(at), 'KV-aB3dE6gH'], terminal: undefined })
    expect(piped).toMatchObject({
      code: 'oauth.parameter_rejected',
      message: 'the API refused an access token: wrong code',
      hint: 'Enter the code that the page shows after you approve. Start again with kiva login.',
    })
    const strict = service({ burns: true })
    const burnt = await failing(strict, [], { stdin: [mistyped(strict), 'KV-aB3dE6gH', 'KV-aB3dE6gH'] })
    expect(burnt).toMatchObject({ code: 'oauth.verifier_used' })
    expect(paths(strict).filter((path) => path.includes('access_token'))).toHaveLength(2)
  })
})

describe('a login in a pipe', () => {
  test('no prompt is printed', async () => {
    const { stderr } = await play(service(), [], { terminal: undefined })
    expect(pageIn(stderr)).not.toBe('')
    expect(stderr).not.toContain('Code: ')
  })

  test('the error for an empty input suggests --start and --finish', async () => {
    const ended = await failing(service(), [], { terminal: undefined, stdin: [] })
    expect(ended.message).toBe('input ended before the answer')
    expect(ended.hint).toBe(
      'Enter the code in a terminal, or use kiva login --start, then kiva login --finish with the code on standard input.',
    )
  })

  test('two invalid lines are skipped silently', async () => {
    const at = service()
    const { stderr } = await play(at, [], {
      terminal: undefined,
      stdin: ['', 'two words', (text) => at.approve(pageIn(text))],
    })
    expect(pageIn(stderr)).not.toBe('')
    expect(stderr).not.toContain('Try again')
    expect(paths(at).filter((path) => path.includes('access_token'))).toHaveLength(1)
  })

  test('three invalid lines end it', async () => {
    const at = service()
    const lines = ['', 'two words', '', (text: string) => at.approve(pageIn(text))]
    const { kind, hint } = await failing(at, [], { terminal: undefined, stdin: lines })
    expect([kind, hint]).toEqual(['auth', expect.stringContaining('kiva login --start')])
    expect(paths(at)).toEqual(['POST /oauth/request_token'])
  })
})

describe('with a closed stderr', () => {
  test.each([0, 20])('after %i characters a login fails and saves nothing', async (stderrLeftAfter) => {
    const at = service()
    const failure = await failing(at, [], { stderrLeftAfter, stdin: ['KV-aB3dE6gH'] })
    expect(failure).toMatchObject({
      kind: 'auth',
      message: 'cannot show the login instructions: stderr is closed',
      hint: expect.stringContaining('kiva login --start'),
    })
    expect(paths(at)).toEqual(['POST /oauth/request_token'])
    expect(failure.ran.files.size).toBe(0)
  })

  test('a write that throws ReaderGone is the same failure; other errors keep their exit code', async () => {
    for (const [thrown, kind] of [
      [new ReaderGone('gone'), 'auth'],
      [new KivaError('bug', 'The output cannot be written'), 'bug'],
    ] as const) {
      const stderr = { isTerminal: true, columns: 80, write: () => Promise.reject(thrown) }
      const { code } = await attempt(service(), [], { world: { stderr } })
      expect(code).toBe(exitCodes[kind].code)
    }
  })
})

describe('the URLs of the token calls', () => {
  test.each([404, 405])(
    'get the suffix .json after a %i for the request token, for the exchange too',
    async (status) => {
      const at = service({ suffix: '.json' })
      const send: typeof at.send = async (request, signal) => {
        const reply = await at.send(request, signal)
        return reply.status === 404 ? { ...reply, status } : reply
      }
      const { files } = await play(at, [], { send })
      expect(paths(at)).toEqual([
        'POST /oauth/request_token',
        'POST /oauth/request_token.json',
        'POST /oauth/access_token.json',
        'GET /v1/my/account.json',
      ])
      expect(files.has('credentials')).toBe(true)
    },
  )

  test('keep the suffix that worked between --start and --finish', async () => {
    const at = service({ suffix: '.json' })
    const first = await play(at, ['--start', '-o', 'json'])
    const code = at.approve(JSON.parse(first.stdout).authorize_url)
    await play(at, ['--finish'], { files: first.files, stdin: [code] })
    expect(paths(at).filter((path) => path.includes('access_token'))).toEqual([
      'POST /oauth/access_token.json',
    ])
  })

  test.each([400, 401, 403, 410, 500, 302])('get no suffix after a %i', async (status) => {
    const at = service({ answer: { request_token: answering(status, '') } })
    await failing(at)
    expect(paths(at)).toEqual(['POST /oauth/request_token'])
  })

  test('get no suffix after a 404 for the access token', async () => {
    const at = service({ answer: { access_token: answering(404, '') } })
    await failing(at)
    expect(paths(at)).toEqual(['POST /oauth/request_token', 'POST /oauth/access_token'])
  })

  test('are requested with an Accept header for JSON', async () => {
    const at = service()
    await play(at)
    expect(at.requests.map(({ headers }) => headers['accept'])).toEqual(
      Array.from({ length: 3 }, () => 'application/json, */*;q=0.1'),
    )
  })
})

describe('the live service', () => {
  const live = { KIVA_BASE_URL: 'https://api.kivaws.org', KIVA_AUTH_URL: 'https://www.kiva.org' }
  const honest =
    /^https:\/\/api\.kivaws\.org no longer registers applications, and its token URLs responded 404 .*kiva --sandbox login\.\n/

  test('gets a warning that login no longer works, before the first prompt', async () => {
    const { said } = await failing(service(), [], { env: live, stdin: [] })
    expect(said).toMatch(honest)
    expect(said).toMatch(/\nClient id of your application: $|\nClient id of your application: \n$/)
  })

  test('gets no warning in a pipe: the failure alone is printed as JSON', async () => {
    const failure = await failing(service({ answer: { request_token: answering(404, '') } }), ['--start'], {
      env: { ...env, ...live },
      terminal: undefined,
    })
    expect(failure).toMatchObject({ hint: expect.stringContaining('kiva --sandbox login') })
    expect(failure.said).toBe('')
  })

  test('is the only one with this warning', async () => {
    const { stderr } = await play(service())
    expect(stderr).not.toContain('register')
  })

  test('has an authorization page that cannot be used with another service', async () => {
    const at = service()
    const error = await failing(at, [], { env: { ...env, KIVA_AUTH_URL: 'https://www.kiva.org' } })
    expect(error).toMatchObject({ kind: 'usage', hint: expect.stringContaining('--auth-url') })
    expect(error.message).toBe(
      'https://www.kiva.org is not the authorization page of https://api.example.org',
    )
    expect(at.requests).toEqual([])
  })
})

describe('the application', () => {
  test('is prompted for, its secret without echo', async () => {
    const at = service()
    const lines = [
      application.clientId,
      application.clientSecret,
      (stderr: string) => at.approve(pageIn(stderr)),
    ]
    const { echoes, files } = await play(at, [], { env: {}, stdin: lines })
    expect(echoes).toEqual([true, false, true])
    expect(files.has('credentials')).toBe(true)
  })

  test.each([
    ['the environment', env, []],
    ['a prompt', {}, [application.clientId, application.clientSecret]],
  ])('has a secret that is masked if the service repeats it: from %s', async (_, variables, stdin) => {
    const at = service({
      answer: { request_token: answering(401, { message: `bad ${application.clientSecret}` }) },
    })
    const { message, ran } = await failing(at, [], { env: variables, stdin })
    expect(message).toContain('bad ***')
    expect(ran.stderr).not.toContain(application.clientSecret)
  })

  test('is not prompted for in a pipe: a config error', async () => {
    const error = await failing(service(), [], { env: {}, terminal: undefined })
    expect(error).toMatchObject({ kind: 'config', hint: expect.stringContaining('KIVA_CLIENT_ID') })
  })

  test('may come from files', async () => {
    const fromFiles = { KIVA_CLIENT_ID_FILE: '/run/id', KIVA_CLIENT_SECRET_FILE: '/run/secret' }
    const texts = { '/run/id': `${application.clientId}\n`, '/run/secret': `${application.clientSecret}\n` }
    const { files } = await play(service(), [], { env: fromFiles, texts })
    expect(files.has('credentials')).toBe(true)
  })

  test('without its secret, or given twice, is a config error', async () => {
    const half = await failing(service(), [], { env: { KIVA_CLIENT_ID: 'x' } })
    expect(half).toMatchObject({
      kind: 'config',
      message: expect.stringContaining('missing KIVA_CLIENT_SECRET'),
    })
    const twice = { ...env, KIVA_CLIENT_ID_FILE: '/run/id' }
    expect(await failing(service(), [], { env: twice })).toMatchObject({ kind: 'config' })
  })
})

describe('a registered callback', () => {
  const callback = 'https://app.example/done?from=kiva'
  const redirect = (at: Service, change: (query: URLSearchParams) => void = () => {}, base = callback) => {
    return (stderr: string) => {
      const page = pageIn(stderr)
      const verifier = at.approve(page)
      const asked = new URL(page).searchParams
      const query = new URLSearchParams({
        oauth_verifier: verifier,
        oauth_token: asked.get('oauth_token') ?? '',
        scope: 'access,user_balance',
        state: asked.get('state') ?? '',
      })
      change(query)
      return `${base}${base.includes('?') ? '&' : '?'}${query}`
    }
  }

  test.each([callback, 'cpkiva://oauth', 'x-oauthflow://callback', 'com.example.app:/done'])(
    '%s: the full redirect URL is accepted',
    async (registered) => {
      const at = service()
      const lines = [redirect(at, () => {}, registered)]
      const { files } = await play(at, ['--callback', registered], { stdin: lines })
      expect(headerParameters(at.requests[0]?.headers['authorization'] ?? '').get('oauth_callback')).toBe(
        registered,
      )
      expect(files.has('credentials')).toBe(true)
    },
  )

  test.each([
    'https://app.example/other?from=kiva',
    'https://other.example/done?from=kiva',
    'http://app.example/done?from=kiva',
    'https://app.example:444/done',
    'https://app.example.evil.example/done',
  ])('a redirect URL that begins with %s is rejected and prompted for again', async (elsewhere) => {
    const at = service()
    const lines = [redirect(at, () => {}, elsewhere), redirect(at)]
    const { stderr, files } = await play(at, ['--callback', callback], { stdin: lines })
    expect(stderr).toContain(`This is not the redirect URL, which begins with ${callback}. Try again.`)
    expect(files.has('credentials')).toBe(true)
  })

  test('the code alone is accepted', async () => {
    const { files } = await play(service(), ['--callback', callback])
    expect(files.has('credentials')).toBe(true)
  })

  test.each([
    ['another state', (query: URLSearchParams) => query.set('state', 'x'), /its state differs/],
    ['no state', (query: URLSearchParams) => query.delete('state'), /its state differs/],
    ['another token', (query: URLSearchParams) => query.set('oauth_token', 'x'), /its oauth_token differs/],
    [
      'no code',
      (query: URLSearchParams) => query.delete('oauth_verifier'),
      /no code \(oauth_verifier\) and no error/,
    ],
    ['a denial', (query: URLSearchParams) => query.set('error', 'access_denied'), /^access denied/],
    [
      'a denial as error_code',
      (query: URLSearchParams) => query.set('error_code', 'access_denied'),
      /^access denied/,
    ],
    [
      'both names, of which error counts',
      (query: URLSearchParams) => {
        query.set('error_code', 'x')
        query.set('error', 'access_denied')
      },
      /^access denied/,
    ],
    [
      'another error',
      (query: URLSearchParams) => {
        query.set('error', 'invalid_scope')
        query.set('error_description', 'No\u001b[31m such\n\u202escope')
      },
      /^the authorization page returned an error: invalid_scope: No\x1b\[31m such \u202escope$/,
    ],
  ])('a redirect URL with %s ends the login', async (_, change, message) => {
    const at = service()
    const error = await failing(at, ['--callback', callback], { stdin: [redirect(at, change)] })
    expect(error.kind).toBe('auth')
    expect(error.message).toMatch(message)
    expect(paths(at)).toEqual(['POST /oauth/request_token'])
  })

  test.each(['http://app.example/done', 'http://127.0.0.1/done', 'javascript:alert(1)', 'done', ''])(
    '%j is an invalid callback',
    async (wrong) => {
      const at = service()
      expect(await failing(at, ['--callback', wrong])).toMatchObject({ kind: 'usage' })
      expect(at.requests).toEqual([])
    },
  )
})

describe('a login in two steps', () => {
  test('--start prints the address and the next command, and --finish reads the code', async () => {
    const at = service()
    const first = await play(at, ['--start', '--scope', 'access'], { terminal: undefined })
    const printed = JSON.parse(first.stdout)
    expect(printed).toEqual({
      authorize_url: expect.stringMatching(/^https:\/\/www\.example\.org\/oauth\/authorize\?/),
      next: 'kiva login --finish',
    })
    expect(first.opened).toEqual([])
    expect(first.files.has('pending-login')).toBe(true)

    const code = at.approve(printed.authorize_url)
    // The second step ignores its environment and settings.
    await play(at, ['--finish'], {
      env: { KIVA_BASE_URL: 'https://elsewhere.example' },
      files: first.files,
      stdin: [code],
      terminal: undefined,
    })
    expect(Object.fromEntries(first.files)).toEqual({
      credentials: { entries: { [entry.api_origin]: entry } },
    })
  })

  const started = async (at: Service, words: readonly string[] = []) => {
    const { files, stdout } = await play(at, ['--start', '-o', 'json', ...words])
    return { files, page: String(JSON.parse(stdout).authorize_url) }
  }

  /** The pending login in the file, which has one. */
  const pendingIn = (files: ReadonlyMap<string, unknown>) =>
    Object(files.get('pending-login')).entries[origin] as Readonly<Record<string, unknown>>

  test('--finish works 35 minutes after --start: only the age of the code counts', async () => {
    let now = start
    const at = service({ now: () => now })
    const { files, page } = await started(at)
    const code = at.approve(page)
    now += 35 * 60_000
    await play(at, ['--finish'], { files, stdin: [code], now: () => now })
    expect(files.has('credentials')).toBe(true)
  })

  test('--finish a day after --start fails and removes the pending login', async () => {
    const { files } = await started(service())
    const late = failing(service(), ['--finish'], { files, now: () => start + 24 * 3_600_000 })
    expect(await late).toMatchObject({
      kind: 'auth',
      message: expect.stringContaining('24 hours ago'),
    })
    expect(files.has('pending-login')).toBe(false)
  })

  test.each([
    ['no field of its own', {}],
    ['an origin that is none', { api_origin: 'https://x.example/path' }],
    ['a page that is none', { auth_origin: 'x' }],
    ['another suffix', { token_suffix: '.xml' }],
    ['a scope that is no list', { scope: 'access' }],
    ['a time that is none', { started_at: 'soon' }],
    ['a clock that is none', { clock_skew: '1' }],
    ['no secret', { oauth_token_secret: 1 }],
  ])('a pending login with %s is corrupt: nothing is sent, and logout removes it', async (name, change) => {
    const { files } = await started(service())
    const changed = name === 'no field of its own' ? {} : { ...pendingIn(files), ...change }
    // The second is what an earlier kiva stored.
    for (const content of [{ entries: { [origin]: changed } }, changed]) {
      files.set('pending-login', content)
      const at = service()
      expect(await failing(at, ['--finish'], { files })).toMatchObject({
        kind: 'config',
        hint: expect.stringContaining('Delete it with kiva logout'),
      })
      expect(at.requests).toEqual([])
      succeeded(await run(['logout'], { env: places, files }))
      expect(files.size).toBe(0)
    }
  })

  test.each([
    ['no logins', { entries: [] }],
    ['a login under another origin', 'https://other.example'],
    ['a login of a profile under its origin', { profile: 'work' }],
    ['a profile that is no text', { profile: 7 }],
  ])('a file of pending logins with %s is corrupt', async (_, change) => {
    const { files } = await started(service())
    const pending = pendingIn(files)
    const content =
      typeof change === 'string'
        ? { entries: { [change]: pending } }
        : 'entries' in change
          ? change
          : { entries: { [origin]: { ...pending, ...change } } }
    files.set('pending-login', content)
    expect(await failing(service(), ['--finish'], { files })).toMatchObject({ kind: 'config' })
  })

  test('a pending login that an earlier kiva stored is finished', async () => {
    const at = service()
    const { files, page } = await started(at)
    files.set('pending-login', pendingIn(files))
    await play(at, ['--finish'], { files, stdin: [at.approve(page)] })
    expect(Object.fromEntries(files)).toEqual({ credentials: { entries: { [origin]: entry } } })
  })

  test('a wrong redirect URL keeps the pending login; a denial removes it', async () => {
    const callback = 'https://app.example/done'
    const { files, page } = await started(service(), ['--callback', callback])
    const asked = new URL(page).searchParams
    const paste = (query: Record<string, string>) =>
      failing(service(), ['--finish'], { files, stdin: [`${callback}?${new URLSearchParams(query)}`] })
    await paste({ state: 'x' })
    expect(files.has('pending-login')).toBe(true)
    expect(await paste({ state: asked.get('state') ?? '', error: 'access_denied' })).toMatchObject({
      kind: 'auth',
    })
    expect(files.has('pending-login')).toBe(false)
  })

  test('a mistyped code keeps the pending login, and the right code then succeeds', async () => {
    const at = service()
    const { files, page } = await started(at)
    const code = at.approve(page)
    const slip = failing(at, ['--finish'], { files, stdin: ['KV-mistyped'], terminal: undefined })
    expect(await slip).toMatchObject({
      kind: 'auth',
      code: 'oauth.parameter_rejected',
      message: 'the API refused an access token: wrong code',
      hint: 'Run kiva login --finish again with the code that the page shows after you approve.',
    })
    expect(files.has('pending-login')).toBe(true)
    await play(at, ['--finish'], { files, stdin: [code], terminal: undefined })
    expect([...files.keys()]).toEqual(['credentials'])
  })

  test('the pending login is removed if the service allows one try only', async () => {
    const at = service({ burns: true })
    const { files, page } = await started(at)
    at.approve(page)
    await failing(at, ['--finish'], { files, stdin: ['KV-mistyped'], terminal: undefined })
    const over = await failing(at, ['--finish'], { files, stdin: ['KV-aB3dE6gH'] })
    expect(over).toMatchObject({ code: 'oauth.verifier_used' })
    expect(files.size).toBe(0)
  })

  test('an exchange without a reply removes the pending login', async () => {
    const at = service({
      answer: {
        access_token: () => {
          throw new KivaError('network', 'no response within 30s')
        },
      },
    })
    const { files, page } = await started(at)
    await failing(at, ['--finish'], { files, stdin: [at.approve(page)] })
    const again = await failing(at, ['--finish'], { files, stdin: ['KV-aB3dE6gH'] })
    expect(again.message).toBe('no login in progress')
  })

  test('the next command keeps --base-url and --ca-file, quoted for the shell', async () => {
    const mode = ['--base-url', 'https://api.example.org', '--ca-file', "/it's.pem"]
    const { stdout, stderr } = await play(service(), ['--start', '-o', 'json', ...mode])
    const next = "kiva --base-url https://api.example.org --ca-file '/it'\\''s.pem' login --finish"
    expect(JSON.parse(stdout).next).toBe(next)
    expect(stderr).toContain(`then run ${next} and enter`)
  })

  test('--finish cannot be used with --start, --scope or --callback', async () => {
    for (const words of [
      ['--start', '--finish'],
      ['--finish', '--scope', 'x'],
      ['--finish', '--callback', 'oob'],
    ]) {
      expect(await failing(service(), words)).toMatchObject({ kind: 'usage' })
    }
  })
})

describe('the browser', () => {
  test.each([
    ['not on a pipe', { terminal: undefined }, []],
    ['not in CI', { env: { ...env, CI: 'true' } }, []],
    ['not over SSH without a display', { env: { ...env, SSH_CONNECTION: '::1' } }, []],
    ['not with --no-browser', {}, ['--no-browser']],
  ] as const)('is %s opened, and the address is printed anyway', async (_, options, words) => {
    const { opened, stderr } = await play(service(), words, options)
    expect(opened).toEqual([])
    expect(pageIn(stderr)).toContain('/oauth/authorize?client_id=')
  })

  test('is opened over SSH with a display', async () => {
    const { opened } = await play(service(), [], { env: { ...env, SSH_CONNECTION: '::1', DISPLAY: ':10' } })
    expect(opened).toHaveLength(1)
  })

  test('is reported as opened only if it was', async () => {
    for (const browse of [async () => false, () => Promise.reject(new Error('no browser'))]) {
      const { stderr } = await play(service(), [], { world: { browse } })
      expect(stderr).not.toContain('Opened')
      expect(pageIn(stderr)).toContain('oauth_token=')
    }
    const { stderr } = await play(service())
    expect(stderr).toContain('Opened it in your browser.')
  })

  test.each(['http://www.example.org', 'http://localhost:3', 'https://www.kiva.org'] as const)(
    'does not open %s, which is a usage error: nothing is sent',
    async (authUrl) => {
      const at = service()
      expect(await failing(at, [], { env: { ...env, KIVA_AUTH_URL: authUrl } })).toMatchObject({
        kind: 'usage',
      })
      expect(at.requests).toEqual([])
    },
  )
})

describe('an error reply of the service:', () => {
  const refusing = (name: string, status = 401) =>
    answering(status, { code: `oauth.${name}`, message: 'their words' })
  const form = (name: string) => answering(401, `oauth_problem=${name}&oauth_problem_advice=their%20words`)
  const page = answering(200, '<!DOCTYPE html><title>Log in</title>')

  const rows: readonly (readonly [string, 'request_token' | 'access_token', () => HttpReply, RegExp, RegExp])[] = [
    ['request token: signature wrong', 'request_token', refusing('signature_invalid'), /invalid signature/, /KIVA_CLIENT_SECRET/],
    ['request token: malformed header', 'request_token', refusing('parameter_rejected', 400), /is invalid/, /kiva login/],
    ['request token: invalid client', 'request_token', refusing('client_unknown'), /unknown application/, /KIVA_CLIENT_ID/],
    ['request token: restricted client', 'request_token', refusing('client_restricted', 403), /restricted/, /another client/],
    ['request token: HTTPS not used', 'request_token', refusing('https_required', 403), /HTTPS was not used/, /https/],
    ['request token: missing parameters', 'request_token', refusing('parameter_absent', 400), /missing/, /again/],
    ['request token: other callback', 'request_token', refusing('callback_mismatch', 400), /registered/, /--callback/],
    ['request token: not POST', 'request_token', refusing('method_not_allowed', 405), /method/, /--base-url/],
    ['access token: code expired', 'access_token', refusing('verifier_expired'), /code has expired/, /again/],
    ['access token: code used', 'access_token', refusing('verifier_used'), /already used/, /again/],
    ['access token: other client', 'access_token', refusing('client_mismatch'), /another application/, /same client/],
    ['access token: signature wrong', 'access_token', refusing('signature_invalid'), /invalid signature/, /KIVA_CLIENT_SECRET/],
    ['access token: restricted client', 'access_token', refusing('client_restricted'), /restricted/, /client/],
    ['access token: HTTPS not used', 'access_token', refusing('https_required'), /HTTPS was not used/, /https/],
    ['access token: wrong code, or the login has ended', 'access_token', refusing('token_rejected'), /: wrong code, or this login has ended$/, /again/],
    ['access token: missing parameters', 'access_token', refusing('parameter_absent', 400), /missing/, /again/],
    ['a form in place of JSON', 'access_token', form('verifier_expired'), /code has expired/, /again/],
    ['a synonym of the field', 'request_token', form('consumer_key_unknown'), /unknown application/, /KIVA_CLIENT_ID/],
    ['a cause nobody knows', 'request_token', form('moon_phase'), /\(401\): their words/, /client id/],
    ['a reused nonce', 'request_token', refusing('nonce_used'), /seen before/, /again/],
    ['an old timestamp', 'request_token', refusing('timestamp_refused'), /clock differs/, /clock/],
    ['404: authorization is no longer offered', 'request_token', answering(404, '<html>'), /no longer offers/, /--sandbox/],
    ['404 at the exchange', 'access_token', answering(404, ''), /no longer offers/, /--sandbox/],
    ['a refusal as a page of HTML', 'request_token', answering(403, '<html><h1>Forbidden</h1>'), /web page/, /./],
    ['a page that speaks of a cause', 'request_token', answering(400, '<html>&oauth_problem=nonce_used&x=1'), /web page/, /./],
    ['words about headers', 'request_token', answering(400, 'authorization: must be a header; cookie: none'), /authorization: must be a header; cookie: none$/, /./],
    ['a page of HTML as success', 'request_token', page, /an HTML or XML page/, /--base-url/],
    ['an empty success', 'access_token', answering(200, ''), /it is empty/, /--base-url/],
    ['broken JSON', 'access_token', answering(200, '{"oauth_token":"hush'), /it is invalid JSON/, /--base-url/],
    ['no secret in it', 'access_token', answering(200, { oauth_token: 'hush' }), /no oauth_token_secret/, /--base-url/],
    ['callback not confirmed', 'request_token', answering(200, { oauth_token: 'a', oauth_token_secret: 'b', oauth_callback_confirmed: false }), /did not confirm/, /--base-url/],
  ] // biome-ignore format: a table

  test.each(rows)('%s', async (_, call, answer, message, hint) => {
    const faults = { answer: { [call]: answer } }
    const at = service(faults)
    const error = await failing(at)
    expect(error.kind).toBe('auth')
    expect(error.message).toMatch(message)
    expect(error.hint).toMatch(hint)
    expect(error.ran.files.size).toBe(0)
    // Each call is made once, except for the suffix after a 404 or 405.
    const nothingThere = call === 'request_token' && [404, 405].includes(answer().status)
    expect(at.requests.filter(({ url }) => url.includes(call))).toHaveLength(nothingThere ? 2 : 1)
    // The causes and the stack do not contain the reply either.
    const told = await attempt(service(faults), ['--debug'])
    expect(`${error.ran.stderr}${told.stderr}`).not.toContain('hush')
  })

  test('plain HTTP is rejected before anything is sent, even to this machine', async () => {
    const at = service()
    const here = { ...env, KIVA_BASE_URL: 'http://127.0.0.1:8080' }
    const refused = { kind: 'usage', message: expect.stringContaining('requires HTTPS') }
    expect(await failing(at, [], { env: here })).toMatchObject(refused)
    // The command line already rejects other hosts; the login itself does too.
    const { context } = contextOf({ env, send: at.send, settings: { baseUrl: 'http://api.example.org' } })
    await expect(login(context, {})).rejects.toMatchObject(refused)
    expect(at.requests).toEqual([])
  })

  test.each([
    [503, 'service'],
    [429, 'rate-limited'],
    [302, 'network'],
  ])('status %i is an error of kind %s, not auth', async (status, kind) => {
    const at = service({
      answer: { request_token: answering(status, '<html>', { location: 'https://x.example' }) },
    })
    expect(await failing(at)).toMatchObject({ kind })
  })

  test('an exchange without a reply is not repeated, and the message says that the code was sent', async () => {
    const at = service({
      answer: {
        access_token: () => {
          throw new KivaError('network', 'no response within 30s')
        },
      },
    })
    const error = await failing(at)
    expect(error).toMatchObject({ kind: 'network', hint: expect.stringContaining('Start again') })
    expect(error.message).toBe(
      'the code was sent, but no complete response was received: no response within 30s',
    )
    expect(paths(at)).toEqual(['POST /oauth/request_token', 'POST /oauth/access_token'])
    expect(error.ran.files.size).toBe(0)
  })
})

test.each(['interrupted', 'config', 'bug'] as const)(
  'an exchange that fails with the kind %s keeps its message',
  async (kind) => {
    const at = service({
      answer: {
        access_token: () => {
          throw new KivaError(kind, 'as it was')
        },
      },
    })
    expect(await failing(at)).toMatchObject({ kind, message: 'as it was' })
  },
)

describe('a wrong clock', () => {
  test.each([-3600, 3600])(
    'by %i s is corrected once, with one warning, and the exchange uses the correction',
    async (seconds) => {
      const at = service({ now: () => start + seconds * 1000 })
      const { stderr, files } = await play(at)
      expect(paths(at)).toEqual([
        'POST /oauth/request_token',
        'POST /oauth/request_token',
        'POST /oauth/access_token',
        'GET /v1/my/account.json',
      ])
      expect(stderr.match(/The clock of this machine is 3600s (behind|ahead of) the API's/g)).toHaveLength(1)
      expect(files.has('credentials')).toBe(true)
    },
  )

  test('is not corrected at the exchange, which is never repeated', async () => {
    const late = new Date(start + 3_600_000).toUTCString()
    const at = service({
      answer: { access_token: answering(401, { code: 'oauth.timestamp_refused' }, { date: late }) },
    })
    expect(await failing(at)).toMatchObject({ code: 'oauth.timestamp_refused' })
    expect(paths(at)).toHaveLength(2)
  })
})

test('Ctrl-C at the prompt for the code ends the login', async () => {
  const controller = new AbortController()
  const stdin = {
    isTerminal: true,
    readAll: async () => '',
    // The port promises that the signal ends the wait.
    readLine: async () => {
      controller.abort(new KivaError('interrupted', 'Interrupted'))
      throw controller.signal.reason
    },
    async *chunks() {},
  }
  const error = await failing(service(), [], { signal: controller.signal, world: { stdin } })
  expect(error.kind).toBe('interrupted')
  expect(error.said).toMatch(/Code: \n$/)
})

describe('the address of the authorization page', () => {
  const env80 = { ...env, TERM: 'xterm-kitty' }
  const kiva = { KIVA_BASE_URL: 'https://api.kivaws.org', KIVA_AUTH_URL: 'https://www.kiva.org' }

  test('is a hyperlink to itself where the terminal can, and is not wrapped', async () => {
    const { stderr } = await attempt(service(), [], {
      terminal: 40,
      env: { ...env80, ...kiva },
      stdin: ['KV-aB3dE6gH'],
    })
    const [, target, shown] = /\x1b\]8;;(https:[^\x1b]+)\x1b\\([^\x1b]+)\x1b\]8;;\x1b\\/.exec(stderr) ?? []
    expect(target).toMatch(/^https:\/\/www\.kiva\.org\/oauth\/authorize\?client_id=/)
    expect(shown).toBe(target)
  })

  test('is plain text in other terminals, in one piece', async () => {
    const { stderr } = await play(service(), [], { terminal: 40 })
    expect(stderr).not.toContain('\x1b')
    expect(stderr.split('\n').map((line) => line.trim())).toContain(pageIn(stderr))
  })

  test('of --start is in one piece on a narrow terminal', async () => {
    const { stdout } = await play(service(), ['--start'], { terminal: 40 })
    expect(stdout).toMatch(/https:\/\/www\.example\.org\/oauth\/authorize\?\S+&state=\w+/)
  })

  test('is not a link in the output of another command', async () => {
    const address = 'https://www.kiva.org/oauth/authorize?client_id=evil'
    const name = `\x1b]8;;${address}\x1b\\Ada\x1b]8;;\x1b\\`
    const { stdout } = await run(['loans', 'show', '84'], {
      terminal: 80,
      env: { TERM: 'xterm-kitty', NO_COLOR: '1' },
      send: async () => jsonReply({ loans: [{ id: 84, name }] }),
    })
    expect(stdout).toContain('Ada')
    expect(stdout).not.toContain(`8;;${address}\x1b`)
  })
})

test('a login says first that there is one, and who has it', async () => {
  const files = new Map<string, unknown>([['credentials', { entries: { [entry.api_origin]: entry } }]])
  for (const words of [[], ['--start']]) {
    const ran = await play(service(), words, { files })
    expect(ran.stderr).toMatch(
      /^Already logged in to https:\/\/api\.example\.org as Ada Example\. A new login replaces this one\.\n/,
    )
  }
  expect((await play(service())).stderr).not.toContain('Already logged in')
})

test('--start prints the address and the next command, and nothing else', async () => {
  const { stdout } = await play(service(), ['--start'], { terminal: undefined })
  expect(Object.keys(JSON.parse(stdout))).toEqual(['authorize_url', 'next'])
})

describe('a login provider', () => {
  const at = service()
  let closed = 0
  const openProvider = async () => ({
    baseUrl: 'https://api.example.org' as const,
    authUrl: 'http://127.0.0.1:40123' as const,
    client: application,
    send: at.send,
    close: async () => {
      closed++
    },
  })
  const settings = { sandbox: true }

  test('supplies URLs and application, and is closed after success and failure', async () => {
    const page = (stderr: string) => /http:\/\/127\.0\.0\.1:40123\/\S+/.exec(stderr)?.[0] ?? ''
    const { context, files, opened, stderr } = contextOf({
      settings,
      terminal: 80,
      stdin: [(said) => at.approve(page(said))],
    })
    await login(context, {}, openProvider)
    expect(opened).toEqual([page(stderr.text())])
    expect(files.has('credentials')).toBe(true)
    await expect(login(contextOf({ settings }).context, {}, openProvider)).rejects.toThrow(KivaError)
    expect(closed).toBe(2)
  })

  test.each([{ start: true }, { finish: true }])(
    'of the sandbox lasts for one run: a login with %j is a usage error',
    async (values) => {
      await expect(login(contextOf({ settings }).context, values, openProvider)).rejects.toMatchObject({
        kind: 'usage',
      })
      expect(closed).toBe(2)
    },
  )
})
