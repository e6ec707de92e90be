/** Cached replies on disk, by request. */

import { lazy } from '../../lazy.ts'
import type { HttpRequest } from '../../ports/http.ts'
import type { CacheStore } from '../../ports/store.ts'
import { CachedReply, type Now } from './cached-reply.ts'

export interface CachePorts {
  readonly now: Now
  /** Opens the cache. */
  cache(): Promise<CacheStore>
}

/** Each method throws what the store throws. */
export interface ReplyCache {
  find(request: HttpRequest): Promise<CachedReply | undefined>
  store(request: HttpRequest, answer: CachedReply): Promise<void>
}

/** Opens the cache at the first call. */
export function openReplyCache({ cache, now }: CachePorts): ReplyCache {
  const store = lazy(cache)
  return {
    async find(request) {
      const entry = await (await store()).get(keyOf(request))
      return entry && CachedReply.read(entry, now)
    },
    store: async (request, answer) => (await store()).set(keyOf(request), answer.entry),
  }
}

/** The key covers the whole request, because other headers may get another reply. */
const keyOf = ({ method, url, headers }: HttpRequest) =>
  JSON.stringify([method, url, Object.entries(headers).toSorted()])
