/** `--cache`: reuses recent replies of the service. */
import type { HttpReply, HttpRequest, Send } from '../../ports/http.ts'
import { CachedReply, isCacheable } from './cached-reply.ts'
import { type CachePorts, openReplyCache, type ReplyCache } from './reply-cache.ts'

interface ForgivingPorts extends CachePorts {
  /** Called once with the reason if the cache fails. The run then continues without it. */
  onTrouble(problem: unknown): Promise<void>
}

/**
 * Returns a `Send` that reuses replies younger than `maxAge` milliseconds, revalidates older ones, and stores
 * new ones. `maxAge` overrides the freshness that the service declares; replies that forbid storing are not
 * stored.
 */
export function withCache(send: Send, maxAge: number, ports: ForgivingPorts): Send {
  const answers = tolerant(openReplyCache(ports), ports.onTrouble)

  async function keepFresh(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const answer = CachedReply.of(request, reply, ports.now)
    if (answer) await answers.keep(request, answer)
    return reply
  }

  const began = ports.now()
  // An entry stored during this run is stale, because a repeated request asks for changes. An entry from the future
  // was stored by a wrong clock.
  const isFresh = ({ storedAt, age }: CachedReply) => storedAt <= began && age < maxAge

  return async (request, signal) => {
    signal.throwIfAborted()
    if (!isCacheable(request)) return send(request, signal)
    const kept = await answers.find(request)
    if (!kept) return keepFresh(request, await send(request, signal))
    if (isFresh(kept)) return kept.reply
    const reply = await send(kept.ask(request), signal)
    if (reply.status !== 304) return keepFresh(request, reply)
    const confirmed = kept.confirmed(request, reply)
    if (!confirmed) return keepFresh(request, await send(request, signal))
    await answers.keep(request, confirmed)
    return confirmed.reply
  }
}

/**
 * A cache that never fails a request: an unreadable entry counts as missing, and a failed write is skipped.
 */
function tolerant({ find, keep }: ReplyCache, onTrouble: ForgivingPorts['onTrouble']): ReplyCache {
  let told = false
  const tell = async (problem: unknown) => {
    if (told) return
    told = true
    await onTrouble(problem)
  }
  return {
    find: async (request) => {
      try {
        return await find(request)
      } catch (problem) {
        await tell(problem)
        return undefined
      }
    },
    keep: (request, answer) => keep(request, answer).catch(tell),
  }
}
