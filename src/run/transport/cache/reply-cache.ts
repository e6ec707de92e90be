/** Answers on disk, by the requests that they answer. */

import { lazy } from '../../../lazy.ts'
import type { HttpRequest } from '../../../ports/http.ts'
import type { CacheStore } from '../../../ports/store.ts'
import { KeptAnswer, type Now } from './cached-reply.ts'

export interface CachePorts {
  readonly now: Now
  /** Opens the cache. */
  cache(): Promise<CacheStore>
}

/** Each throws what the store throws. */
export interface AnswerCache {
  find(request: HttpRequest): Promise<KeptAnswer | undefined>
  keep(request: HttpRequest, answer: KeptAnswer): Promise<void>
}

/** Opens the cache when it is first asked. */
export function openAnswerCache({ cache, now }: CachePorts): AnswerCache {
  const store = lazy(cache)
  return {
    async find(request) {
      const entry = await (await store()).get(keyOf(request))
      return entry && KeptAnswer.read(entry, now)
    },
    keep: async (request, answer) => (await store()).set(keyOf(request), answer.entry),
  }
}

/** All of a request counts: another header may get another answer. */
const keyOf = ({ method, url, headers }: HttpRequest) =>
  JSON.stringify([method, url, Object.entries(headers).toSorted()])
