/** `--offline`: answers from the cache and sends nothing. */

import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import type { HttpRequest, Send } from '../core/http.ts'
import { type CachePorts, isCacheable, openReplyCache } from './cached-reply.ts'

/**
 * Returns a `Send` that answers only from the cache, whatever the entry's age. It throws `KivaError` of kind
 * `refused` for a missing entry: a retry finds none either.
 */
export function replyOffline(ports: CachePorts): Send {
  const answers = openReplyCache(ports)
  return async (request, signal) => {
    signal.throwIfAborted()
    if (!isCacheable(request)) throw notCacheable(request)
    const cached = await answers.find(request).catch((problem) => {
      throw problem instanceof KivaError
        ? problem.copyWith(problem.kind, sentence`--offline cannot read the cache: ${problem.sentence}`)
        : problem
    })
    if (!cached) throw notCached(request)
    return cached.reply
  }
}

const notCached = ({ url }: HttpRequest) =>
  new KivaError('refused', sentence`not in the cache: ${foreign(url)}`, {
    hint: 'Run the command once with --cache 1d instead of --offline.',
  })

const notCacheable = ({ method, url }: HttpRequest) =>
  new KivaError('refused', sentence`--offline cannot be used with ${method} ${foreign(url)}`, {
    hint: 'Replies to signed requests are never cached: leave out --offline.',
  })
