/** `--cache`: answers of the service, used again while they are young. */
import type { HttpReply, HttpRequest, Send } from '../../ports/http.ts'
import { CachedReply, isCacheable } from './cached-reply.ts'
import { type CachePorts, openReplyCache, type ReplyCache } from './reply-cache.ts'

interface ForgivingPorts extends CachePorts {
  /** Hears once why the cache is of no use; the answers are those that there would be without it. */
  onTrouble(problem: unknown): Promise<void>
}

/**
 * A `Send` that uses an answer again which is younger than `maxAge` milliseconds, asks whether an older one still holds,
 * and keeps what it gets. `maxAge` takes the place of what the service says of freshness; what must not be stored is not.
 */
export function withCache(send: Send, maxAge: number, ports: ForgivingPorts): Send {
  const answers = forgiving(openReplyCache(ports), ports.onTrouble)

  async function keepFresh(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const answer = CachedReply.of(request, reply, ports.now)
    if (answer) await answers.keep(request, answer)
    return reply
  }

  const began = ports.now()
  // Who asks twice in one run wants to know what has changed; and one from the future was kept by a wrong clock.
  const isFresh = ({ keptAt, age }: CachedReply) => keptAt <= began && age < maxAge

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

/** A cache that is there to help: what cannot be read is not there, what cannot be kept is not kept. */
function forgiving({ find, keep }: ReplyCache, onTrouble: ForgivingPorts['onTrouble']): ReplyCache {
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
