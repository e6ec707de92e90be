/** Cached replies by their requests. */
import { expect, test } from 'vitest'
import type { HttpRequest } from '../../../src/ports/http.ts'
import { CachedReply } from '../../../src/transport/cache/cached-reply.ts'
import { openReplyCache } from '../../../src/transport/cache/reply-cache.ts'
import { memoryCache } from '../../harness/memory-cache.ts'
import { jsonReply, noon } from '../../harness.ts'

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
  const entry = CachedReply.of(request, jsonReply({ id: 84 }), now) ?? expect.unreachable('it is not stored')
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
