import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encode, encodePairs, type Pair } from '../../../src/api/wire/encode.ts'

/** A second implementation of RFC 3986 §2.1 and §2.3, byte by byte, independent of the encoder. */
function byTheBook(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const unreserved =
        (byte >= 0x41 && byte <= 0x5a) ||
        (byte >= 0x61 && byte <= 0x7a) ||
        (byte >= 0x30 && byte <= 0x39) ||
        [0x2d, 0x2e, 0x5f, 0x7e].includes(byte)
      return unreserved
        ? String.fromCharCode(byte)
        : `%${'0123456789ABCDEF'[byte >> 4]}${'0123456789ABCDEF'[byte & 15]}`
    })
    .join('')
}

/** Any UTF-16 text, lone surrogates included. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
)

describe('encode', () => {
  test('matches an independent implementation of RFC 3986', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(encode(text)).toBe(byTheBook(text))
      }),
    )
  })

  test('decodes back to the original text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decodeURIComponent(encode(text))).toBe(text.toWellFormed())
      }),
    )
  })

  test('writes only unreserved characters and upper-case %XX', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(encode(text)).toMatch(/^(?:[A-Za-z0-9\-._~]|%[0-9A-F]{2})*$/)
      }),
    )
  })

  test('encodes each ASCII character as RFC 3986 says', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    expect(ascii.map(encode)).toEqual(ascii.map(byTheBook))
  })

  test.each([
    // RFC 5849 §3.4.1.3.1: the decoded parameters of the example; §3.4.1.3.2: their encoded form.
    ['=%3D', '%3D%253D'],
    ['c@', 'c%40'],
    ['r b', 'r%20b'],
    ['2 q', '2%20q'],
    ['', ''],
    ['9djdj82h48djs9d2', '9djdj82h48djs9d2'],
    // §1.2: the callback of the example.
    ['http://printer.example.com/ready', 'http%3A%2F%2Fprinter.example.com%2Fready'],
    // §1.2: a signature with all three base64 characters that need encoding.
    ['74KNZJeDHnMBp0EMJ9ZHt/XKycU=', '74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D'],
    ['djosJKDKJSD8743243/jdk33klY=', 'djosJKDKJSD8743243%2Fjdk33klY%3D'],
  ])('%j is encoded as in RFC 5849', (text, encoded) => {
    expect(encode(text)).toBe(encoded)
  })
})

describe('encodePairs', () => {
  const pairs = fc.array(fc.tuple(anyText, anyText))
  const wellFormed = (list: readonly Pair[]) =>
    list.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])

  test('a form parser reads back the same pairs: order, repeats, empty names and values', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        expect([...new URLSearchParams(encodePairs(list))]).toEqual(wellFormed(list))
      }),
    )
  })

  test('a URL parser leaves the query unchanged', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const query = encodePairs(list)
        const url = new URL(`https://api.example.org/v1/x.json${query && `?${query}`}`)
        expect(url.search.slice(1)).toBe(query)
        expect(url.hash).toBe('')
      }),
    )
  })

  test('gives the normalized parameters of RFC 5849 §3.4.1.3.2 and the base string of §3.4.1.1', () => {
    const normalised = encodePairs([
      ['a2', 'r b'],
      ['a3', '2 q'],
      ['a3', 'a'],
      ['b5', '=%3D'],
      ['c@', ''],
      ['c2', ''],
      ['oauth_consumer_key', '9djdj82h48djs9d2'],
      ['oauth_nonce', '7d8f3e4a'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131201'],
      ['oauth_token', 'kkk9d7dh3k39sjv7'],
    ])
    expect(normalised).toBe(
      'a2=r%20b&a3=2%20q&a3=a&b5=%3D%253D&c%40=&c2=&oauth_consumer_key=9djdj82h48djs9d2' +
        '&oauth_nonce=7d8f3e4a&oauth_signature_method=HMAC-SHA1&oauth_timestamp=137131201&oauth_token=kkk9d7dh3k39sjv7',
    )
    expect(['POST', 'http://example.com/request', normalised].map(encode).join('&')).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D' +
        '%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1' +
        '%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    )
  })
})
