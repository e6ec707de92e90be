/** docs/service.md, Life of a credential: each step by its name. */
import { describe, expect, it } from 'vitest'
import { accessTokenDays, requestTokenMinutes, verifierMinutes } from '../../../src/api/gaps.ts'
import {
  askForAccessToken,
  askForAccount,
  askForRequestToken,
  atAccess,
  atApproval,
  atCode,
  authorizeUrl,
  Browser,
  cli,
  credentialsIn,
  handled,
  journal,
  juno,
  minutes,
  origin,
  pocket,
  redirectOf,
  refusal,
  robin,
  signed,
  startProvider,
  textOf,
  verifierOn,
} from './test-provider.ts'

const website = cli.callbacks[1]

describe('none → POST request token → request token issued:', () => {
  it('the reply contains token, secret and oauth_callback_confirmed', async () => {
    const reply = await askForRequestToken(startProvider(), cli, website)
    const { oauth_token, oauth_token_secret, ...rest } = JSON.parse(textOf(reply))
    expect(rest).toEqual({ oauth_callback_confirmed: true })
    // As in the live API: two reserved characters, and the client's id at the end.
    expect(oauth_token).toMatch(/^[0-9a-f]{16}\.[0-9a-f]{16};org\.example\.kiva-cli$/)
    expect(oauth_token_secret).toMatch(/^[0-9a-f]{32}$/)
  })

  it.each(['header', 'body', 'query'] as const)('with the parameters in the %s', async (place) => {
    credentialsIn(await askForRequestToken(startProvider(), cli, website, { place }))
  })

  it('without oauth_version, on another port, with additional parameters', async () => {
    const url = 'https://SANDBOX.test:8443/oauth/request_token.json?app_id=org.example&a=%C3%A9+%2B&a='
    credentialsIn(
      await askForRequestToken(startProvider(), cli, 'oob', { url, oauth: { oauth_version: undefined } }),
    )
  })

  it.each(
    [cli, pocket, journal].flatMap((app) =>
      app.callbacks.map((callback) => [app.id, callback, app] as const),
    ),
  )('for %s with its registered callback %s', async (_, callback, app) => {
    credentialsIn(await askForRequestToken(startProvider(), app, callback))
  })

  const form = 'application/x-www-form-urlencoded'
  const json = 'application/json'

  it.each([
    ['without Accept', '', {}],
    ['with a suffix', '.json', {}],
    ['for anything', '', { accept: '*/*' }],
    ['for JSON', '', { accept: json }],
    ['for JSON as much as for pairs', '', { accept: `${form}, ${json}` }],
    ['for JSON rather than pairs', '', { accept: `${form};q=0.5, ${json};q=0.8` }],
    ['for no pairs', '', { accept: `*/*, ${form};q=0` }],
    ['for what is none', '', { accept: `${form};q=much` }],
    ['for a type that only begins so', '', { accept: `${form}2` }],
  ])('replies with JSON %s', async (_, suffix, headers) => {
    const at = startProvider()
    const url = `${origin}/oauth/request_token${suffix}`
    const reply = await handled(at.provider, signed(at, cli, url, { oauth_callback: 'oob' }, { headers }))
    expect([reply.status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
    ])
    expect(JSON.parse(textOf(reply))).toMatchObject({ oauth_callback_confirmed: true })
  })

  it.each([
    ['for pairs', '', [], { accept: form }],
    ['for pairs at the address with a suffix', '.json', [], { accept: form }],
    [
      'for pairs, however it is written',
      '',
      [],
      { accept: `text/html, ${form.toUpperCase()} ; charset=utf-8` },
    ],
    ['for pairs rather than JSON', '', [], { accept: `${json}; q=0.1, ${form}; q=0.2` }],
    ['with the fault form-tokens', '.json', ['form-tokens'], { accept: json }],
  ])('replies with a form %s', async (_, suffix, faults, headers) => {
    const at = startProvider({ faults })
    const url = `${origin}/oauth/request_token${suffix}`
    const reply = await handled(at.provider, signed(at, cli, url, { oauth_callback: 'oob' }, { headers }))
    expect(reply.headers['content-type']).toMatch('application/x-www-form-urlencoded')
    const pairs = new URLSearchParams(textOf(reply))
    expect([...pairs.keys()]).toEqual(['oauth_token', 'oauth_token_secret', 'oauth_callback_confirmed'])
    expect(pairs.get('oauth_callback_confirmed')).toBe('true')
    expect(pairs.get('oauth_token')).toMatch(/;org\.example\.kiva-cli$/)
  })
})

describe('request token issued → user approves → verifier issued:', () => {
  it.each([
    ['a registered HTTPS URL', cli, cli.callbacks[1], 'https://kiva-cli.example.org/callback'],
    ['a custom scheme', cli, cli.callbacks[2], 'kiva-cli://oauth'],
    ['a custom scheme without host', pocket, pocket.callbacks[1], 'org.example.pocket-lender:/oauth'],
  ] as const)('303 to %s with the verifier', async (_, app, callback, to) => {
    const at = startProvider()
    const more = { scope: 'access,user_balance', state: 'a b' }
    const { token, browser } = await atApproval(at, app, callback, more)
    const reply = await browser.press('approve')
    expect(redirectOf(reply)).toEqual({
      status: 303,
      to,
      pairs: {
        oauth_verifier: expect.stringMatching(/^KV-[2-9A-Za-z]{8}$/),
        oauth_token: token.oauth_token,
        scope: 'access,user_balance',
        state: 'a b',
      },
    })
    // As in the live API: every reserved character is encoded, even the comma between scopes.
    expect(reply.headers['location']).toMatch(
      /&oauth_token=[^&]*%3B[^&]*&scope=access%2Cuser_balance&state=a%20b$/,
    )
  })

  it('a callback URL keeps its query', async () => {
    const { browser } = await atApproval(startProvider(), journal, journal.callbacks[0])
    expect(redirectOf(await browser.press('approve'))?.pairs).toMatchObject({
      from: 'sandbox',
      scope: 'access',
    })
  })

  it('state is returned only if it was sent, even if it is empty', async () => {
    const none = await atApproval(startProvider(), cli, website)
    expect(redirectOf(await none.browser.press('approve'))?.pairs).not.toHaveProperty('state')
    const empty = await atApproval(startProvider(), cli, website, { state: '' })
    expect(redirectOf(await empty.browser.press('approve'))?.pairs).toMatchObject({ state: '' })
  })

  it('out of band: the page shows the code and its expiration time', async () => {
    const { browser, verifier } = await atCode(startProvider())
    expect(verifier).toMatch(/^KV-/)
    expect(browser.page).toContain('<time datetime="2026-11-20T15:00:00.000Z">20 Nov 2026 15:00 UTC</time>')
    expect(browser.heading).toBe('Enter this code in Kiva on the command line')
  })

  it('a repeated approval shows the same code, and a denial after it fails', async () => {
    const at = startProvider()
    const { browser } = await atApproval(at, cli, 'oob')
    const { page, url } = browser
    await browser.press('approve')
    const first = verifierOn(browser)
    Object.assign(browser, { page, url })
    await browser.press('approve')
    expect(verifierOn(browser)).toBe(first)
    Object.assign(browser, { page, url })
    expect((await browser.press('deny')).status).toBe(400)
  })

  it('approving fails for another user, and again after the exchange', async () => {
    const at = startProvider()
    const { token, browser } = await atApproval(at, cli, 'oob')
    const { page, url } = browser
    const other = new Browser(at)
    await other.open(url)
    await other.logIn(juno)
    await browser.press('approve')
    expect((await other.press('approve')).status).toBe(400)
    expect(verifierOn(other)).toBe('no code')
    credentialsIn(await askForAccessToken(at, cli, token, verifierOn(browser)))
    Object.assign(browser, { page, url })
    expect((await browser.press('approve')).status).toBe(400)
  })

  it('requires a logged-in user', async () => {
    const at = startProvider()
    const token = credentialsIn(await askForRequestToken(at, cli, 'oob'))
    const browser = new Browser(at)
    await browser.open(authorizeUrl(cli, token.oauth_token, 'oob'))
    expect(browser.heading).toBe('Log in')
    await browser.press('log in', { do: 'approve' })
    expect(browser.heading).toBe('Log in')
    expect(verifierOn(browser)).toBe('no code')
  })
})

describe('request token issued → user denies → denied:', () => {
  it.each([
    ['error', []],
    ['error_code', ['error-code']],
  ])('redirect to the callback with %s', async (name, faults) => {
    const at = startProvider({ faults })
    const { token, browser } = await atApproval(at, cli, website, { state: 'x' })
    expect(redirectOf(await browser.press('deny'))).toEqual({
      status: 303,
      to: website,
      pairs: { [name]: 'access_denied', error_description: 'the user denied access', state: 'x' },
    })
    expect(refusal(await askForAccessToken(at, cli, token, 'KV-22222222'))).toBe('401 oauth.token_rejected')
  })

  it('out of band: a page confirms the denial', async () => {
    const { browser } = await atApproval(startProvider(), cli, 'oob')
    const reply = await browser.press('deny')
    expect([reply.status, browser.heading, verifierOn(browser)]).toEqual([
      200,
      'You denied access',
      'no code',
    ])
  })

  it('the token cannot be approved afterwards', async () => {
    const { browser } = await atApproval(startProvider(), cli, 'oob')
    const { page, url } = browser
    await browser.press('deny')
    Object.assign(browser, { page, url })
    expect((await browser.press('approve')).status).toBe(400)
    await browser.open(url)
    expect(browser.page).toContain('has been answered already')
  })
})

describe('verifier issued → POST access token → access token issued:', () => {
  it('the reply contains token, secret and scope, and the token opens the account', async () => {
    const at = startProvider()
    const { access } = await atAccess(at, cli, { scope: 'access,user_email' })
    expect(access).toEqual({
      oauth_token: expect.stringMatching(/;org\.example\.kiva-cli$/),
      oauth_token_secret: expect.any(String),
      scope: ['access', 'user_email'],
    })
    expect(await askForAccount(at, cli, access)).toEqual({
      account: robin.account,
      scope: ['access', 'user_email'],
      clientId: cli.id,
    })
  })

  it('works for an application without a secret, and for one whose secret needs encoding', async () => {
    const at = startProvider()
    const { access } = await atAccess(at, pocket)
    expect(await askForAccount(at, pocket, access)).toMatchObject({ clientId: pocket.id })
    const { token, browser } = await atApproval(at, journal, journal.callbacks[0])
    const verifier = redirectOf(await browser.press('approve'))?.pairs['oauth_verifier'] ?? ''
    expect(credentialsIn(await askForAccessToken(at, journal, token, verifier)).scope).toEqual(['access'])
  })

  it('as a form: scopes are separated by commas', async () => {
    const at = startProvider()
    const { token, verifier } = await atCode(at, cli, { scope: 'user_stats,access' })
    const url = `${origin}/oauth/access_token`
    const headers = { accept: 'application/x-www-form-urlencoded' }
    const reply = await askForAccessToken(at, cli, token, verifier, { url, headers })
    const pairs = new URLSearchParams(textOf(reply))
    expect(pairs.get('scope')).toBe('user_stats,access')
  })

  it('works at the last millisecond', async () => {
    const at = startProvider()
    const { token, verifier } = await atCode(at)
    at.clock.now += verifierMinutes * minutes
    const access = credentialsIn(await askForAccessToken(at, cli, token, verifier))
    expect(await askForAccount(at, cli, access)).toMatchObject({ clientId: cli.id })
  })

  it("the verifier's lifetime starts at the approval, not at the request token", async () => {
    const at = startProvider()
    const { token, browser } = await atApproval(at, cli, 'oob')
    at.clock.now += requestTokenMinutes * minutes
    await browser.press('approve')
    at.clock.now += verifierMinutes * minutes
    const access = credentialsIn(await askForAccessToken(at, cli, token, verifierOn(browser)))
    expect(await askForAccount(at, cli, access)).toMatchObject({ clientId: cli.id })
  })

  it('before the user approves, every code is wrong, and the request token still holds', async () => {
    const at = startProvider()
    const { token, browser } = await atApproval(at, cli, 'oob')
    expect(refusal(await askForAccessToken(at, cli, token, 'KV-22222222'))).toBe(
      '400 oauth.parameter_rejected',
    )
    await browser.press('approve')
    credentialsIn(await askForAccessToken(at, cli, token, verifierOn(browser)))
  })

  it('only one of three simultaneous requests succeeds', async () => {
    const at = startProvider()
    const { token, verifier } = await atCode(at)
    const replies = await Promise.all([1, 2, 3].map(() => askForAccessToken(at, cli, token, verifier)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })
})

it('verifier issued → time passes → verifier expired: the exchange is rejected', async () => {
  const at = startProvider()
  const { token, verifier } = await atCode(at)
  at.clock.now += verifierMinutes * minutes + 1
  expect(refusal(await askForAccessToken(at, cli, token, verifier))).toBe('401 oauth.verifier_expired')
})

it('request token issued → time passes: approval and exchange are rejected', async () => {
  const at = startProvider()
  const { token, browser } = await atApproval(at, cli, 'oob')
  at.clock.now += requestTokenMinutes * minutes + 1
  expect((await browser.press('approve')).status).toBe(400)
  expect(browser.page).toContain('has expired')
  expect(refusal(await askForAccessToken(at, cli, token, 'KV-22222222'))).toBe('401 oauth.token_expired')
})

describe('verifier issued or consumed → POST access token → unchanged: rejected', () => {
  it('after an exchange; the access token stays valid', async () => {
    const at = startProvider()
    const { token, verifier } = await atCode(at)
    const access = credentialsIn(await askForAccessToken(at, cli, token, verifier))
    expect(refusal(await askForAccessToken(at, cli, token, verifier))).toBe('401 oauth.verifier_used')
    expect(await askForAccount(at, cli, access)).toMatchObject({ account: robin.account })
  })

  it.each([
    ['a wrong signature', { secret: 'wrong' }],
    ['plain HTTP, where others could read it', { url: 'http://sandbox.test/oauth/access_token.json' }],
    ['an old timestamp', { oauth: { oauth_timestamp: '1' } }],
    ['a missing nonce', { oauth: { oauth_nonce: undefined } }],
  ])('even if the first attempt was invalid: %s', async (_, twist) => {
    const at = startProvider()
    const { token, verifier } = await atCode(at)
    expect((await askForAccessToken(at, cli, token, verifier, twist)).status).toBeGreaterThanOrEqual(400)
    expect(refusal(await askForAccessToken(at, cli, token, verifier))).toBe('401 oauth.verifier_used')
  })
})

describe('access token issued → access token invalid: protected requests no longer succeed', () => {
  it('after the user revokes it in the account preferences', async () => {
    const at = startProvider()
    const { browser, access } = await atAccess(at)
    await browser.open(`${origin}/account`)
    await browser.press('revoke')
    expect(await askForAccount(at, cli, access)).toBe('401 oauth.token_revoked')
  })

  it('after the token expires', async () => {
    const at = startProvider()
    const { access } = await atAccess(at)
    at.clock.now += accessTokenDays * 24 * 60 * minutes
    expect(await askForAccount(at, cli, access)).toMatchObject({ account: robin.account })
    at.clock.now += 1
    expect(await askForAccount(at, cli, access)).toBe('401 oauth.token_expired')
  })

  it('a code that was approved before a revocation cannot be exchanged after it', async () => {
    const at = startProvider()
    const { token, browser, verifier } = await atCode(at)
    await browser.open(`${origin}/account`)
    await browser.press('revoke')
    expect(refusal(await askForAccessToken(at, cli, token, verifier))).toBe('401 oauth.token_revoked')
  })
})
