import { describe, expect, it } from 'vitest'
import {
  askForAccount,
  askForRequestToken,
  atAccess,
  cli,
  credentialsIn,
  origin,
  pocket,
  robin,
  signed,
  startProvider,
  textOf,
} from '../test-provider.ts'

const account = `${origin}/v1/my/account`

describe('a request for private data is refused', () => {
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

  it('unsigned', async () => {
    const result = await startProvider().provider.authorize({
      method: 'GET',
      url: `${account}.json`,
      headers: {},
    })
    expect(result).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': expect.any(String), date: expect.any(String) },
    })
    expect('body' in result && JSON.parse(textOf(result))).toMatchObject({
      code: 'org.kiva.InvalidCredentials',
    })
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

  it('when it repeats a nonce', async () => {
    const at = startProvider()
    const { access } = await atAccess(at)
    const oauth = { oauth_nonce: 'once' }
    expect(await askForAccount(at, cli, access, { oauth })).toMatchObject({ clientId: cli.id })
    expect(await askForAccount(at, cli, access, { oauth })).toBe('401 oauth.nonce_used')
  })

  it('when the user granted other scopes only', async () => {
    const at = startProvider()
    const { access } = await atAccess(at, cli, { scope: 'user_email' })
    expect(await askForAccount(at, cli, access)).toBe('403 org.kiva.InvalidCredentials')
  })

  it.each([
    [
      '.xml',
      'application/xml',
      /<response><code>oauth.token_rejected<\/code><message>[^<]+<\/message><\/response>/,
    ],
    ['.html', 'text/html', /<title>oauth.token_rejected<\/title>/],
    ['', 'application/json', /^\{"code":"oauth.token_rejected"/],
  ])('in the format of the suffix "%s"', async (suffix, type, body) => {
    const at = startProvider()
    const reply = await at.provider.authorize(
      signed(at, cli, account + suffix, { oauth_token: 'x' }, { method: 'GET' }),
    )
    if (!('body' in reply)) throw new Error('not refused')
    expect(reply.headers['content-type']).toContain(type)
    expect(textOf(reply)).toMatch(body)
  })
})

it.each(['header', 'query'] as const)(
  'is granted when signed in the %s, with other parameters',
  async (place) => {
    const at = startProvider()
    const { access } = await atAccess(at)
    const twist = { place, query: [['app_id', 'org.example'] as const, ['q', 'a b+c%&=é'] as const] }
    expect(await askForAccount(at, cli, access, twist)).toMatchObject({ account: robin.account })
  },
)
