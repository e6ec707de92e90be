/** One cached reply: what may be stored, how old it is, and how the service confirms it. */
import { describe, expect, test } from 'vitest'
import type { HttpReply, HttpRequest } from '../../src/core/http.ts'
import { CachedReply, isCacheable, openReplyCache } from '../../src/transport/cached-reply.ts'
import { memoryCache } from '../harness/memory-cache.ts'
import { jsonReply, noon, textReply } from '../harness.ts'

describe('cached reply', () => {
  const request: HttpRequest = {
    method: 'GET',
    url: 'https://api.example.org/v1/releases/current.json',
    headers: { accept: 'application/json' },
  }
  const etag = '"abc"'
  const modified = 'Fri, 20 Nov 2026 09:00:00 GMT'
  const at = (milliseconds: number) => () => noon + milliseconds

  /** What a cache keeps of a reply that came at noon. */
  function kept(reply: HttpReply, asked = request): CachedReply {
    return CachedReply.of(asked, reply, at(0)) ?? expect.unreachable('the reply was not stored')
  }

  describe('a request may be answered from the cache', () => {
    test.each([
      ['GET', {}, true],
      ['GET', { accept: '*/*' }, true],
      ['GET', { authorization: 'OAuth' }, false],
      ['POST', {}, false],
      ['HEAD', {}, false],
    ])('%s with %j: %s', (method, headers, expected) => {
      expect(isCacheable({ ...request, method, headers })).toBe(expected)
    })
  })

  describe('a reply is stored', () => {
    const html = { 'content-type': 'text/html; charset=utf-8' }
    const page = textReply('<p>Hello</p>', 200, html)

    test.each<[string, HttpReply, string | undefined]>([
      ['in JSON', jsonReply({}), 'application/json'],
      ['without a type', textReply('a'), 'application/json'],
      ['without a type, to a request that takes any', textReply('a'), undefined],
      ['in HTML, as it was asked for', page, 'text/html,*/*'],
    ])('%s', (_, reply, accept) => {
      const headers: HttpRequest['headers'] = accept === undefined ? {} : { accept }
      expect(CachedReply.of({ ...request, headers }, reply, at(0))?.reply.body).toBe(reply.body)
    })

    test.each<[string, HttpReply, string | undefined]>([
      ['in HTML in place of JSON', page, 'application/json'],
      ['in HTML where nothing was asked for', page, undefined],
      ['in HTML where that is a second choice', page, 'application/json,text/html'],
      ['in XHTML', textReply('<p/>', 200, { 'content-type': 'application/XHTML+xml' }), 'application/json'],
      ['with another status', textReply('{}', 203), 'application/json'],
      ['with a refusal in no words', textReply('', 404), 'application/json'],
      ['with an error of the service', jsonReply({ code: 'org.kiva.ServerMaintenance' }), 'application/json'],
      ['that differs for each request', jsonReply({}, 200, { vary: '*' }), 'application/json'],
      ['that forbids it', jsonReply({}, 200, { 'cache-control': 'no-store' }), 'application/json'],
    ])('not %s', (_, reply, accept) => {
      const headers: HttpRequest['headers'] = accept === undefined ? {} : { accept }
      expect(CachedReply.of({ ...request, headers }, reply, at(0))).toBeUndefined()
    })

    test('without cookies and facts of one exchange, and with all other headers', () => {
      const passing = {
        'set-cookie': 'a=1',
        'retry-after': '60',
        'x-ratelimit-overall-limit': '60',
        'x-ratelimit-overall-remaining': '1',
      }
      const lasting = { etag, 'x-set-cookie': '1', 'set-cookies': '2', 'x-ratelimits': '3', vary: 'accept' }
      expect(kept(textReply('a', 200, { ...passing, ...lasting })).reply.headers).toEqual({
        ...lasting,
        age: expect.any(String),
        date: 'Fri, 20 Nov 2026 12:00:00 GMT',
      })
    })

    test.each([
      ['of the service', { date: 'Fri, 20 Nov 2026 02:00:00 GMT' }, 'Fri, 20 Nov 2026 02:00:00 GMT'],
      ['of its arrival where the service sent none', {}, 'Fri, 20 Nov 2026 12:00:00 GMT'],
    ])('with the date %s, however late it is read', (_, headers, date) => {
      const stored = kept(jsonReply({}, 200, headers)).entry
      expect(CachedReply.read(stored, at(5_000_000)).reply.headers['date']).toBe(date)
    })
  })

  describe('the age of a reply', () => {
    const stored = kept(jsonReply({}, 200, { age: '30' })).entry

    test('counts from when the service sent it', () => {
      const read = CachedReply.read(stored, at(5000))
      expect([read.age, read.reply.cacheAge, read.storedAt]).toEqual([35_000, 35_000, noon])
    })

    test('is in the reply, with its status and its body', () => {
      const reply = jsonReply({ a: 1 })
      const read = CachedReply.read(kept(reply).entry, at(1500))
      expect(read.reply).toMatchObject({ status: 200, body: reply.body, cacheAge: 1500 })
    })
  })

  describe('an old reply', () => {
    test.each([
      [{ etag }, { 'if-none-match': etag }],
      [{ 'last-modified': modified }, { 'if-modified-since': modified }],
      [{}, {}],
    ])('with %j is asked about with %j', (headers, asked) => {
      expect(kept(jsonReply({}, 200, headers)).conditionalRequest(request)).toEqual({
        ...request,
        headers: { ...request.headers, ...asked },
      })
    })

    const confirm = (stored: HttpReply['headers'], told: HttpReply['headers']) =>
      CachedReply.read(kept(textReply('body', 200, { age: '30', ...stored })).entry, at(60_000)).refreshedBy(
        request,
        { status: 304, headers: told, body: new Uint8Array() },
      )

    test.each<[HttpReply['headers'], HttpReply['headers']]>([
      [{ etag }, {}],
      [{ etag }, { etag }],
      [{ 'last-modified': modified }, {}],
      [{ 'last-modified': modified }, { 'last-modified': modified }],
      [{ etag, 'last-modified': modified }, {}],
    ])('with %j is fresh again after a 304 with %j', (stored, told) => {
      const confirmed = confirm(stored, told)
      expect(confirmed?.reply).toMatchObject({ status: 200, headers: stored, cacheAge: 0 })
      expect(confirmed?.storedAt).toBe(noon + 60_000)
      expect(confirmed && Buffer.from(confirmed.reply.body).toString()).toBe('body')
    })

    test.each<[string, HttpReply['headers'], string]>([
      ['of the 304', { date: 'Fri, 20 Nov 2026 02:01:00 GMT' }, 'Fri, 20 Nov 2026 02:01:00 GMT'],
      ['of the arrival of a 304 without one', {}, 'Fri, 20 Nov 2026 12:01:00 GMT'],
    ])('has the date %s', (_, told, date) => {
      const stored = { etag, date: 'Fri, 20 Nov 2026 02:00:00 GMT' }
      expect(confirm(stored, told)?.reply.headers['date']).toBe(date)
    })

    test('has the age that the 304 tells', () => {
      expect(confirm({ etag }, { age: '7' })?.age).toBe(7000)
    })

    test.each<[HttpReply['headers'], HttpReply['headers']]>([
      [{ etag }, { etag: '"other"' }],
      [{ 'last-modified': modified }, { 'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT' }],
    ])('with %j is another one than that of a 304 with %j', (stored, told) => {
      expect(confirm(stored, told)).toBeUndefined()
    })
  })
})

/** Cached replies by their requests. */
describe('reply cache', () => {
  const now = () => noon
  const request: HttpRequest = {
    method: 'GET',
    url: 'https://api.example.org/v1/loans/84.json',
    headers: { accept: 'application/json', 'user-agent': 'kiva' },
  }

  /** A cache with a reply to the request. */
  async function filled() {
    let opened = 0
    const store = memoryCache(new Map())
    const cache = openReplyCache({
      now,
      cache: async () => {
        opened += 1
        return store
      },
    })
    const entry =
      CachedReply.of(request, jsonReply({ id: 84 }), now) ?? expect.unreachable('it is not stored')
    expect(opened).toBe(0)
    await cache.store(request, entry)
    return { cache, opened: () => opened }
  }

  test('a reply is found by the same request, with its headers in any order', async () => {
    const { cache, opened } = await filled()
    const { accept = '', 'user-agent': agent = '' } = request.headers
    for (const headers of [request.headers, { 'user-agent': agent, accept }]) {
      const found = await cache.find({ ...request, headers })
      expect(Buffer.from(found?.reply.body ?? []).toString()).toBe('{"id":84}')
    }
    expect(opened()).toBe(1)
  })

  test.each<[string, Partial<HttpRequest>]>([
    ['address', { url: 'https://api.example.org/v1/loans/85.json' }],
    ['method', { method: 'HEAD' }],
    ['header', { headers: { ...request.headers, accept: 'text/html' } }],
    ['number of headers', { headers: { accept: 'application/json' } }],
  ])('a request with another %s finds nothing', async (_, other) => {
    const { cache } = await filled()
    expect(await cache.find({ ...request, ...other })).toBeUndefined()
  })
})
