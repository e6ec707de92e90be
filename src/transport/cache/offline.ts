/** `--offline`: answers from the cache and sends nothing. */

import { KivaError } from '../../errors.ts'
import { foreign, sentence } from '../../foreign-text.ts'
import type { HttpRequest, Send } from '../../ports/http.ts'
import { isCacheable } from './cached-reply.ts'
import { type CachePorts, openReplyCache } from './reply-cache.ts'

/**
 * Returns a `Send` that answers only from the cache, whatever the entry's age. It throws `KivaError` of kind
 * `network` for a missing entry.
 */
export function replyOffline(ports: CachePorts): Send {
  const answers = openReplyCache(ports)
  return async (request, signal) => {
    signal.throwIfAborted()
    if (!isCacheable(request)) throw neverKept(request)
    const kept = await answers.find(request).catch((problem) => {
      throw problem instanceof KivaError
        ? problem.retold('network', sentence`--offline needs the cache: ${problem.sentence}`)
        : problem
    })
    if (!kept) throw notKept(request)
    return kept.reply
  }
}

const notKept = ({ url }: HttpRequest) =>
  new KivaError(
    'network',
    sentence`${foreign(url)} is not in the cache, and with --offline nobody is asked`,
    {
      hint: 'Run the same once with --cache 1d in place of --offline: that keeps the answer.',
    },
  )

const neverKept = ({ method, url }: HttpRequest) =>
  new KivaError('network', sentence`${method} ${foreign(url)} cannot be answered with --offline`, {
    hint: 'Answers to signed requests are never kept. Leave --offline out.',
  })
