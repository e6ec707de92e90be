import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  askForRequestToken,
  atApproval,
  atCode,
  authorizeUrl,
  Browser,
  cli,
  credentialsIn,
  harvester,
  journal,
  juno,
  origin,
  pocket,
  redirectOf,
  robin,
  startProvider,
  type TestProvider,
} from './test-provider.ts'

const website = cli.callbacks[1]
const tokenFor = async (at: TestProvider, callback = 'oob') =>
  credentialsIn(await askForRequestToken(at, cli, callback)).oauth_token

describe('the approve page', () => {
  it('names the application, the user, and each scope in words', async () => {
    const { browser } = await atApproval(startProvider(), cli, 'oob', { scope: 'access,user_balance' })
    expect(browser.heading).toBe('Kiva on the command line asks for access to your account')
    for (const text of [
      'Example Tools',
      'Robin Thistle',
      'your name and your lender page',
      'the balance of your account',
    ]) {
      expect(browser.page).toContain(text)
    }
    expect(browser.page).not.toContain('e-mail')
  })

  it('the default scope is access, and a repeated scope is listed once', async () => {
    for (const scope of ['', 'access, access']) {
      const { browser } = await atApproval(startProvider(), cli, website, { scope })
      expect(browser.page.match(/<li>/g)).toHaveLength(1)
      expect(redirectOf(await browser.press('approve'))?.pairs).toMatchObject({ scope: 'access' })
    }
  })

  it('names the destination of the redirect', async () => {
    expect((await atApproval(startProvider(), cli, website)).browser.page).toContain(
      '<b>kiva-cli.example.org</b>',
    )
    expect((await atApproval(startProvider(), cli, 'kiva-cli://oauth')).browser.page).toContain(
      '<code>kiva-cli:</code>',
    )
    expect((await atApproval(startProvider(), cli, 'oob')).browser.page).toContain('you get a code to enter')
  })

  it('lets another user log in', async () => {
    const { browser } = await atApproval(startProvider(), cli, 'oob')
    await browser.press('log out')
    expect(browser.heading).toBe('Log in')
    await browser.logIn(juno)
    expect(browser.page).toContain('Juno Barley')
  })

  it('does not ask a user to log in twice', async () => {
    const at = startProvider()
    const { browser } = await atCode(at)
    await browser.open(authorizeUrl(cli, await tokenFor(at), 'oob'))
    expect(browser.heading).toMatch(/asks for access/)
  })
})

it('the login page repeats only the first 100 characters of an unknown user name', async () => {
  const at = startProvider()
  const browser = new Browser(at)
  await browser.open(authorizeUrl(cli, await tokenFor(at), 'oob'))
  await browser.logIn({ username: 'x'.repeat(50_000), password: 'y'.repeat(50_000) })
  expect(browser.page).toContain(`value="${'x'.repeat(100)}"`)
  expect(browser.page).not.toContain('y'.repeat(100))
})

describe('an invalid request gets an error page, never a redirect:', () => {
  const cases: [string, (token: string) => string, RegExp][] = [
    ['no client', (token) => authorizeUrl({ ...cli, id: '' }, token, website), /has no client_id/],
    [
      'unknown client',
      (token) => authorizeUrl({ ...cli, id: 'org.example.nobody' }, token, website),
      /No application/,
    ],
    ['restricted client', (token) => authorizeUrl(harvester, token, 'oob'), /has been restricted/],
    ['no callback', (token) => authorizeUrl(cli, token, ''), /has no oauth_callback/],
    ['callback of a stranger', (token) => authorizeUrl(cli, token, 'https://evil.example/'), /not one of/],
    [
      'another registered callback',
      (token) => authorizeUrl(cli, token, 'kiva-cli://oauth'),
      /another oauth_callback/,
    ],
    ['no token', () => authorizeUrl(cli, '', website), /has no oauth_token/],
    ['unknown token', () => authorizeUrl(cli, 'x', website), /request token does not belong to/],
    [
      'token of another client',
      (token) => authorizeUrl(pocket, token, 'oob'),
      /request token does not belong to/,
    ],
    [
      'client named twice',
      (token) => `${authorizeUrl(cli, token, website)}&client_id=${cli.id}`,
      /client_id more than once/,
    ],
    [
      'state twice',
      (token) => `${authorizeUrl(cli, token, website)}&state=a&state=b`,
      /state more than once/,
    ],
    ['not UTF-8', (token) => `${authorizeUrl(cli, token, website)}&state=%ff`, /not percent-encoded/],
  ]
  it.each(cases)('%s', async (_, url, words) => {
    const at = startProvider()
    const browser = new Browser(at)
    const reply = await browser.open(url(await tokenFor(at, website)))
    expect([reply.status, redirectOf(reply)]).toEqual([400, undefined])
    expect(browser.page).toMatch(words)
    expect(browser.page).not.toContain('<form')
  })

  it.each([
    ['client', (token: string, long: string) => authorizeUrl({ ...cli, id: long }, token, website)],
    ['callback', (token: string, long: string) => authorizeUrl(cli, token, long)],
    ['token', (_: string, long: string) => authorizeUrl(cli, long, website)],
    ['scope', (token: string, long: string) => authorizeUrl(cli, token, website, { scope: long })],
    ['state', (token: string, long: string) => authorizeUrl(cli, token, website, { state: long })],
    [
      'unknown parameter',
      (token: string, long: string) => authorizeUrl(cli, token, website, { other: long }),
    ],
  ])('a %s of 3,000 or 30,000 characters is not repeated in full', async (_, url) => {
    const at = startProvider()
    const token = await tokenFor(at, website)
    for (const length of [3000, 30_000]) {
      const browser = new Browser(at)
      const reply = await browser.open(url(token, 'x'.repeat(length)))
      // The login page repeats its own URL, which may be long but has a limit.
      const longest = reply.status === 200 ? 4000 : 200
      const most = Math.max(
        0,
        ...((browser.page + (reply.headers['location'] ?? '')).match(/x+/g)?.map((x) => x.length) ?? []),
      )
      expect(most).toBeLessThanOrEqual(longest)
      if (length > 4000) expect([reply.status, browser.heading]).toEqual([414, 'This address is too long'])
    }
  })

  it('a token that was already approved', async () => {
    const { browser } = await atCode(startProvider())
    const reply = await browser.open(browser.url)
    expect(reply.status).toBe(400)
    expect(browser.page).toContain('has been answered already')
  })

  it('a DELETE request', async () => {
    const at = startProvider()
    const url = authorizeUrl(cli, await tokenFor(at), 'oob')
    expect(await at.provider.handle({ method: 'DELETE', url, headers: {} })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, POST' },
    })
  })
})

describe('an error that is sent to the application by redirect:', () => {
  it.each([
    ['response_type', { response_type: 'token' }, 'unsupported_response_type'],
    ['response_type left out', { response_type: '' }, 'unsupported_response_type'],
    ['scope', { scope: 'access,everything' }, 'invalid_scope'],
  ])('%s', async (_, more, error) => {
    const at = startProvider()
    const reply = await new Browser(at).open(
      authorizeUrl(cli, await tokenFor(at, website), website, { ...more, state: 's' }),
    )
    expect(redirectOf(reply)).toEqual({
      status: 303,
      to: website,
      pairs: { error, error_description: expect.any(String), state: 's' },
    })
  })

  it('out of band, the error is a page', async () => {
    const at = startProvider()
    const browser = new Browser(at)
    const reply = await browser.open(authorizeUrl(cli, await tokenFor(at), 'oob', { scope: 'everything' }))
    expect(reply.status).toBe(400)
    expect(browser.page).toContain('there is no scope &quot;everything&quot; (invalid_scope)')
  })
})

describe('hostile text', () => {
  const hostile = `"><script>alert(1)</script><b onload='x'>&amp;\u202e\u0000\r\nSet-Cookie: a=b`

  it('any state is returned unchanged, and the Location header is printable ASCII', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant(hostile)), async (text) => {
        const state = text.toWellFormed()
        const { browser } = await atApproval(startProvider(), cli, website, { state })
        const reply = await browser.press('deny')
        expect(redirectOf(reply)?.pairs['state']).toBe(state)
        expect(reply.headers['location']).toMatch(/^[\x21-\x7e]+$/)
      }),
      { numRuns: 50 },
    )
  })

  it('is escaped in the pages: state, scope, user name', async () => {
    const at = startProvider()
    const browser = new Browser(at)
    await browser.open(authorizeUrl(cli, await tokenFor(at), 'oob', { state: hostile }))
    expect(browser.page).not.toMatch(/<script|<b onload/)
    await browser.press('log in', { username: hostile, password: hostile })
    expect(browser.page).not.toMatch(/<script|<b onload|[\u202e\0]/)
    expect(browser.page).toContain('value="&quot;&gt;&lt;script&gt;')
    await browser.open(authorizeUrl(cli, await tokenFor(at), 'oob', { scope: hostile }))
    expect(browser.page).toContain('&lt;script&gt;')
    expect(browser.page).not.toMatch(/<script|<b onload/)
  })

  it('in scope and callback does not break the Location header', async () => {
    const at = startProvider()
    const scoped = await new Browser(at).open(
      authorizeUrl(cli, await tokenFor(at, website), website, { scope: hostile }),
    )
    expect(scoped.headers['location']).toMatch(/^[\x21-\x7e]+$/)
    expect(redirectOf(scoped)?.pairs['error_description']).toContain('<script>')
    const reply = await new Browser(at).open(
      authorizeUrl(cli, await tokenFor(at, website), `${website}${hostile}`),
    )
    expect(reply.status).toBe(400)
  })
})

describe('a form is rejected', () => {
  const atForm = async () => (await atApproval(startProvider(), cli, website)).browser

  it.each([
    ['without its token', undefined],
    ['with an empty one', ''],
    ['with one that was made up', 'f'.repeat(64)],
  ])('%s', async (_, form_token) => {
    for (const action of ['approve', 'deny', 'log out']) {
      const browser = await atForm()
      const reply = await browser.press(action, { form_token })
      expect([reply.status, redirectOf(reply)]).toEqual([403, undefined])
    }
  })

  it('with the form token of another session of the same user', async () => {
    const at = startProvider()
    const { browser } = await atApproval(at, cli, website)
    const other = await atApproval(at, cli, website)
    const form_token = /name="form_token" value="([^"]*)"/.exec(other.browser.page)?.[1]
    expect((await browser.press('approve', { form_token })).status).toBe(403)
  })

  it('without its cookie, also at login', async () => {
    const at = startProvider()
    const browser = new Browser(at)
    await browser.open(authorizeUrl(cli, await tokenFor(at), 'oob'))
    browser.cookies.clear()
    expect((await browser.logIn(robin)).status).toBe(403)
    const logged = await atForm()
    logged.cookies.clear()
    expect((await logged.press('approve')).status).toBe(403)
  })

  it('of another content type, or with an unknown button', async () => {
    const browser = await atForm()
    expect((await browser.press('approve', { do: 'everything' })).status).toBe(400)
    const at = startProvider()
    const url = authorizeUrl(cli, await tokenFor(at), 'oob')
    const headers = { 'content-type': 'text/plain' }
    expect(await at.provider.handle({ method: 'POST', url, headers, body: 'do=approve' })).toMatchObject({
      status: 400,
    })
  })
})

describe('the session', () => {
  it('login replaces a session cookie that an attacker planted', async () => {
    const at = startProvider()
    const url = authorizeUrl(cli, await tokenFor(at), 'oob')
    const attacker = new Browser(at)
    await attacker.open(url)
    const planted = new Map(attacker.cookies)
    const victim = new Browser(at)
    for (const [name, value] of planted) victim.cookies.set(name, value)
    await victim.open(url)
    await victim.logIn(robin)
    expect(victim.heading).toMatch(/asks for access/)
    expect([...victim.cookies.values()]).not.toEqual([...planted.values()])
    await attacker.open(url)
    expect(attacker.heading).toBe('Log in')
  })

  it('ends if another user logs in with the same browser', async () => {
    const at = startProvider()
    const browser = new Browser(at)
    await browser.open(`${origin}/account`)
    await browser.logIn(robin)
    const mine = new Map(browser.cookies)
    await browser.press('log out', { do: 'log in', username: juno.username, password: juno.password })
    expect(browser.page).toContain('Juno Barley')
    for (const [name, value] of mine) browser.cookies.set(name, value)
    await browser.open(browser.url)
    expect(browser.heading).toBe('Log in')
  })

  it('has a cookie with HttpOnly, SameSite and Secure', async () => {
    const { reply, browser } = await atApproval(startProvider(), cli, 'oob')
    expect(reply.status).toBe(200)
    const at = startProvider()
    const first = await new Browser(at).open(authorizeUrl(cli, await tokenFor(at), 'oob'))
    expect(first.headers['set-cookie']).toMatch(
      /^__Host-kiva-sandbox=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect([...browser.cookies.keys()]).toEqual(['__Host-kiva-sandbox'])
  })

  it('works on plain HTTP, with a cookie without Secure', async () => {
    const at = startProvider()
    const url = authorizeUrl(cli, await tokenFor(at), 'oob').replace('https:', 'http:')
    const reply = await new Browser(at).open(url)
    expect(reply.headers['set-cookie']).toMatch(
      /^kiva-sandbox=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('an empty cookie starts a new session', async () => {
    const url = `${origin}/account`
    const headers = { cookie: 'a; __Host-kiva-sandbox=; b=c' }
    const reply = await startProvider().provider.handle({ method: 'GET', url, headers })
    expect(reply?.headers['set-cookie']).toMatch(/^__Host-kiva-sandbox=[0-9a-f]{32};/)
  })

  it('requires the right password', async () => {
    for (const person of [
      { ...robin, password: juno.password },
      { ...robin, username: 'nobody' },
      { username: '', password: '' },
    ]) {
      const at = startProvider()
      const browser = new Browser(at)
      await browser.open(authorizeUrl(cli, await tokenFor(at), 'oob'))
      const reply = await browser.logIn(person)
      expect([reply.status, browser.heading]).toEqual([403, 'Log in'])
      expect(browser.page).toContain('role="alert"')
    }
  })

  it('ends after logout, and after 8 hours', async () => {
    const at = startProvider()
    const { browser } = await atApproval(at, cli, 'oob')
    const cookies = new Map(browser.cookies)
    await browser.open(`${origin}/account`)
    await browser.press('log out')
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    await browser.open(`${origin}/account`)
    expect(browser.heading).toBe('Log in')
    await browser.logIn(robin)
    expect(browser.heading).toBe('Account preferences')
    at.clock.now += 8 * 3_600_000 + 1
    await browser.open(`${origin}/account`)
    expect(browser.heading).toBe('Log in')
  })
})

it('every page forbids scripts, frames and caching', async () => {
  const at = startProvider()
  const { browser, reply } = await atApproval(at, cli, 'oob')
  const pages = [
    reply,
    await browser.press('approve'),
    await browser.open(`${origin}/account`),
    await browser.open(`${origin}/oauth/authorize`),
  ]
  for (const { headers } of pages) {
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
  }
  // Chromium applies form-action also to the redirect after a form is sent.
  for (const [app, callback, source] of [
    [cli, website, 'https://kiva-cli.example.org'],
    [cli, 'kiva-cli://oauth', 'kiva-cli:'],
    [journal, journal.callbacks[0], 'https://journal.example.com'],
  ] as const) {
    const { reply } = await atApproval(startProvider(), app, callback)
    expect(reply.headers['content-security-policy']).toContain(`; form-action 'self' ${source};`)
  }
})
