import fc from 'fast-check'
import { OAuth } from 'oauth'
import { describe, expect, it } from 'vitest'
import {
  buildBaseString,
  computeSignature,
  isSameSecret,
  type Parameter,
  rawPath,
  readForm,
  readSignedRequest,
  verifySignature,
} from '../../../src/sandbox/oauth/signed-request.ts'

describe('signed request', () => {
  const url = 'https://sandbox.test/oauth/request_token'
  const form = { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' }

  describe('reading parameters', () => {
    it('reads header, query and form body, with repeated names', () => {
      const { parameters, oauth } = readSignedRequest({
        method: 'POST',
        url: `${url}?a=1&a=1&b#c=2`,
        headers: {
          ...form,
          authorization: 'oauth realm="x, oauth_fake=\\"1\\"",oauth_token="a%3Bb%20c%2Bd+e" , oauth_x=""',
        },
        body: 'q=%F0%9F%8C%B1+%2B&=nameless',
      })
      expect(parameters).toEqual([
        ['oauth_token', 'a;b c+d+e'],
        ['oauth_x', ''],
        ['a', '1'],
        ['a', '1'],
        ['b', ''],
        ['q', '🌱 +'],
        ['', 'nameless'],
      ])
      expect([...oauth.keys()]).toEqual(['oauth_token', 'oauth_x'])
    })

    it.each(['Bearer abc', 'Basic b2F1dGhfYT0x', 'OAuth2 oauth_a="1"', 'OAuth', ''])(
      'ignores the header "%s"',
      (authorization) => {
        expect(readSignedRequest({ method: 'GET', url, headers: { authorization } }).parameters).toEqual([])
      },
    )
  })

  describe('rejects a request with', () => {
    it.each([
      ['an unquoted header value', { authorization: 'OAuth oauth_token=abc' }, undefined],
      ['a header without end', { authorization: 'OAuth oauth_token="abc' }, undefined],
      ['two header values without a comma', { authorization: 'OAuth oauth_a="1" oauth_b="2"' }, undefined],
      ['half a percent sign', { authorization: 'OAuth oauth_token="%4"' }, undefined],
      ['what is not UTF-8', form, 'a=%ff'],
      ['an OAuth parameter twice in one place', form, 'oauth_token=a&oauth_token=a'],
      [
        'an OAuth parameter in two places',
        { ...form, authorization: 'OAuth oauth_token="a"' },
        'oauth%5Ftoken=b',
      ],
      ['a JSON body', { 'content-type': 'application/json' }, '{"oauth_token":"a"}'],
      ['a body of no type', {}, 'oauth_token=a'],
    ])('%s', (_, headers, body) => {
      const request = { method: 'POST', url, headers, ...(body === undefined ? {} : { body }) }
      expect(() => readSignedRequest(request)).toThrow(
        expect.objectContaining({ problem: 'parameter_rejected' }),
      )
    })
  })

  it.each([
    ['https://h', '/'],
    ['https://h?x=/y', '/'],
    ['https://h/a%2Fb?c', '/a%2Fb'],
  ])('the path of %s is %s', (address, path) => {
    expect(rawPath(address)).toBe(path)
  })
})

describe('verify', () => {
  describe('the base string of RFC 5849', () => {
    it('§3.4.1.1: combines query, header and form body, with repeated and empty names', () => {
      const header: Parameter[] = [
        ['oauth_consumer_key', '9djdj82h48djs9d2'],
        ['oauth_token', 'kkk9d7dh3k39sjv7'],
        ['oauth_signature_method', 'HMAC-SHA1'],
        ['oauth_timestamp', '137131201'],
        ['oauth_nonce', '7d8f3e4a'],
        ['oauth_signature', 'bYT5CMsGcbgUdFHObYMEfcx6bsw='],
      ]
      const parameters = [...readForm('b5=%3D%253D&a3=a&c%40=&a2=r%20b'), ...header, ...readForm('c2&a3=2+q')]
      expect(
        buildBaseString({ method: 'post', url: 'http://EXAMPLE.com/request?b5=%3D%253D', parameters }),
      ).toBe(
        'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26' +
          'c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26' +
          'oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
      )
    })

    it.each([
      ['http://EXAMPLE.COM:80/r%20v/X?id=123', 'http%3A%2F%2Fexample.com%2Fr%2520v%2FX'],
      ['https://www.example.net:8080/?q=1', 'https%3A%2F%2Fwww.example.net%3A8080%2F'],
      ['HTTPS://example.net:443', 'https%3A%2F%2Fexample.net%2F'],
      ['https://example.net:80/a#b', 'https%3A%2F%2Fexample.net%3A80%2Fa'],
      ['http://[::1]:8080/a', 'http%3A%2F%2F%5B%3A%3A1%5D%3A8080%2Fa'],
      ['http://example.net:8080/', 'http%3A%2F%2Fexample.net%3A8080%2F'],
      ['http://example.net:443/', 'http%3A%2F%2Fexample.net%3A443%2F'],
      ['https://example.net:4430/', 'https%3A%2F%2Fexample.net%3A4430%2F'],
      ['https://example.net:/a', 'https%3A%2F%2Fexample.net%2Fa'],
      ['http://example.net:/a', 'http%3A%2F%2Fexample.net%2Fa'],
      ['ftp://example.net:21/a', 'ftp%3A%2F%2Fexample.net%3A21%2Fa'],
      ['ftp://example.net:/a', 'ftp%3A%2F%2Fexample.net%2Fa'],
      ['http://h/A?/b', 'http%3A%2F%2Fh%2FA'],
      // Without a valid URL the base string is empty, whatever the text contains.
      ['1http://example.net/a', '%3A%2F%2F%2F'],
      ['', '%3A%2F%2F%2F'],
    ])('§3.4.1.2: the base of %s', (url, base) => {
      expect(buildBaseString({ method: 'GET', url, parameters: [] })).toBe(`GET&${base}&`)
    })

    it('sorts parameters by their encoded bytes', () => {
      const parameters: Parameter[] = [
        ['a', 'é'],
        ['a', 'z'],
        ['a~', '1'],
        ['a b', '1'],
        ['A', '1'],
        ['a', ''],
      ]
      expect(decodeURIComponent(buildBaseString({ method: 'GET', url: 'http://h/', parameters }))).toBe(
        'GET&http://h/&A=1&a=&a=%C3%A9&a=z&a%20b=1&a~=1',
      )
    })
  })

  it('percent-encodes every byte except unreserved characters, in upper case (§3.6)', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    const encoded = (value: string) => {
      const text = buildBaseString({ method: 'GET', url: 'http://h/', parameters: [['n', value]] })
      return decodeURIComponent(text).replace('GET&http://h/&n=', '')
    }
    const kept = ascii.filter((sign) => encoded(sign) === sign).join('')
    expect(kept).toBe('-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~')
    expect(encoded('\0\t\n\x7f')).toBe('%00%09%0A%7F')
    expect(encoded('é€🌱')).toBe('%C3%A9%E2%82%AC%F0%9F%8C%B1')
  })

  it('omits oauth_signature, but not similar names', () => {
    const parameters: Parameter[] = [
      ['oauth_signature', 'x'],
      ['oauth_signature', 'y'],
      ['oauth_signature_', 'z'],
      ['OAUTH_SIGNATURE', 'z'],
    ]
    expect(buildBaseString({ method: 'get', url: 'http://h/', parameters })).toBe(
      'GET&http%3A%2F%2Fh%2F&OAUTH_SIGNATURE%3Dz%26oauth_signature_%3Dz',
    )
  })

  it('isSameSecret compares whole secrets', () => {
    expect(isSameSecret('', '')).toBe(true)
    expect(isSameSecret('KV-aB', 'KV-aB')).toBe(true)
    for (const other of ['', 'KV-a', 'KV-aBc', 'KV-ab', 'xKV-aB', 'KV-aB ']) {
      expect(isSameSecret('KV-aB', other)).toBe(false)
      expect(isSameSecret(other, 'KV-aB')).toBe(false)
    }
  })

  describe('the signatures of RFC 5849 §1.2', () => {
    const clientKey: Parameter[] = [
      ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
      ['oauth_signature_method', 'HMAC-SHA1'],
    ]
    it.each([
      {
        call: 'temporary credentials',
        method: 'POST',
        url: 'https://photos.example.net/initiate',
        own: [
          ['oauth_timestamp', '137131200'],
          ['oauth_nonce', 'wIjqoS'],
          ['oauth_callback', 'http://printer.example.com/ready'],
        ],
        secret: '',
        signature: '74KNZJeDHnMBp0EMJ9ZHt/XKycU=',
      },
      {
        call: 'token credentials',
        method: 'POST',
        url: 'https://photos.example.net/token',
        own: [
          ['oauth_token', 'hh5s93j4hdidpola'],
          ['oauth_timestamp', '137131201'],
          ['oauth_nonce', 'walatlh'],
          ['oauth_verifier', 'hfdp7dh39dks9884'],
        ],
        secret: 'hdhd0244k9j7ao03',
        signature: 'gKgrFCywp7rO0OXSjdot/IHF7IU=',
      },
      {
        call: 'protected resource',
        method: 'GET',
        url: 'http://photos.example.net/photos?file=vacation.jpg&size=original',
        own: [
          ['file', 'vacation.jpg'],
          ['size', 'original'],
          ['oauth_token', 'nnch734d00sl2jdk'],
          ['oauth_timestamp', '137131202'],
          ['oauth_nonce', 'chapoH'],
        ],
        secret: 'pfkkdhi9sl3r4s00',
        signature: 'MdpQcU8iPSUjWoN/UDMsK2sui9I=',
      },
    ] as const)('$call', ({ method, url, own, secret, signature }) => {
      const asked = { method, url, parameters: [...clientKey, ...own] }
      expect(computeSignature(asked, 'kd94hf93k423kf44', secret)).toBe(signature)
      expect(verifySignature(signature, asked, 'kd94hf93k423kf44', secret)).toBe(true)
      expect(verifySignature(signature, asked, 'kd94hf93k423kf44', `${secret}x`)).toBe(false)
      expect(verifySignature(signature.toLowerCase(), asked, 'kd94hf93k423kf44', secret)).toBe(false)
    })
  })

  it('computes the same signature as npm oauth for any names, values and secrets', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 })
    const parameters = fc.dictionary(text, fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 })), {
      maxKeys: 6,
      noNullPrototype: true,
    })
    fc.assert(
      fc.property(parameters, text, text, (given, clientSecret, tokenSecret) => {
        const url = 'https://sandbox.test:8443/oauth/request_token.json'
        const theirs = new OAuth('', '', 'client', clientSecret, '1.0', 'oob', 'HMAC-SHA1')
        const pairs = Object.entries(given).flatMap(([name, value]) =>
          [value].flat().map((one): Parameter => [name, one]),
        )
        fc.pre(!Object.hasOwn(given, 'oauth_signature') && !Object.hasOwn(given, 'hasOwnProperty'))
        expect(computeSignature({ method: 'POST', url, parameters: pairs }, clientSecret, tokenSecret)).toBe(
          theirs._getSignature('POST', url, theirs._normaliseRequestParams(given), tokenSecret),
        )
      }),
    )
  })
})
