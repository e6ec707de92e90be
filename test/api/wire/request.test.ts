import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Endpoint, formatsOf, pathNames, type Values } from '../../../src/api/endpoint.ts'
import {
  apiPrefix,
  buildRequest,
  encode,
  encodePairs,
  type Pair,
  userAgent,
} from '../../../src/api/wire/request.ts'
import { catalogue } from '../../../src/commands/catalogue.ts'
import { KivaError } from '../../../src/core/errors.ts'

describe('encode', () => {
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
})

describe('request', () => {
  const endpoints: readonly Endpoint[] = Object.values(catalogue).flatMap((resource) =>
    Object.values<Endpoint>(resource.endpoints),
  )
  const baseUrl = 'https://api.example.org'
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
    // The pieces of path traversal and injection attacks.
    fc
      .array(
        fc.constantFrom('.', '..', '/', '\\', '%2e', '%2F', ';', ',', '?', '#', '\0', '\r\n', '@', ':', 'a'),
      )
      .map((parts) => parts.join('')),
  )

  /** Whether an id cannot be part of a path; implemented independently of the builder. */
  const unfit = (id: string) =>
    id.split('.').join('') === '' ||
    [...id].some((sign) => {
      const code = sign.codePointAt(0) ?? 0
      return sign === '/' || sign === '\\' || code < 32 || (code > 126 && code < 160)
    })

  interface Call {
    readonly endpoint: Endpoint
    readonly ids: readonly (string | number)[]
    readonly values: Values
    readonly appId: string | undefined
    readonly extra: readonly Pair[]
    readonly format: ReturnType<typeof formatsOf>[number]
  }

  /** A call of any endpoint with arbitrary values. */
  const anyCall: fc.Arbitrary<Call> = fc.constantFrom(...endpoints).chain((endpoint) => {
    const [inPath] = pathNames(endpoint)
    const id = inPath && endpoint.params[inPath]?.kind === 'number' ? fc.nat().map((n) => n + 1) : anyText
    const several = inPath && endpoint.params[inPath]?.list ? 4 : 1
    return fc
      .record({
        ids: fc.array<string | number>(id, { minLength: 1, maxLength: several }),
        given: fc.dictionary(
          fc.constantFrom('page', ...Object.keys(endpoint.params).filter((name) => name !== inPath)),
          fc.oneof(anyText, fc.nat(), fc.array(anyText, { minLength: 1 })),
        ),
        appId: fc.option(anyText, { nil: undefined }),
        extra: fc.array(fc.tuple(anyText, anyText), { maxLength: 3 }),
        format: fc.constantFrom(...formatsOf(endpoint)),
      })
      .map(({ ids, given, ...rest }) => {
        const inPlace = inPath ? { [inPath]: several > 1 ? ids : (ids[0] ?? '') } : {}
        return { endpoint, ids: inPath ? ids : [], values: { ...given, ...inPlace }, ...rest }
      })
  })

  /** The URL of a call, `undefined` if it is rejected because of an unfit id. */
  function urlOf({ endpoint, values, ids, ...options }: Call): string | undefined {
    try {
      return buildRequest(endpoint, values, { baseUrl, ...options }).url
    } catch (error) {
      expect(error).toBeInstanceOf(KivaError)
      expect(error).toMatchObject({ kind: 'usage' })
      expect(ids.some((id) => unfit(String(id)))).toBe(true)
      return undefined
    }
  }

  describe('buildRequest', () => {
    test('never leaves its path: a URL parser finds the same address and segments', () => {
      fc.assert(
        fc.property(anyCall, (call) => {
          const url = urlOf(call)
          if (url === undefined) return
          const parsed = new URL(url)
          expect(parsed.href).toBe(url)
          expect(parsed.origin).toBe(baseUrl)
          expect(parsed.hash).toBe('')
          const segments = parsed.pathname.split('/')
          const template = `${apiPrefix}${call.endpoint.path}.${call.format}`.split('/')
          expect(segments).toHaveLength(template.length)
          for (const [at, part] of template.entries())
            if (!part.startsWith(':')) expect(segments[at]).toBe(part)
        }),
        { numRuns: 300 },
      )
    })

    test('rejects exactly the ids that could leave the path; all other ids decode to themselves', () => {
      fc.assert(
        fc.property(anyCall, (call) => {
          const url = urlOf(call)
          expect(url === undefined).toBe(call.ids.some((id) => unfit(String(id))))
          if (url === undefined || call.ids.length === 0) return
          const at = call.endpoint.path.split('/').findIndex((part) => part.startsWith(':'))
          const sent = new URL(url).pathname.split('/')[at + 1]?.replace(new RegExp(`\\.${call.format}$`), '')
          expect(sent?.split(',').map(decodeURIComponent)).toEqual(
            call.ids.map((id) => String(id).toWellFormed()),
          )
        }),
        { numRuns: 300 },
      )
    })

    test('sends exactly the given values: known params, then app_id, then the extra pairs', () => {
      fc.assert(
        fc.property(anyCall, (call) => {
          const url = urlOf(call)
          if (url === undefined) return
          const names = [...Object.keys(call.endpoint.params), ...(call.endpoint.paged ? ['page'] : [])]
          const inPath = pathNames(call.endpoint)
          const known = names
            .filter((name) => !inPath.includes(name) && call.values[name] !== undefined)
            .map((name) => [name, [call.values[name]].flat().join(',')])
          const all = [...known, ...(call.appId === undefined ? [] : [['app_id', call.appId]]), ...call.extra]
          expect([...new URL(url).searchParams]).toEqual(
            all.map((pair) => pair.map((text) => text?.toWellFormed())),
          )
        }),
      )
    })

    test('rejects an empty list of ids, which would request another path', () => {
      const show = catalogue.loans.endpoints.show
      expect(() => buildRequest(show, { ids: [] }, { baseUrl, format: 'json' })).toThrow(
        'missing value for ids',
      )
      expect(() => buildRequest(show, {}, { baseUrl, format: 'json' })).toThrow('no value for :ids')
    })

    test('sends a user agent, and the format in the Accept header', () => {
      const { updates } = catalogue.loans.endpoints
      const { method, headers } = buildRequest(updates, { id: 84 }, { baseUrl, format: 'rss' })
      expect(method).toBe('GET')
      expect(headers['user-agent']).toBe(userAgent)
      expect(userAgent).toMatch(/^kiva-cli\/\d+\.\d+\.\d+/)
      expect(headers['accept']).toContain('application/rss+xml')
    })
  })
})
