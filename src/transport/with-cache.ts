/** `--cache`: reuses recent replies of the service. */
import type { HttpReply, HttpRequest, Send } from '../core/http.ts'
import { CachedReply, type CachePorts, isCacheable, openReplyCache, type ReplyCache } from './cached-reply.ts'

interface WithCachePorts extends CachePorts {
  /** Called once with the reason if the cache fails. The run then continues without it. */
  onError(problem: unknown): Promise<void>
}

/**
 * Returns a `Send` that reuses replies younger than `maxAge` milliseconds, revalidates older ones, and stores
 * new ones. `maxAge` overrides the freshness that the service declares; replies that forbid storing are not
 * stored.
 */
export function withCache(send: Send, maxAge: number, ports: WithCachePorts): Send {
  const answers = ignoreErrors(openReplyCache(ports), ports.onError)

  async function storeReply(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const answer = CachedReply.of(request, reply, ports.now)
    if (answer) await answers.store(request, answer)
    return reply
  }

  const began = ports.now()
  // An entry stored during this run is stale, because a repeated request asks for changes. An entry from the future
  // was stored by a wrong clock.
  const isFresh = ({ storedAt, age }: CachedReply) => storedAt <= began && age < maxAge

  return async (request, signal) => {
    signal.throwIfAborted()
    if (!isCacheable(request)) return send(request, signal)
    const cached = await answers.find(request)
    if (!cached) return storeReply(request, await send(request, signal))
    if (isFresh(cached)) return cached.reply
    const reply = await send(cached.conditionalRequest(request), signal)
    if (reply.status !== 304) return storeReply(request, reply)
    const refreshed = cached.refreshedBy(request, reply)
    if (!refreshed) return storeReply(request, await send(request, signal))
    await answers.store(request, refreshed)
    return refreshed.reply
  }
}

/**
 * A cache that never fails a request: an unreadable entry counts as missing, and a failed write is skipped.
 */
function ignoreErrors({ find, store }: ReplyCache, onError: WithCachePorts['onError']): ReplyCache {
  let isReported = false
  const reportOnce = async (problem: unknown) => {
    if (isReported) return
    isReported = true
    await onError(problem)
  }
  return {
    find: async (request) => {
      try {
        return await find(request)
      } catch (problem) {
        await reportOnce(problem)
        return undefined
      }
    },
    store: (request, answer) => store(request, answer).catch(reportOnce),
  }
}
