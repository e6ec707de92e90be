import { describe, expect, it } from 'vitest'
import {
  askForAccount,
  askForRequestToken,
  atAccess,
  cli,
  credentialsIn,
  origin,
  pocket,
  refusal,
  robin,
  serveWith,
  signed,
  startProvider,
  textOf,
} from './test-provider.ts'

const account = `${origin}/v1/my/account`

describe('a request for private data is rejected', () => {
  it.each([
    ['with the wrong client secret', { secret: 'x' }, '401 oauth.signature_invalid'],
    ['with the wrong token secret', { tokenSecret: 'x' }, '401 oauth.signature_invalid'],
    ['changed on its way', { forged: { oauth_nonce: 'x' } }, '401 oauth.signature_invalid'],
    ['with a token from nowhere', { oauth: { oauth_token: 'x' } }, '401 oauth.token_rejected'],
    ['without a token', { oauth: { oauth_token: undefined } }, '400 oauth.parameter_absent'],
    ['from the past', { oauth: { oauth_timestamp: '137131202' } }, '401 oauth.timestamp_refused'],
    ['over plain HTTP', { url: 'http://sandbox.test/v1/my/account.json' }, '403 oauth.https_required'],
  ])('%s', async (_, twist, code) => {
    const at = startProvider()
    const { access } = await atAccess(at)
    expect(await askForAccount(at, cli, access, twist)).toBe(code)
  })

  it('without a signature', async () => {
    const serve = serveWith(startProvider())
    const reply = await serve({ method: 'GET', url: `${account}.json`, headers: {} })
    expect(reply).toMatchObject({
      status: 401,
      headers: {
        'www-authenticate': expect.any(String),
        date: 'Fri, 20 Nov 2026 14:30:00 GMT',
        'cache-control': 'no-store',
      },
    })
    expect(refusal(reply)).toBe('401 org.kiva.InvalidCredentials')
  })

  it('with the token of another application', async () => {
    const at = startProvider()
    const { access } = await atAccess(at)
    expect(await askForAccount(at, pocket, access)).toBe('401 oauth.client_mismatch')
  })

  it('with a request token', async () => {
    const at = startProvider()
    const token = credentialsIn(await askForRequestToken(at, cli, 'oob'))
    expect(await askForAccount(at, cli, token)).toBe('401 oauth.token_rejected')
  })

  it('if a nonce is repeated', async () => {
    const at = startProvider()
    const { access } = await atAccess(at)
    const oauth = { oauth_nonce: 'once' }
    expect(await askForAccount(at, cli, access, { oauth })).toMatchObject({ clientId: cli.id })
    expect(await askForAccount(at, cli, access, { oauth })).toBe('401 oauth.nonce_used')
  })

  it('if the user granted only other scopes', async () => {
    const at = startProvider()
    const { access } = await atAccess(at, cli, { scope: 'user_email' })
    expect(await askForAccount(at, cli, access)).toBe('403 org.kiva.InvalidCredentials')
  })

  it.each([
    [
      '.xml',
      'application/xml',
      /<response>\s*<code>oauth.token_rejected<\/code>\s*<message>[^<]+<\/message>\s*<\/response>/,
    ],
    ['.html', 'text/html', /oauth\.token_rejected/],
    ['.json', 'application/json', /^\{"code":"oauth.token_rejected"/],
    // Same as for every other error of a data request.
    ['', 'text/html', /oauth\.token_rejected/],
  ])('in the format for the suffix "%s"', async (suffix, type, body) => {
    const at = startProvider()
    const request = signed(at, cli, account + suffix, { oauth_token: 'x' }, { method: 'GET' })
    const reply = await serveWith(at)(request)
    expect(reply.status).toBe(401)
    expect(reply.headers['content-type']).toContain(type)
    expect(textOf(reply)).toMatch(body)
  })
})

it.each(['header', 'query'] as const)(
  'a request signed in the %s with other parameters is accepted',
  async (place) => {
    const at = startProvider()
    const { access } = await atAccess(at)
    const twist = { place, query: [['app_id', 'org.example'] as const, ['q', 'a b+c%&=é'] as const] }
    expect(await askForAccount(at, cli, access, twist)).toMatchObject({ account: robin.account })
  },
)

it('private data is not cached', async () => {
  const at = startProvider()
  const { access } = await atAccess(at)
  const own = { oauth_token: access.oauth_token }
  const twist = { method: 'GET', tokenSecret: access.oauth_token_secret }
  const reply = await serveWith(at)(signed(at, cli, `${account}.json`, own, twist))
  expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(JSON.parse(textOf(reply))).toEqual({ user_account: robin.account })
})
