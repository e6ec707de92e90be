import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encode, encodePairs, type Pair } from '../../src/api/wire/request.ts'
import {
  authorization,
  baseUri,
  parametersOf,
  type Signer,
  signatureBase,
  signRequest,
} from '../../src/auth/sign.ts'
import type { HttpRequest } from '../../src/core/http.ts'
import { baseString, escapeBytes, headerParameters, isSignedBy } from './verify.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** The request of RFC 5849 §3.4.1.1, whose base string §3.4.1.1 prints. */
const worked: HttpRequest = {
  method: 'POST',
  url: 'http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b',
  headers: form,
  body: 'c2&a3=2+q',
}
const workedProtocol: readonly Pair[] = [
  ['oauth_consumer_key', '9djdj82h48djs9d2'],
  ['oauth_token', 'kkk9d7dh3k39sjv7'],
  ['oauth_signature_method', 'HMAC-SHA1'],
  ['oauth_timestamp', '137131201'],
  ['oauth_nonce', '7d8f3e4a'],
]

const signatureIn = (header: string) => headerParameters(header).get('oauth_signature')

describe('the examples of RFC 5849', () => {
  const client = { clientSecret: 'kd94hf93k423kf44' }

  test('§1.2 temporary credentials', () => {
    const header = authorization(
      { method: 'POST', url: 'https://photos.example.net/initiate', headers: {} },
      [
        ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
        ['oauth_signature_method', 'HMAC-SHA1'],
        ['oauth_timestamp', '137131200'],
        ['oauth_nonce', 'wIjqoS'],
        ['oauth_callback', 'http://printer.example.com/ready'],
      ],
      client,
    )
    expect(header).toContain('oauth_callback="http%3A%2F%2Fprinter.example.com%2Fready"')
    expect(header).toContain('oauth_signature="74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D"')
  })

  test('§1.2 token credentials', () => {
    const header = authorization(
      { method: 'POST', url: 'https://photos.example.net/token', headers: {} },
      [
        ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
        ['oauth_token', 'hh5s93j4hdidpola'],
        ['oauth_signature_method', 'HMAC-SHA1'],
        ['oauth_timestamp', '137131201'],
        ['oauth_nonce', 'walatlh'],
        ['oauth_verifier', 'hfdp7dh39dks9884'],
      ],
      { ...client, tokenSecret: 'hdhd0244k9j7ao03' },
    )
    expect(signatureIn(header)).toBe('gKgrFCywp7rO0OXSjdot/IHF7IU=')
  })

  test('§1.2 protected resource', () => {
    const header = authorization(
      { method: 'GET', url: 'http://photos.example.net/photos?file=vacation.jpg&size=original', headers: {} },
      [
        ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
        ['oauth_token', 'nnch734d00sl2jdk'],
        ['oauth_signature_method', 'HMAC-SHA1'],
        ['oauth_timestamp', '137131202'],
        ['oauth_nonce', 'chapoH'],
      ],
      { ...client, tokenSecret: 'pfkkdhi9sl3r4s00' },
    )
    expect(signatureIn(header)).toBe('MdpQcU8iPSUjWoN/UDMsK2sui9I=')
  })

  test('§3.4.1.1 signature base string', () => {
    const printed =
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540' +
      '%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method' +
      '%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7'
    const signer = { clientId: '9djdj82h48djs9d2', clientSecret: 'any', token: 'kkk9d7dh3k39sjv7' }
    const ours = signatureBase(worked, signer, { nonce: '7d8f3e4a', timestamp: 137131201 })
    // The example omits the optional oauth_version, which kiva always sends.
    expect(ours).toBe(`${printed}%26oauth_version%3D1.0`)
    // The independent verifier gives the base string of the document.
    expect(baseString(worked, new Map(workedProtocol))).toBe(printed)
  })

  test('§3.1 request, with the signature of the verified erratum', () => {
    const secrets = { clientSecret: 'j49sk3j29djd', tokenSecret: 'dh893hdasih9' }
    expect(signatureIn(authorization(worked, workedProtocol, secrets))).toBe('r6/TJjbCOr97/+UU0NsvSne7s5g=')
  })

  test('§3.4.1.2 base string URI', () => {
    expect(baseUri('http://EXAMPLE.COM:80/r%20v/X?id=123')).toBe('http://example.com/r%20v/X')
    expect(baseUri('https://www.example.net:8080/?q=1')).toBe('https://www.example.net:8080/')
    expect(baseUri('HTTPS://example.com:443?q=1#there')).toBe('https://example.com/')
  })

  test('§3.4.1.3.1 parameter sources', () => {
    expect(parametersOf(worked)).toEqual([
      ['b5', '=%3D'],
      ['a3', 'a'],
      ['c@', ''],
      ['a2', 'r b'],
      ['c2', ''],
      ['a3', '2 q'],
    ])
    const json = { ...worked, headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
    expect(parametersOf(json)).toHaveLength(4)
  })

  test('§3.4.1.2 base string URI: ports, paths and fragments', () => {
    // The port is omitted only if it is the default of the scheme.
    expect(baseUri('http://example.com:443/')).toBe('http://example.com:443/')
    expect(baseUri('https://example.com:80/')).toBe('https://example.com:80/')
    expect(baseUri('https://EXAMPLE.com/Path/%7Euser/;a=b')).toBe('https://example.com/Path/%7Euser/;a=b')
    expect(baseUri('https://example.com')).toBe('https://example.com/')
    expect(baseUri('https://[::1]:8443/x?y#z')).toBe('https://[::1]:8443/x')
  })

  test.each([
    ['application/x-www-form-urlencoded', true],
    ['application/x-www-form-urlencoded; charset=utf-8', true],
    ['application/x-www-form-urlencoded ;charset=utf-8', true],
    ['APPLICATION/X-WWW-FORM-URLENCODED', true],
    ['application/x-www-form-urlencoded2', false],
    ['x-application/x-www-form-urlencoded', false],
    ['text/plain; application/x-www-form-urlencoded', false],
    ['application/json', false],
    ['', false],
  ])('§3.4.1.3.1 only a form body is signed: %s', (type, counts) => {
    const request = { url: 'https://h.example/x?q=1', headers: { 'content-type': type }, body: 'b=2' }
    expect(parametersOf(request)).toEqual(
      counts
        ? [
            ['q', '1'],
            ['b', '2'],
          ]
        : [['q', '1']],
    )
    expect(parametersOf({ url: request.url, headers: {}, body: 'b=2' })).toEqual([['q', '1']])
    expect(parametersOf({ url: request.url, headers: request.headers })).toEqual([['q', '1']])
  })

  test('§3.4.1.3.1 empty values, repeated and empty names, and plus for a space', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(
      parametersOf({ url: 'https://h.example/?a&a=&b+c=d%2Be&=f', headers, body: '?a=1&&a=1&+=+' }),
    ).toEqual([
      ['a', ''],
      ['a', ''],
      ['b c', 'd+e'],
      ['', 'f'],
      ['?a', '1'],
      ['a', '1'],
      [' ', ' '],
    ])
  })

  test('§3.6 percent encoding', () => {
    expect(encode("-._~ aZ09!*'()")).toBe('-._~%20aZ09%21%2A%27%28%29')
    expect(encode('\u00e9\u{1f600}')).toBe('%C3%A9%F0%9F%98%80')
    expect(encode('%')).toBe('%25')
  })
})

const when = { nonce: '0123456789abcdef0123456789abcdef', timestamp: 1700000000 }

/** Names and values that are hard to encode, in addition to those of fast-check. */
const tricky = fc.constantFrom(
  ' ', '+', '%', '%2B', '%zz', '=', '==', '&', 'a[]', '[0]', 'a,b', ',', '\u{1f600}', '', '__proto__',
  'constructor', 'a b+c', "!*'()", '~', ';.', '\u0000', '\r\n', '\ufeff', '?', '#', '/', 'oauth_x', '\ud800',
) // biome-ignore format: a list to be scanned
const text = fc.oneof(tricky, fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ maxLength: 12 }))
const pairs = fc
  .array(fc.tuple(text, text), { maxLength: 8 })
  // Repeated names and repeated pairs.
  .chain((some) =>
    fc.constantFrom(some, [...some, ...some.map(([name], at) => [name, String(at)] as const), ...some]),
  )
const signer: fc.Arbitrary<Signer> = fc.record({
  clientId: text,
  clientSecret: text,
  token: fc.option(text, { nil: undefined }),
  tokenSecret: fc.option(text, { nil: undefined }),
})

describe('any names and values', () => {
  const verifies = (request: HttpRequest, by: Signer) =>
    isSignedBy(request, { clientSecret: by.clientSecret, tokenSecret: by.tokenSecret ?? '' })

  test('in a query have a signature that an independent verifier accepts', () => {
    fc.assert(
      fc.property(pairs, signer, (query, by) => {
        const url = `https://API.example.org:443/v1/loans/84%2C85.json?${encodePairs(query)}`
        const signed = signRequest({ method: 'get', url, headers: { accept: '*/*' } }, by, when)
        expect(verifies(signed, by)).toBe(true)
        expect(signed.headers['accept']).toBe('*/*')
      }),
    )
  })

  test('in a query and a form body have a signature that an independent verifier accepts', () => {
    fc.assert(
      fc.property(pairs, pairs, signer, text, (query, body, by, callback) => {
        const request = {
          method: 'POST',
          url: `http://127.0.0.1:8080/oauth/request_token?${encodePairs(query)}`,
          headers: form,
          body: encodePairs(body),
        }
        const signed = signRequest(request, by, when, { oauth_callback: callback })
        expect(verifies(signed, by)).toBe(true)
        expect(signed.body).toBe(request.body)
        expect(headerParameters(signed.headers['authorization'] ?? '').get('oauth_callback')).toBe(
          callback.toWellFormed(),
        )
      }),
    )
  })

  test('in a raw query are sent exactly as signed', () => {
    fc.assert(
      fc.property(fc.array(text.map((part) => part.replaceAll('#', ''))), signer, (parts, by) => {
        const url = `https://api.example.org/v1/x?${parts.join('&')}`
        const signed = signRequest({ method: 'GET', url, headers: {} }, by, when)
        expect(verifies(signed, by)).toBe(true)
        // Parsing the URL again, as HTTP libraries do, changes no byte.
        expect(new URL(signed.url).href).toBe(signed.url)
      }),
    )
  })

  test('with a fragment and a body that begins with "?" are signed as sent', () => {
    const by = { clientId: 'org.example.app', clientSecret: 's', token: 't', tokenSecret: 'u' }
    const request = {
      method: 'POST',
      url: 'HTTPS://API.example.org:443/a/../b?c=d#e',
      headers: form,
      body: '?f=g',
    }
    const signed = signRequest(request, by, when)
    expect(signed.url).toBe('https://api.example.org/b?c=d')
    expect(verifies(signed, by)).toBe(true)
    const header = headerParameters(signed.headers['authorization'] ?? '')
    expect(signatureBase(request, by, when)).toBe(baseString(signed, header))
  })

  test('are encoded as RFC 5849 §3.6 says', () => {
    fc.assert(
      fc.property(text, (some) => {
        expect(encode(some)).toBe(escapeBytes(some.toWellFormed()))
      }),
    )
  })

  test('with another secret, URL or method do not verify; nonce and time change the signature', () => {
    const by = { clientId: 'org.example.app', clientSecret: 's&t', token: 'a;b.c', tokenSecret: 'u%v' }
    const secrets = { clientSecret: by.clientSecret, tokenSecret: by.tokenSecret }
    const signed = signRequest(
      { method: 'GET', url: 'https://api.example.org/v1/x?a=1', headers: {} },
      by,
      when,
    )
    expect(isSignedBy(signed, secrets)).toBe(true)
    expect(isSignedBy(signed, { ...secrets, tokenSecret: 'w' })).toBe(false)
    expect(isSignedBy({ ...signed, url: 'https://api.example.org/v1/x?a=2' }, secrets)).toBe(false)
    expect(isSignedBy({ ...signed, url: 'https://api.example.org:444/v1/x?a=1' }, secrets)).toBe(false)
    expect(isSignedBy({ ...signed, method: 'POST' }, secrets)).toBe(false)
    const again = signRequest(signed, by, { ...when, nonce: 'f'.repeat(32) })
    const later = signRequest(signed, by, { ...when, timestamp: when.timestamp + 1 })
    const all = [signed, again, later].map((one) => signatureIn(one.headers['authorization'] ?? ''))
    expect(new Set(all).size).toBe(3)
  })
})

test('the header has all OAuth parameters, encoded once', () => {
  const by = {
    clientId: 'org.example.app',
    clientSecret: 's',
    token: 'tok;org.example.app',
    tokenSecret: 't',
  }
  const { headers } = signRequest(
    { method: 'GET', url: 'https://api.example.org/v1/my/account.json', headers: {} },
    by,
    when,
  )
  const header = headers['authorization'] ?? ''
  expect(header.replace(/oauth_signature="[^"]*"/, 'oauth_signature="…"')).toBe(
    'OAuth oauth_consumer_key="org.example.app", oauth_nonce="0123456789abcdef0123456789abcdef", oauth_signature="…", ' +
      'oauth_signature_method="HMAC-SHA1", oauth_timestamp="1700000000", oauth_token="tok%3Borg.example.app", oauth_version="1.0"',
  )
})
