/** docs/service.md, Errors: each documented cause of a rejected token request, then others from RFC 5849. */
import { describe, expect, it } from 'vitest'
import { oauthProblems } from '../../../src/api/gaps.ts'
import { problemStatus } from '../../../src/sandbox/oauth/refusal.ts'
import {
  askForAccessToken,
  askForRequestToken,
  atCode,
  cli,
  credentialsIn,
  handled,
  harvester,
  journal,
  minutes,
  origin,
  pocket,
  refusal,
  signed,
  startProvider,
  type Twist,
  textOf,
} from './test-provider.ts'

const stranger = { ...cli, id: 'org.example.nobody' }
const http = { url: 'http://sandbox.test/oauth/request_token.json' }

describe('request token:', () => {
  const at = startProvider()
  const answer = async (twist: Twist, app: typeof cli | typeof harvester | typeof stranger = cli) =>
    refusal(await askForRequestToken(at, app, 'oob', twist))

  describe('Authorization header wrongly calculated, malformed, or for an invalid or restricted client', () => {
    it('wrong secret', async () => {
      expect(await answer({ secret: 'wrong' })).toBe('401 oauth.signature_invalid')
    })
    it('signed for another URL or parameter, or with an invalid signature', async () => {
      const url = `${origin}/oauth/request_token`
      const elsewhere = signed(at, cli, url, { oauth_callback: 'oob' })
      const moved = { ...elsewhere, url: `${url}.json` }
      expect(refusal(await handled(at.provider, moved))).toBe('401 oauth.signature_invalid')
      expect(await answer({ forged: { oauth_nonce: 'another' } })).toBe('401 oauth.signature_invalid')
      expect(await answer({ forged: { oauth_signature: 'é' } })).toBe('401 oauth.signature_invalid')
    })
    it('malformed', async () => {
      const request = { method: 'POST', url: `${origin}/oauth/request_token.json` }
      const headers = { authorization: 'OAuth oauth_consumer_key' }
      expect(refusal(await handled(at.provider, { ...request, headers }))).toBe(
        '400 oauth.parameter_rejected',
      )
    })
    it('invalid client', async () => {
      expect(await answer({}, stranger)).toBe('401 oauth.client_unknown')
    })
    it('restricted client, reported only if the secret is right', async () => {
      expect(await answer({}, harvester)).toBe('403 oauth.client_restricted')
      expect(await answer({ secret: 'guess' }, harvester)).toBe('401 oauth.signature_invalid')
    })
  })

  it('HTTPS not used', async () => {
    expect(await answer(http)).toBe('403 oauth.https_required')
  })

  describe('missing or invalid parameters, or other faults in the POST request', () => {
    it.each([
      'oauth_consumer_key',
      'oauth_signature_method',
      'oauth_timestamp',
      'oauth_nonce',
      'oauth_callback',
    ])('%s missing or empty', async (name) => {
      expect(await answer({ oauth: { [name]: undefined } })).toBe('400 oauth.parameter_absent')
      expect(await answer({ oauth: { [name]: '' } })).toBe('400 oauth.parameter_absent')
    })
    it('without a signature', async () => {
      expect(await answer({ forged: { oauth_signature: '' } })).toBe('400 oauth.parameter_absent')
      const bare = { method: 'POST', url: `${origin}/oauth/request_token.json`, headers: {} }
      expect(refusal(await handled(at.provider, bare))).toBe('400 oauth.parameter_absent')
    })
    it.each([
      ['oauth_signature_method', 'PLAINTEXT'],
      ['oauth_signature_method', 'hmac-sha1'],
      ['oauth_version', '2.0'],
      ['oauth_version', ''],
    ])('%s is %s', async (name, value) => {
      expect(await answer({ oauth: { [name]: value } })).toBe('400 oauth.parameter_rejected')
    })
    it('a parameter sent twice', async () => {
      const { url } = signed(at, cli, origin, { oauth_callback: 'oob' }, { place: 'query' })
      const twice = `${origin}/oauth/request_token.json?${url.slice(origin.length + 1)}&oauth_callback=oob`
      const reply = await handled(at.provider, { method: 'POST', url: twice, headers: {} })
      expect(refusal(reply)).toBe('400 oauth.parameter_rejected')
    })
    it.each(['GET', 'PUT', 'HEAD', 'post'])('the method is %s', async (method) => {
      const reply = await askForRequestToken(at, cli, 'oob', { method })
      expect(refusal(reply)).toBe('405 oauth.method_not_allowed')
      expect(reply.headers['allow']).toBe('POST')
    })
    it('a callback that is not registered, even if it is similar', async () => {
      const near = [
        'OOB',
        'oob ',
        `${cli.callbacks[1]}/`,
        `${cli.callbacks[1]}?x`,
        'https://evil.example/',
        'kiva-cli:',
      ]
      for (const callback of near) {
        expect(refusal(await askForRequestToken(at, cli, callback))).toBe('400 oauth.callback_mismatch')
      }
    })
    it('out of band, for an application that registered only a website', async () => {
      expect(refusal(await askForRequestToken(at, journal, 'oob'))).toBe('400 oauth.callback_mismatch')
    })
    it('a timestamp more than five minutes off in either direction', async () => {
      const here = Math.floor(at.clock.now / 1000)
      for (const time of [here - 301, here + 301, 'now', '-1', '1e9', '99999999999999']) {
        const reply = await askForRequestToken(at, cli, 'oob', { oauth: { oauth_timestamp: String(time) } })
        expect(refusal(reply)).toBe('401 oauth.timestamp_refused')
        expect(reply.headers['date']).toBe('Fri, 20 Nov 2026 14:30:00 GMT')
      }
      for (const time of [here - 300, here + 300]) {
        credentialsIn(await askForRequestToken(at, cli, 'oob', { oauth: { oauth_timestamp: String(time) } }))
      }
    })
  })
})

describe('access token:', () => {
  it('authorization code expired', async () => {
    const at = startProvider()
    const { token, verifier } = await atCode(at)
    at.clock.now += 30 * minutes + 1
    expect(refusal(await askForAccessToken(at, cli, token, verifier))).toBe('401 oauth.verifier_expired')
  })

  it('authorization code already used', async () => {
    const at = startProvider()
    const { token, verifier } = await atCode(at)
    credentialsIn(await askForAccessToken(at, cli, token, verifier))
    expect(refusal(await askForAccessToken(at, cli, token, verifier))).toBe('401 oauth.verifier_used')
  })

  it('client authentication differs from the client id of the authorization request', async () => {
    const at = startProvider()
    const { token, verifier } = await atCode(at)
    expect(refusal(await askForAccessToken(at, pocket, token, verifier))).toBe('401 oauth.client_mismatch')
    expect(refusal(await askForAccessToken(at, cli, token, verifier))).toBe('401 oauth.verifier_used')
  })

  describe('Authorization header wrongly calculated, malformed, or for an invalid or restricted client', () => {
    it.each([
      ['wrong client secret', { secret: 'wrong' }, '401 oauth.signature_invalid'],
      ['wrong token secret', { tokenSecret: 'wrong' }, '401 oauth.signature_invalid'],
      ['no token secret', { tokenSecret: '' }, '401 oauth.signature_invalid'],
      ['invalid client', { oauth: { oauth_consumer_key: 'org.example.nobody' } }, '401 oauth.client_unknown'],
      ['another token', { oauth: { oauth_token: 'x;org.example.kiva-cli' } }, '401 oauth.token_rejected'],
      ['a name every object has', { oauth: { oauth_token: '__proto__' } }, '401 oauth.token_rejected'],
    ] satisfies [string, Twist, string][])('%s', async (_, twist, code) => {
      const at = startProvider()
      const { token, verifier } = await atCode(at)
      expect(refusal(await askForAccessToken(at, cli, token, verifier, twist))).toBe(code)
    })

    it('a client that was restricted after the approval', async () => {
      const applications = [{ ...cli, restricted: false }]
      const at = startProvider({ applications })
      const { token, verifier } = await atCode(at)
      applications.splice(0, 1, { ...cli, restricted: true })
      expect(refusal(await askForAccessToken(at, cli, token, verifier))).toBe('403 oauth.client_restricted')
    })
  })

  it('HTTPS not used', async () => {
    const at = startProvider()
    const { token, verifier } = await atCode(at)
    const url = 'http://sandbox.test/oauth/access_token.json'
    expect(refusal(await askForAccessToken(at, cli, token, verifier, { url }))).toBe(
      '403 oauth.https_required',
    )
  })

  describe('missing or invalid parameters, or other faults in the POST request', () => {
    it.each([
      ['no token', { oauth: { oauth_token: undefined } }, '400 oauth.parameter_absent'],
      ['no verifier', { oauth: { oauth_verifier: undefined } }, '400 oauth.parameter_absent'],
      ['another verifier', { oauth: { oauth_verifier: 'KV-22222222' } }, '400 oauth.parameter_rejected'],
      ['the verifier in small letters', { oauth: { oauth_verifier: 'kv-' } }, '400 oauth.parameter_rejected'],
      ['not HMAC-SHA1', { oauth: { oauth_signature_method: 'RSA-SHA1' } }, '400 oauth.parameter_rejected'],
      ['an old timestamp', { oauth: { oauth_timestamp: '137131201' } }, '401 oauth.timestamp_refused'],
      ['a GET', { method: 'GET' }, '405 oauth.method_not_allowed'],
    ] satisfies [string, Twist, string][])('%s', async (_, twist, code) => {
      const at = startProvider()
      const { token, verifier } = await atCode(at)
      expect(refusal(await askForAccessToken(at, cli, token, verifier, twist))).toBe(code)
    })

    it('a mistyped code can be corrected', async () => {
      const at = startProvider()
      const { token, verifier } = await atCode(at)
      await askForAccessToken(at, cli, token, 'KV-22222222')
      credentialsIn(await askForAccessToken(at, cli, token, verifier))
    })
  })
})

describe('a nonce', () => {
  it('is accepted only once for a token request', async () => {
    const at = startProvider()
    const request = signed(at, cli, `${origin}/oauth/request_token.json`, { oauth_callback: 'oob' })
    credentialsIn(await handled(at.provider, request))
    expect(refusal(await handled(at.provider, request))).toBe('401 oauth.nonce_used')
  })

  it('is not used up by a request with an invalid signature', async () => {
    const at = startProvider()
    const oauth = { oauth_nonce: 'mine' }
    await askForRequestToken(at, cli, 'oob', { oauth, secret: 'guess' })
    credentialsIn(await askForRequestToken(at, cli, 'oob', { oauth }))
  })

  it('can be used again by another client or at another time', async () => {
    const at = startProvider()
    const oauth = { oauth_nonce: 'same' }
    credentialsIn(await askForRequestToken(at, cli, 'oob', { oauth }))
    credentialsIn(await askForRequestToken(at, pocket, 'oob', { oauth }))
    at.clock.now += 1000
    credentialsIn(await askForRequestToken(at, cli, 'oob', { oauth }))
  })

  it('is remembered for as long as its timestamp is accepted', async () => {
    const at = startProvider()
    const request = signed(at, cli, `${origin}/oauth/request_token.json`, { oauth_callback: 'oob' })
    credentialsIn(await handled(at.provider, request))
    at.clock.now += 300_999
    expect(refusal(await handled(at.provider, request))).toBe('401 oauth.nonce_used')
    at.clock.now += 1
    expect(refusal(await handled(at.provider, request))).toBe('401 oauth.timestamp_refused')
  })
})

describe('the body of an error reply', () => {
  const ask = (suffix: string, faults: string[] = [], headers = {}) => {
    const at = startProvider({ faults })
    const url = `${origin}/oauth/request_token${suffix}`
    return handled(at.provider, signed(at, cli, url, { oauth_callback: 'nowhere' }, { headers }))
  }
  const advice = 'oauth_callback is not a callback registered for this application'
  const pairs = `oauth_problem=callback_mismatch&oauth_problem_advice=${encodeURIComponent(advice)}`

  it.each(['', '.json'])('is JSON with code and message for the suffix "%s"', async (suffix) => {
    const reply = await ask(suffix)
    expect(JSON.parse(textOf(reply))).toEqual({ code: 'oauth.callback_mismatch', message: advice })
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  })
  it.each([
    ['where pairs are asked for', [], { accept: 'application/x-www-form-urlencoded' }],
    ['with the fault form-tokens', ['form-tokens'], {}],
  ])('is a form %s', async (_, faults, headers) => {
    const reply = await ask('', faults, headers)
    expect(textOf(reply)).toBe(pairs)
    expect(reply.headers['content-type']).toBe('application/x-www-form-urlencoded; charset=utf-8')
  })
  it('a 401 names the scheme OAuth and is not cached', async () => {
    const reply = await askForRequestToken(startProvider(), stranger, 'oob')
    expect(reply.headers).toMatchObject({
      'www-authenticate': expect.stringMatching(/^OAuth /),
      'cache-control': 'no-store',
    })
  })
  it('contains no value of the request', async () => {
    const reply = await askForRequestToken(startProvider(), cli, 'oob', {
      secret: 'x',
      query: [['a', 'private-value']],
    })
    expect(textOf(reply)).toContain('oauth_signature does not belong to POST /oauth/request_token.json')
    expect(textOf(reply)).not.toMatch(/private-value|org\.example/)
  })
  it.each([
    ['names of parameters', { query: [['n'.repeat(5000), 'x'] as const], secret: 'x' }],
    ['many names', { query: Array.from({ length: 900 }, (_, n) => [`n${n}`, ''] as const), secret: 'x' }],
    [
      'a name given twice',
      { query: Array.from({ length: 2 }, () => [`oauth_${'x'.repeat(5000)}`, ''] as const) },
    ],
    ['a path', { url: `${origin}/oauth/request_token?${'x'.repeat(5000)}`, secret: 'x' }],
    ['a client', { oauth: { oauth_consumer_key: 'x'.repeat(5000) } }],
    ['a callback', { oauth: { oauth_callback: 'x'.repeat(5000) } }],
    ['a time', { oauth: { oauth_timestamp: '1'.repeat(5000) } }],
  ])('contains only the beginning of %s', async (_, twist) => {
    const reply = await askForRequestToken(startProvider(), cli, 'oob', twist)
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(textOf(reply).length).toBeLessThan(600)
  })
  it('the list of statuses has every OAuth problem and no others', () => {
    expect(Object.keys(problemStatus)).toEqual([...oauthProblems])
  })
})
