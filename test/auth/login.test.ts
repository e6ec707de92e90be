import { describe, expect, test } from 'vitest'
import { login } from '../../src/actions/login.ts'
import logout from '../../src/actions/logout.ts'
import { createSecrets } from '../../src/auth/masking.ts'
import type { ActionValues } from '../../src/commands/action.ts'
import type { HttpReply } from '../../src/context.ts'
import { KivaError, ReaderGone } from '../../src/errors.ts'
import { accessToken, answering, application, type Service, service } from './service.ts'
import { headerParameters } from './verify.ts'
import { type Setup, start, world } from './world.ts'

const env = { KIVA_CLIENT_ID: application.clientId, KIVA_CLIENT_SECRET: application.clientSecret }
const pageIn = (text: string) => /https:\/\/www\.example\.org\/\S+/.exec(text)?.[0] ?? ''
const entry = {
  api_origin: 'https://api.example.org',
  auth_origin: 'https://www.example.org',
  client_id: application.clientId,
  client_secret: application.clientSecret,
  ...accessToken,
  scope: ['access'],
  obtained_at: '2026-01-15T12:00:00.000Z',
  account: { name: 'Ada Example', lender_id: 'ada7' },
}

/** A login at a service where the person approves and types the code. */
function play(at: Service, values: ActionValues = {}, setup: Setup = {}) {
  const traces = world({ env, send: at.send, lines: [(err) => at.approve(pageIn(err))], ...setup })
  return { ...traces, done: login(traces.context, values) }
}

async function failing(done: Promise<unknown>): Promise<KivaError> {
  const error = await done.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (error instanceof KivaError) return error
  throw new Error('no KivaError', { cause: error })
}

const paths = (at: Service) => at.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)

describe('out of band', () => {
  test('gets a token, greets by name, lists the scopes and stores', async () => {
    const at = service()
    const { done, files, err, out, opened } = play(at)
    await done
    expect(paths(at)).toEqual([
      'POST /oauth/request_token',
      'POST /oauth/access_token',
      'GET /v1/my/account.json',
    ])
    expect(files.get('credentials')).toEqual({ entries: { 'https://api.example.org': entry } })
    expect(err()).toContain('Hello Ada Example, you are logged in to https://api.example.org.')
    expect(err()).toContain('Scopes: access.')
    expect(err()).toContain('/config/credentials.json')
    expect(opened).toEqual([pageIn(err())])
    expect(out()).toBe('')
  })

  test('sends oauth_callback and oauth_verifier in the signed header, by POST, with nothing in the query', async () => {
    const at = service()
    await play(at).done
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

  test('says how long the code is good, and promises no clock time: it is not known when it will be shown', async () => {
    const { done, err } = play(service())
    await done
    expect(err()).toContain('It shows a code, good for about 30 minutes from then on.\n')
    expect(err()).not.toMatch(/\d:\d\d/)
  })

  test('reads token replies that are forms, with reserved characters in the tokens', async () => {
    const at = service({ form: true, scope: 'access,user_email', confirmed: 'true' })
    const { done, files } = play(at, { scope: ['access', 'user_email', 'user_stats'] })
    await done
    expect(files.get('credentials')).toMatchObject({
      entries: { 'https://api.example.org': { ...accessToken, scope: ['access', 'user_email'] } },
    })
  })

  test('names scopes that were asked for and not granted', async () => {
    const { done, err } = play(service(), { scope: ['access', 'user_email'] })
    await done
    expect(pageIn(err())).toContain('scope=access%2Cuser_email')
    expect(err()).toContain('Not granted: user_email.')
  })

  test('asks for another answer where one cannot be a code, before using up the authorization', async () => {
    const at = service()
    const lines = [
      '',
      'https://www.example.org/oauth/authorize?x=1',
      (err: string) => ` "${at.approve(pageIn(err))}" `,
    ]
    await play(at, {}, { lines }).done
    expect(paths(at)).toHaveLength(3)
  })

  test('gives up after three, and at the end of input', async () => {
    const at = service()
    expect(await failing(play(at, {}, { lines: ['', ' ', ''] }).done)).toMatchObject({ kind: 'auth' })
    const ended = await failing(play(at, {}, { lines: [] }).done)
    expect(ended).toMatchObject({ kind: 'auth', hint: expect.stringMatching(/--start.*--finish/) })
    expect(paths(at)).toEqual(['POST /oauth/request_token', 'POST /oauth/request_token'])
  })

  test('shows no secret, with --debug neither', async () => {
    const { done, err } = play(service(), {}, { settings: { verbosity: 2 } })
    await done
    expect(err()).toContain('signature base string: POST&https%3A%2F%2Fapi.example.org')
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
        expect(err()).not.toContain(form)
      }
    }
  })

  test('keeps the token though the account can not be read, and says so', async () => {
    const at = service({ answer: { account: answering(503, '<html><h1>Down</h1></html>') } })
    const { done, files, err } = play(at)
    await done
    const { account: _, ...without } = entry
    expect(files.get('credentials')).toEqual({ entries: { 'https://api.example.org': without } })
    expect(err()).toContain('but the account could not be read: The service failed (503)')
  })

  test('stays beside logins to other origins, and takes the application from an earlier login', async () => {
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
    await play(service(), {}, { env: {}, files }).done
    expect(files.get('credentials')).toEqual({
      entries: { 'https://other.example': other, 'https://api.example.org': entry },
    })
  })

  test('prints the address with --quiet too', async () => {
    const { done, err } = play(service(), {}, { settings: { quiet: true } })
    await done
    expect(pageIn(err())).toContain('oauth_token=')
  })
})

describe('a code that the service calls another', () => {
  const mistyped = (at: Service) => (err: string) => {
    at.approve(pageIn(err))
    return 'KV-mistyped'
  }

  test('is asked for again on a terminal', async () => {
    const at = service()
    const { done, files, err } = play(at, {}, { lines: [mistyped(at), 'KV-aB3dE6gH'] })
    await done
    expect(err()).toMatch(/Code: The service says that this is not the code\. Once more, please\.\nCode: /)
    expect(paths(at).filter((path) => path.includes('access_token'))).toHaveLength(2)
    expect(files.has('credentials')).toBe(true)
  })

  test('is asked for three times, not for ever', async () => {
    const at = service()
    const lines = [mistyped(at), 'KV-again', 'KV-and-again', 'KV-aB3dE6gH']
    expect(await failing(play(at, {}, { lines }).done)).toMatchObject({ code: 'oauth.parameter_rejected' })
    expect(paths(at).filter((path) => path.includes('access_token'))).toHaveLength(3)
  })

  test('is the end on a pipe, and where the service takes it for the only try', async () => {
    const at = service()
    const piped = play(at, {}, { lines: [mistyped(at), 'KV-aB3dE6gH'], terminal: false })
    expect(await failing(piped.done)).toMatchObject({ code: 'oauth.parameter_rejected' })
    const strict = service({ burns: true })
    const burnt = play(strict, {}, { lines: [mistyped(strict), 'KV-aB3dE6gH', 'KV-aB3dE6gH'] })
    expect(await failing(burnt.done)).toMatchObject({ code: 'oauth.verifier_used' })
    expect(paths(strict).filter((path) => path.includes('access_token'))).toHaveLength(2)
  })
})

describe('on a pipe', () => {
  test('nothing is prompted for', async () => {
    const { done, err } = play(service(), {}, { terminal: false })
    await done
    expect(err()).not.toContain('Code: ')
  })

  test('an input without a code names the two steps, or in the sandbox a terminal', async () => {
    const ended = await failing(play(service(), {}, { terminal: false, lines: [] }).done)
    expect(ended.message).toBe('The input ended before the answer')
    expect(ended.hint).toBe(
      'Type the code on a terminal, or take two steps: kiva login --start, then kiva login --finish with the code on its standard input.',
    )
  })

  test('two refused lines are passed over, without a word', async () => {
    const at = service()
    const { done, err } = play(
      at,
      {},
      { terminal: false, lines: ['', 'two words', (text) => at.approve(pageIn(text))] },
    )
    await done
    expect(err()).not.toContain('Once more')
  })
})

describe('with nobody reading stderr', () => {
  test.each([0, 20])(
    'after %i characters a login fails: it cannot be talked to',
    async (readerLeavesAfter) => {
      const at = service()
      const { done, files } = play(at, {}, { readerLeavesAfter, lines: ['KV-aB3dE6gH'] })
      expect(await failing(done)).toMatchObject({
        kind: 'auth',
        message: 'Nobody reads stderr, where a login tells what to do',
        hint: expect.stringContaining('kiva login --start'),
      })
      expect(paths(at)).toEqual(['POST /oauth/request_token'])
      expect(files.size).toBe(0)
    },
  )

  test('a sink that says so by throwing is understood too; any other failure stays itself', async () => {
    for (const [thrown, kind] of [
      [new ReaderGone('gone'), 'auth'],
      [new KivaError('bug', 'The output cannot be written'), 'bug'],
    ] as const) {
      const { context } = world({ env, send: service().send })
      const stderr = { ...context.stderr, write: () => Promise.reject(thrown) }
      expect(await failing(login({ ...context, stderr }, {}))).toMatchObject({ kind })
    }
  })
})

describe('the addresses of the token calls', () => {
  test.each([404, 405])(
    'at %i for a request token the suffix is tried, and kept for the exchange',
    async (status) => {
      const at = service({ suffix: '.json' })
      const send: typeof at.send = async (request, signal) => {
        const reply = await at.send(request, signal)
        return reply.status === 404 ? { ...reply, status } : reply
      }
      const { done, files } = play(at, {}, { send })
      await done
      expect(paths(at)).toEqual([
        'POST /oauth/request_token',
        'POST /oauth/request_token.json',
        'POST /oauth/access_token.json',
        'GET /v1/my/account.json',
      ])
      expect(files.has('credentials')).toBe(true)
    },
  )

  test('what worked is kept between two steps', async () => {
    const at = service({ suffix: '.json' })
    const first = play(at, { start: true })
    await first.done
    const code = at.approve(String(first.printed[0]?.['authorize_url']))
    await play(at, { finish: true }, { files: first.files, lines: [code] }).done
    expect(paths(at).filter((path) => path.includes('access_token'))).toEqual([
      'POST /oauth/access_token.json',
    ])
  })

  test.each([400, 401, 403, 410, 500, 302])('no other is tried at %i', async (status) => {
    const at = service({ answer: { request_token: answering(status, '') } })
    await failing(play(at).done)
    expect(paths(at)).toEqual(['POST /oauth/request_token'])
  })

  test('nor at 404 for an access token', async () => {
    const at = service({ answer: { access_token: answering(404, '') } })
    await failing(play(at).done)
    expect(paths(at)).toEqual(['POST /oauth/request_token', 'POST /oauth/access_token'])
  })

  test('JSON is asked for', async () => {
    const at = service()
    await play(at).done
    for (const { headers } of at.requests) expect(headers['accept']).toBe('application/json, */*;q=0.1')
  })
})

describe('the live service', () => {
  const settings = { baseUrl: 'https://api.kivaws.org', authUrl: 'https://www.kiva.org' } as const
  const honest =
    /^Nobody can register an application with https:\/\/api\.kivaws\.org any more, and its token addresses were last seen answering 404.*kiva --sandbox login.*needs nothing\.\n/

  test('is told honestly, before anything is asked or sent', async () => {
    const { done, err } = play(service(), {}, { env: {}, settings, lines: [] })
    await failing(done)
    expect(err()).toMatch(honest)
    expect(err()).toMatch(/\nClient id of your application: $|\nClient id of your application: \n$/)
  })

  test('to a program its failure is one line of JSON, with nothing before', async () => {
    const { done, err } = play(
      service({ answer: { request_token: answering(404, '') } }),
      { start: true },
      { settings, terminal: false },
    )
    expect(await failing(done)).toMatchObject({ hint: expect.stringContaining('kiva --sandbox login') })
    expect(err()).toBe('')
  })

  test('any other service is not spoken of so', async () => {
    const { done, err } = play(service())
    await done
    expect(err()).not.toContain('register')
  })

  test('has the only authorization page for its own tokens: another service needs its own', async () => {
    const at = service()
    const error = await failing(play(at, {}, { settings: { authUrl: 'https://www.kiva.org' } }).done)
    expect(error).toMatchObject({ kind: 'usage', hint: expect.stringContaining('--auth-url') })
    expect(error.message).toBe(
      'https://www.kiva.org is not the authorization page of https://api.example.org',
    )
    expect(at.requests).toEqual([])
  })
})

describe('the application', () => {
  test('is asked for, its secret without echo', async () => {
    const at = service()
    const lines = [application.clientId, application.clientSecret, (err: string) => at.approve(pageIn(err))]
    const { done, echoes, files } = play(at, {}, { env: {}, lines })
    await done
    expect(echoes).toEqual([true, false, true])
    expect(files.has('credentials')).toBe(true)
  })

  test('is not asked for where nobody can answer', async () => {
    const error = await failing(play(service(), {}, { env: {}, terminal: false }).done)
    expect(error).toMatchObject({ kind: 'config', hint: expect.stringContaining('KIVA_CLIENT_ID') })
  })

  test('may come from files', async () => {
    const fromFiles = { KIVA_CLIENT_ID_FILE: '/run/id', KIVA_CLIENT_SECRET_FILE: '/run/secret' }
    const texts = { '/run/id': `${application.clientId}\n`, '/run/secret': `${application.clientSecret}\n` }
    const { done, files } = play(service(), {}, { env: fromFiles, texts })
    await done
    expect(files.has('credentials')).toBe(true)
  })

  test('is given whole or not at all', async () => {
    const half = await failing(play(service(), {}, { env: { KIVA_CLIENT_ID: 'x' } }).done)
    expect(half).toMatchObject({
      kind: 'config',
      message: expect.stringContaining('KIVA_CLIENT_SECRET missing'),
    })
    const twice = { ...env, KIVA_CLIENT_ID_FILE: '/run/id' }
    expect(await failing(play(service(), {}, { env: twice }).done)).toMatchObject({ kind: 'config' })
  })
})

describe('a registered callback', () => {
  const callback = 'https://app.example/done?from=kiva'
  const redirect = (at: Service, change: (query: URLSearchParams) => void = () => {}, base = callback) => {
    return (err: string) => {
      const page = pageIn(err)
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
    '%s: the whole address is understood',
    async (registered) => {
      const at = service()
      const lines = [redirect(at, () => {}, registered)]
      const { done, files } = play(at, { callback: registered }, { lines })
      await done
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
  ])('%s is not the callback: it is refused and asked for again', async (elsewhere) => {
    const at = service()
    const lines = [redirect(at, () => {}, elsewhere), redirect(at)]
    const { done, err, files } = play(at, { callback }, { lines })
    await done
    expect(err()).toContain(`That is not the address of the redirect: it begins with ${callback} Once more`)
    expect(files.has('credentials')).toBe(true)
  })

  test('so is the bare code', async () => {
    const { done, files } = play(service(), { callback })
    await done
    expect(files.has('credentials')).toBe(true)
  })

  test.each([
    ['another state', (query: URLSearchParams) => query.set('state', 'x'), /its state is another/],
    ['no state', (query: URLSearchParams) => query.delete('state'), /its state is another/],
    [
      'another token',
      (query: URLSearchParams) => query.set('oauth_token', 'x'),
      /its oauth_token is another/,
    ],
    ['no code', (query: URLSearchParams) => query.delete('oauth_verifier'), /neither a code/],
    ['a denial', (query: URLSearchParams) => query.set('error', 'access_denied'), /^Access was denied/],
    [
      'a denial as error_code',
      (query: URLSearchParams) => query.set('error_code', 'access_denied'),
      /^Access was denied/,
    ],
    [
      'both names, of which error counts',
      (query: URLSearchParams) => {
        query.set('error_code', 'x')
        query.set('error', 'access_denied')
      },
      /^Access was denied/,
    ],
    [
      'another error',
      (query: URLSearchParams) => {
        query.set('error', 'invalid_scope')
        query.set('error_description', 'No\u001b[31m such\n\u202escope')
      },
      /^The authorization page ended with an error, invalid_scope: No\x1b\[31m such \u202escope$/,
    ],
  ])('with %s it ends there', async (_, change, message) => {
    const at = service()
    const error = await failing(play(at, { callback }, { lines: [redirect(at, change)] }).done)
    expect(error.kind).toBe('auth')
    expect(error.sentence.told(createSecrets().quote)).toMatch(message)
    expect(paths(at)).toEqual(['POST /oauth/request_token'])
  })

  test.each(['http://app.example/done', 'http://127.0.0.1/done', 'javascript:alert(1)', 'done', ''])(
    '%j is none',
    async (wrong) => {
      const at = service()
      expect(await failing(play(at, { callback: wrong }).done)).toMatchObject({ kind: 'usage' })
      expect(at.requests).toEqual([])
    },
  )
})

describe('in two steps', () => {
  test('--start prints what is needed and --finish reads the code', async () => {
    const at = service()
    const first = play(at, { start: true, scope: ['access'] }, { terminal: false })
    await first.done
    const [printed] = first.printed
    expect(printed).toEqual({
      authorize_url: expect.stringMatching(/^https:\/\/www\.example\.org\/oauth\/authorize\?/),
      next: 'kiva login --finish',
    })
    expect(first.opened).toEqual([])
    expect(first.files.has('pending-login')).toBe(true)

    const code = at.approve(String(printed?.['authorize_url']))
    // Environment and settings of the second step are not needed any more.
    const settings = { baseUrl: 'https://elsewhere.example' } as const
    const second = play(
      at,
      { finish: true },
      { env: {}, settings, files: first.files, lines: [code], terminal: false },
    )
    await second.done
    expect(Object.fromEntries(first.files)).toEqual({
      credentials: { entries: { [entry.api_origin]: entry } },
    })
  })

  const started = async (at: Service, values: ActionValues = {}) => {
    const first = play(at, { start: true, ...values })
    await first.done
    return { files: first.files, page: String(first.printed[0]?.['authorize_url']) }
  }

  test('35 minutes after the first one the second still works: the code is younger than the request token', async () => {
    let now = start
    const at = service({ now: () => now })
    const { files, page } = await started(at)
    const code = at.approve(page)
    now += 35 * 60_000
    await play(at, { finish: true }, { files, lines: [code], now: () => now }).done
    expect(files.has('credentials')).toBe(true)
  })

  test('one of yesterday is removed and said', async () => {
    const { files } = await started(service())
    const late = play(service(), { finish: true }, { files, now: () => start + 24 * 3_600_000 })
    expect(await failing(late.done)).toMatchObject({
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
  ])('with %s is corrupt: nothing is sent, and logout removes it', async (name, change) => {
    const { files } = await started(service())
    files.set(
      'pending-login',
      name === 'no field of its own' ? {} : { ...Object(files.get('pending-login')), ...change },
    )
    const at = service()
    expect(await failing(play(at, { finish: true }, { files }).done)).toMatchObject({
      kind: 'config',
      hint: expect.stringContaining('kiva logout removes it'),
    })
    expect(at.requests).toEqual([])
    await logout(world({ files }).context, {})
    expect(files.size).toBe(0)
  })

  test('a wrong paste can be put right; a denial is the end', async () => {
    const callback = 'https://app.example/done'
    const { files, page } = await started(service(), { callback })
    const asked = new URL(page).searchParams
    const paste = (query: Record<string, string>) =>
      play(service(), { finish: true }, { files, lines: [`${callback}?${new URLSearchParams(query)}`] }).done
    await failing(paste({ state: 'x' }))
    expect(files.has('pending-login')).toBe(true)
    expect(await failing(paste({ state: asked.get('state') ?? '', error: 'access_denied' }))).toMatchObject({
      kind: 'auth',
    })
    expect(files.has('pending-login')).toBe(false)
  })

  test('a mistyped code keeps the login, for another try', async () => {
    const at = service()
    const { files, page } = await started(at)
    const code = at.approve(page)
    const slip = play(at, { finish: true }, { files, lines: ['KV-mistyped'], terminal: false })
    expect(await failing(slip.done)).toMatchObject({ kind: 'auth', code: 'oauth.parameter_rejected' })
    expect(files.has('pending-login')).toBe(true)
    await play(at, { finish: true }, { files, lines: [code], terminal: false }).done
    expect([...files.keys()]).toEqual(['credentials'])
  })

  test('a service may take a wrong code for the only try: then it is over', async () => {
    const at = service({ burns: true })
    const { files, page } = await started(at)
    at.approve(page)
    await failing(play(at, { finish: true }, { files, lines: ['KV-mistyped'], terminal: false }).done)
    const over = await failing(play(at, { finish: true }, { files, lines: ['KV-aB3dE6gH'] }).done)
    expect(over).toMatchObject({ code: 'oauth.verifier_used' })
    expect(files.size).toBe(0)
  })

  test('a code is exchanged once: after an exchange without an answer nothing is under way', async () => {
    const at = service({
      answer: {
        access_token: () => {
          throw new KivaError('network', 'no answer within 30 s')
        },
      },
    })
    const { files, page } = await started(at)
    await failing(play(at, { finish: true }, { files, lines: [at.approve(page)] }).done)
    const again = await failing(play(at, { finish: true }, { files, lines: ['KV-aB3dE6gH'] }).done)
    expect(again.message).toBe('No login is under way')
  })

  test('what is told next keeps the mode', async () => {
    const settings = { mode: ['--base-url', 'https://api.example.org', '--ca-file', "/it's.pem"] }
    const { done, printed, err } = play(service(), { start: true }, { settings })
    await done
    const next = "kiva --base-url https://api.example.org --ca-file '/it'\\''s.pem' login --finish"
    expect(printed[0]?.['next']).toBe(next)
    expect(err()).toContain(`then run ${next}, `)
  })

  test('options of the other step, and both at once, are refused', async () => {
    for (const values of [
      { start: true, finish: true },
      { finish: true, scope: ['x'] },
      { finish: true, callback: 'oob' },
    ]) {
      expect(await failing(play(service(), values).done)).toMatchObject({ kind: 'usage' })
    }
  })
})

describe('the browser', () => {
  test.each([
    ['not on a pipe', { terminal: false }, {}],
    ['not in CI', { env: { ...env, CI: 'true' } }, {}],
    ['not over SSH without a display', { env: { ...env, SSH_CONNECTION: '::1' } }, {}],
    ['not with --no-browser', {}, { no_browser: true }],
  ] as const)('is %s opened, and the address printed all the same', async (_, setup, values) => {
    const { done, opened, err } = play(service(), values, setup)
    await done
    expect(opened).toEqual([])
    expect(pageIn(err())).toContain('/oauth/authorize?client_id=')
  })

  test('is opened over SSH with a display', async () => {
    const { done, opened } = play(service(), {}, { env: { ...env, SSH_CONNECTION: '::1', DISPLAY: ':10' } })
    await done
    expect(opened).toHaveLength(1)
  })

  test('is called opened only when it was', async () => {
    for (const browse of [async () => false, () => Promise.reject(new Error('no browser'))]) {
      const at = service()
      const traces = world({ env, send: at.send, lines: [(err) => at.approve(pageIn(err))] })
      await login({ ...traces.context, browse }, {})
      expect(traces.err()).not.toContain('opened')
      expect(pageIn(traces.err())).toContain('oauth_token=')
    }
    const { done, err } = play(service())
    await done
    expect(err()).toContain('It was opened in your browser.')
  })

  test.each(['http://www.example.org', 'http://localhost:3', 'https://www.kiva.org'] as const)(
    'gets no page at %s: nothing is sent',
    async (authUrl) => {
      const at = service()
      expect(await failing(play(at, {}, { settings: { authUrl } }).done)).toMatchObject({ kind: 'usage' })
      expect(at.requests).toEqual([])
    },
  )
})

describe('what the service may refuse:', () => {
  const refusing = (name: string, status = 401) =>
    answering(status, { code: `oauth.${name}`, message: 'their words' })
  const form = (name: string) => answering(401, `oauth_problem=${name}&oauth_problem_advice=their%20words`)
  const page = answering(200, '<!DOCTYPE html><title>Log in</title>')

  const rows: readonly (readonly [string, 'request_token' | 'access_token', () => HttpReply, RegExp, RegExp])[] = [
    ['request token: signature wrong', 'request_token', refusing('signature_invalid'), /signature is wrong/, /secret/],
    ['request token: malformed header', 'request_token', refusing('parameter_rejected', 400), /not valid/, /kiva login/],
    ['request token: invalid client', 'request_token', refusing('client_unknown'), /not known/, /KIVA_CLIENT_ID/],
    ['request token: restricted client', 'request_token', refusing('client_restricted', 403), /restricted/, /another client/],
    ['request token: HTTPS not used', 'request_token', refusing('https_required', 403), /HTTPS was not used/, /https/],
    ['request token: missing parameters', 'request_token', refusing('parameter_absent', 400), /missing/, /again/],
    ['request token: other callback', 'request_token', refusing('callback_mismatch', 400), /registered/, /--callback/],
    ['request token: not POST', 'request_token', refusing('method_not_allowed', 405), /method/, /--base-url/],
    ['access token: code expired', 'access_token', refusing('verifier_expired'), /code has expired/, /again/],
    ['access token: code used', 'access_token', refusing('verifier_used'), /already used/, /once/],
    ['access token: other client', 'access_token', refusing('client_mismatch'), /another application/, /same client/],
    ['access token: signature wrong', 'access_token', refusing('signature_invalid'), /signature is wrong/, /secret/],
    ['access token: restricted client', 'access_token', refusing('client_restricted'), /restricted/, /client/],
    ['access token: HTTPS not used', 'access_token', refusing('https_required'), /HTTPS was not used/, /https/],
    ['access token: missing parameters', 'access_token', refusing('parameter_absent', 400), /missing/, /again/],
    ['a form in place of JSON', 'access_token', form('verifier_expired'), /code has expired/, /again/],
    ['a synonym of the field', 'request_token', form('consumer_key_unknown'), /not known/, /KIVA_CLIENT_ID/],
    ['a cause nobody knows', 'request_token', form('moon_phase'), /\(401\): their words/, /client id/],
    ['a reused nonce', 'request_token', refusing('nonce_used'), /seen before/, /again/],
    ['an old timestamp', 'request_token', refusing('timestamp_refused'), /time of the request/, /clock/],
    ['404: authorization is no longer offered', 'request_token', answering(404, '<html>'), /no longer offers/, /--sandbox/],
    ['404 at the exchange', 'access_token', answering(404, ''), /no longer offers/, /--sandbox/],
    ['a refusal as a page of HTML', 'request_token', answering(403, '<html><h1>Forbidden</h1>'), /web page/, /./],
    ['a page that speaks of a cause', 'request_token', answering(400, '<html>&oauth_problem=nonce_used&x=1'), /web page/, /./],
    ['a page of HTML as success', 'request_token', page, /page of HTML/, /--base-url/],
    ['an empty success', 'access_token', answering(200, ''), /it is empty/, /--base-url/],
    ['broken JSON', 'access_token', answering(200, '{"oauth_token":"hush'), /broken/, /--base-url/],
    ['no secret in it', 'access_token', answering(200, { oauth_token: 'hush' }), /no oauth_token_secret/, /--base-url/],
    ['callback not confirmed', 'request_token', answering(200, { oauth_token: 'a', oauth_token_secret: 'b', oauth_callback_confirmed: false }), /did not confirm/, /--base-url/],
  ] // biome-ignore format: a table

  test.each(rows)('%s', async (_, call, answer, message, hint) => {
    const at = service({ answer: { [call]: answer } })
    const { done, files } = play(at)
    const error = await failing(done)
    expect(error.kind).toBe('auth')
    expect(error.sentence.told(createSecrets().quote)).toMatch(message)
    expect(error.hint).toMatch(hint)
    expect(`${error.message}${error.stack}${String(error.cause)}`).not.toContain('hush')
    expect(files.size).toBe(0)
    // Each call was made once: the exchange never twice, whatever came.
    const nothingThere = call === 'request_token' && [404, 405].includes(answer().status)
    expect(at.requests.filter(({ url }) => url.includes(call))).toHaveLength(nothingThere ? 2 : 1)
  })

  test('plain HTTP is refused before anything is sent, to this machine too', async () => {
    for (const baseUrl of ['http://api.example.org', 'http://127.0.0.1:8080'] as const) {
      const at = service()
      const error = await failing(play(at, {}, { settings: { baseUrl } }).done)
      expect(error).toMatchObject({ kind: 'usage', message: expect.stringContaining('needs HTTPS') })
      expect(at.requests).toEqual([])
    }
  })

  test.each([
    [503, 'service'],
    [429, 'rate-limited'],
    [302, 'network'],
  ])('status %i is of kind %s, not a matter of authorization', async (status, kind) => {
    const at = service({
      answer: { request_token: answering(status, '<html>', { location: 'https://x.example' }) },
    })
    expect(await failing(play(at).done)).toMatchObject({ kind })
  })

  test('an exchange without an answer is not repeated, and its outcome is called unknown', async () => {
    const at = service({
      answer: {
        access_token: () => {
          throw new KivaError('network', 'no answer within 30 s')
        },
      },
    })
    const { done, files } = play(at)
    const error = await failing(done)
    expect(error).toMatchObject({ kind: 'network', hint: expect.stringContaining('Start again') })
    expect(error.message).toBe('The code was sent, but no whole answer came: no answer within 30 s')
    expect(paths(at)).toEqual(['POST /oauth/request_token', 'POST /oauth/access_token'])
    expect(files.size).toBe(0)
  })
})

test.each(['interrupted', 'config', 'bug'] as const)(
  'an exchange that failed as %s is not called unknown',
  async (kind) => {
    const at = service({
      answer: {
        access_token: () => {
          throw new KivaError(kind, 'as it was')
        },
      },
    })
    expect(await failing(play(at).done)).toMatchObject({ kind, message: 'as it was' })
  },
)

describe('a clock that is off', () => {
  test.each([-3600, 3600])(
    'by %i s is corrected once, said, and remembered for the exchange',
    async (seconds) => {
      const at = service({ now: () => start + seconds * 1000 })
      const { done, err, files } = play(at)
      await done
      expect(paths(at)).toEqual([
        'POST /oauth/request_token',
        'POST /oauth/request_token',
        'POST /oauth/access_token',
        'GET /v1/my/account.json',
      ])
      expect(
        err().match(/The clock of this machine is 3600 s (behind|ahead of) the service's/g),
      ).toHaveLength(1)
      expect(files.has('credentials')).toBe(true)
    },
  )

  test('is not corrected at the exchange, which is never repeated', async () => {
    const late = new Date(start + 3_600_000).toUTCString()
    const at = service({
      answer: { access_token: answering(401, { code: 'oauth.timestamp_refused' }, { date: late }) },
    })
    expect(await failing(play(at).done)).toMatchObject({ code: 'oauth.timestamp_refused' })
    expect(paths(at)).toHaveLength(2)
  })
})

test('Ctrl-C while the code is awaited ends the login', async () => {
  const controller = new AbortController()
  const at = service()
  const traces = world({ env, send: at.send, signal: controller.signal })
  const stdin = {
    ...traces.context.stdin,
    // As the port promises: the signal ends the waiting.
    readLine: async () => {
      controller.abort(new KivaError('interrupted', 'interrupted'))
      throw controller.signal.reason
    },
  }
  expect(await failing(login({ ...traces.context, stdin }, {}))).toMatchObject({ kind: 'interrupted' })
  expect(traces.err()).toMatch(/Code: \n$/)
})

describe('a provider of its own', () => {
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

  test('brings addresses and application, and is closed in the end', async () => {
    const page = (err: string) => /http:\/\/127\.0\.0\.1:40123\/\S+/.exec(err)?.[0] ?? ''
    const traces = world({ settings, lines: [(err) => at.approve(page(err))] })
    await login(traces.context, {}, openProvider)
    expect(traces.opened).toEqual([page(traces.err())])
    expect(traces.files.has('credentials')).toBe(true)
    await failing(login(world({ settings, lines: [] }).context, {}, openProvider))
    expect(closed).toBe(2)
  })

  test.each([{ start: true }, { finish: true }])(
    'of the sandbox does not outlive the run: not with %j',
    async (values) => {
      expect(await failing(login(world({ settings }).context, values, openProvider))).toMatchObject({
        kind: 'usage',
      })
      expect(closed).toBe(2)
    },
  )
})
