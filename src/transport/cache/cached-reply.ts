/** An answer that may be used again, by HTTP's rules of caching (RFC 9111): the only door to `http-cache-semantics`. */
import CachePolicy from 'http-cache-semantics'
import { problemInDocument } from '../../api/wire/problem.ts'
import type { HttpReply, HttpRequest } from '../../ports/http.ts'
import type { JsonObject } from '../../ports/json.ts'
import type { CacheEntry } from '../../ports/store.ts'

/** A clock, in milliseconds since the epoch. */
export type Now = () => number

export class CachedReply {
  readonly #policy: CachePolicy
  readonly #body: Uint8Array

  private constructor(policy: CachePolicy, body: Uint8Array) {
    this.#policy = policy
    this.#body = body
  }

  /** What has been kept of a reply that came just now; `undefined` where the service or we do not want it kept. */
  static of(request: HttpRequest, reply: HttpReply, now: Now): CachedReply | undefined {
    if (reply.status !== 200 || isOddPage(request, reply) || problemInDocument(reply, now())) return undefined
    const policy = new (rulesBy(now))(request, { status: 200, headers: lasting(reply.headers) })
    // `Vary: *`: no other request may get it, not even the same one.
    if (!policy.storable() || reply.headers['vary'] === '*') return undefined
    return new CachedReply(policy, reply.body)
  }

  static read({ about, body }: CacheEntry, now: Now): CachedReply {
    return new CachedReply(rulesBy(now).fromObject(about as never), body)
  }

  get entry(): CacheEntry {
    return { about: this.#policy.toObject() as object as JsonObject, body: this.#body }
  }

  /** Milliseconds since the service, or a cache on the way, last said that it holds. */
  get age(): number {
    return this.#policy.age() * 1000
  }

  /** When it was kept, or was last confirmed. */
  get keptAt(): number {
    return this.#policy.toObject().t
  }

  get reply(): HttpReply {
    const headers = this.#policy.responseHeaders() as HttpReply['headers']
    return { status: 200, headers, body: this.#body, cacheAge: this.age }
  }

  /** The request that asks whether it still holds, where the service gave something to ask by; else the request as it is. */
  ask(request: HttpRequest): HttpRequest {
    return { ...request, headers: this.#policy.revalidationHeaders(request) as HttpRequest['headers'] }
  }

  /** It, as a 304 confirms it; `undefined` where that speaks of something else. */
  confirmed(request: HttpRequest, { headers }: HttpReply): CachedReply | undefined {
    // A 304 need not repeat what it was asked by.
    const { etag, 'last-modified': modified } = this.reply.headers
    const asked = { ...(etag && { etag }), ...(modified && { 'last-modified': modified }), age: '0' }
    const { policy, matches } = this.#policy.revalidatedPolicy(request, {
      status: 304,
      headers: { ...asked, ...headers },
    })
    return matches ? new CachedReply(policy, this.#body) : undefined
  }
}

/** Whether an answer could be kept at all: not to what is signed, nor to what changes something. */
export const isCacheable = ({ method, headers }: HttpRequest) =>
  method === 'GET' && headers['authorization'] === undefined

/** The rules, by the clock of this run. */
const rulesBy = (now: Now) =>
  class extends CachePolicy {
    now() {
      return now()
    }
  }

/** Headers of an answer without those that are about one exchange, or a secret. */
const lasting = (headers: HttpReply['headers']): HttpReply['headers'] =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(set-cookie|retry-after|x-ratelimit-.*)$/.test(name)),
  )

/** A firewall's page in place of what was asked for, with status 200. */
const isOddPage = (request: HttpRequest, reply: HttpReply) =>
  /html/i.test(reply.headers['content-type'] ?? '') && !/^text\/html/.test(request.headers['accept'] ?? '')
