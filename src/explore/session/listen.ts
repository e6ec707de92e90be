/** Turns the events of the transport into events of the session: requests, rate limits and waits. */

import { rateLimit } from '../../api/gaps.ts'
import { curlLine } from '../../api/wire/curl-line.ts'
import { maskUrl } from '../../auth/masking.ts'
import type { Context } from '../../core/context.ts'
import type { Listener } from '../../core/events.ts'
import type { HttpReply, HttpRequest } from '../../core/http.ts'
import type { Reply } from '../state/event.ts'
import type { Budget } from '../state/state.ts'

/** Returns a listener that reports to `post`. */
export function listenTo(
  { secrets, settings, now }: Pick<Context, 'secrets' | 'settings' | 'now'>,
  post: (event: Reply) => void,
): Listener {
  const seen: Seen = new Map()
  const lineOf = ({ method, url }: HttpRequest) => `${method} ${maskUrl(url, secrets)}`
  const curlOf = (request: HttpRequest) => {
    const { authorization, ...headers } = request.headers
    const masked = { ...request, url: maskUrl(request.url, secrets), headers }
    return curlLine(masked, settings, authorization !== undefined)
  }
  return (event) => {
    if (event.kind === 'reply') {
      const { exchange, reply, milliseconds } = event
      const { request } = exchange
      post({
        kind: 'request',
        request: {
          line: lineOf(request),
          result: String(reply.status),
          milliseconds,
          limits: limitWords(reply.headers),
          curl: curlOf(request),
        },
        budget: budgetOf(reply.headers, seen, now()),
      })
    }
    if (event.kind === 'failure') {
      const { exchange, isCanceled, milliseconds } = event
      const { request } = exchange
      const result = isCanceled ? 'canceled' : 'no response'
      post({
        kind: 'request',
        request: { line: lineOf(request), result, milliseconds, limits: '', curl: curlOf(request) },
        budget: undefined,
      })
    }
    if (event.kind === 'wait') {
      const until = event.until()
      const isShort = event.reason === 'pace' && until - now() < shortPause
      if (!isShort) post({ kind: 'waiting', until, isRetry: event.reason === 'retry' })
    }
    if (event.kind === 'waited') post({ kind: 'waiting', until: undefined })
  }
}

/** Shorter pauses between requests are not shown, in milliseconds. */
const shortPause = 2000

const kinds = ['overall', 'specific'] as const

/** The last budget of each kind. Replies to requests without a specific limit have only the overall one. */
type Seen = Map<(typeof kinds)[number], Budget>

/** Returns the scarcer of the two rate limits; `undefined` as long as no reply had them. `now` in milliseconds. */
function budgetOf(headers: HttpReply['headers'], seen: Seen, now: number): Budget | undefined {
  for (const kind of kinds) {
    const [limit, remaining] = limitsOf(headers, kind)
    if (limit > 0 && remaining >= 0)
      seen.set(kind, { limit, remaining, until: now + rateLimit.windowSeconds * 1000 })
  }
  return [...seen.values()]
    .filter(({ until }) => until > now)
    .sort((one, other) => one.remaining - other.remaining)[0]
}

const limitsOf = (headers: HttpReply['headers'], kind: (typeof kinds)[number]) =>
  [Number(headers[`x-ratelimit-${kind}-limit`]), Number(headers[`x-ratelimit-${kind}-remaining`])] as const

/** `overall 52/60 specific 28/30` */
function limitWords(headers: HttpReply['headers']): string {
  return kinds
    .flatMap((kind) => {
      const [limit, remaining] = limitsOf(headers, kind)
      return limit > 0 ? [`${kind} ${remaining}/${limit}`] : []
    })
    .join(' ')
}
