/**
 * A reply that may be reused by HTTP's caching rules (RFC 9111).
 * This is the only module that loads `http-cache-semantics`.
 */
import CachePolicy from 'http-cache-semantics'
import { problemInDocument, problemOfPage } from '../api/wire/problem.ts'
import type { HttpReply, HttpRequest } from '../core/http.ts'
import type { JsonObject } from '../core/json.ts'
import { lazy } from '../core/lazy.ts'
import type { CacheEntry, CacheStore } from '../core/store.ts'
import { httpDate } from '../core/time.ts'

/** A clock, in milliseconds since the epoch. */
type Now = () => number

export class CachedReply {
  readonly #policy: CachePolicy
  readonly #body: Uint8Array

  private constructor(policy: CachePolicy, body: Uint8Array) {
    this.#policy = policy
    this.#body = body
  }

  /** Makes a cache entry of a fresh reply. Returns `undefined` if the service or kiva forbids storing it. */
  static of(request: HttpRequest, reply: HttpReply, now: Now): CachedReply | undefined {
    if (reply.status !== 200 || isFirewallPage(request, reply) || problemInDocument(reply, now()))
      return undefined
    const policy = new (rulesBy(now))(request, {
      status: 200,
      headers: withValidDate(lasting(reply.headers)),
    })
    // `Vary: *` means that the reply fits no later request, not even an identical one.
    if (!policy.storable() || reply.headers['vary'] === '*') return undefined
    return new CachedReply(policy, reply.body)
  }

  static read({ about, body }: CacheEntry, now: Now): CachedReply {
    return new CachedReply(rulesBy(now).fromObject(about as never), body)
  }

  get entry(): CacheEntry {
    return { about: this.#policy.toObject() as object as JsonObject, body: this.#body }
  }

  /** Milliseconds since the service, or a cache on the way, last sent or validated the reply. */
  get age(): number {
    return this.#policy.age() * 1000
  }

  /** When the reply was stored or last revalidated, in milliseconds since the epoch. */
  get storedAt(): number {
    return this.#policy.toObject().t
  }

  /** The reply with its own `Date`, or when it arrived, so that what is computed from that time stays the same. */
  get reply(): HttpReply {
    const date = new Date(this.#policy.date()).toUTCString()
    const headers = { ...(this.#policy.responseHeaders() as HttpReply['headers']), date }
    return { status: 200, headers, body: this.#body, cacheAge: this.age }
  }

  /**
   * Returns the request that revalidates the entry, if the reply has a validator;
   * otherwise the request as it is.
   */
  conditionalRequest(request: HttpRequest): HttpRequest {
    return { ...request, headers: this.#policy.revalidationHeaders(request) as HttpRequest['headers'] }
  }

  /** Returns the entry as refreshed by a 304, or `undefined` if the 304 is about another version. */
  refreshedBy(request: HttpRequest, { headers }: HttpReply): CachedReply | undefined {
    // A 304 may omit the validators of the request.
    const { etag, 'last-modified': modified } = this.reply.headers
    const validators = { ...(etag && { etag }), ...(modified && { 'last-modified': modified }), age: '0' }
    const { policy, matches } = this.#policy.revalidatedPolicy(request, {
      status: 304,
      headers: { ...validators, ...withValidDate(headers) },
    })
    return matches ? new CachedReply(policy, this.#body) : undefined
  }
}

/** Returns whether a reply may be stored at all: only for unsigned GET requests. */
export const isCacheable = ({ method, headers }: HttpRequest) =>
  method === 'GET' && headers['authorization'] === undefined

/** Caching rules that use this run's clock. */
const rulesBy = (now: Now) =>
  class extends CachePolicy {
    now() {
      return now()
    }
  }

/** Returns a reply's headers without secrets and without those about a single exchange. */
const lasting = (headers: HttpReply['headers']): HttpReply['headers'] =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(set-cookie|retry-after|x-ratelimit-.*)$/.test(name)),
  )

/** Returns headers whose date is empty if it is missing or invalid: the rules then use the time of arrival. */
const withValidDate = (headers: HttpReply['headers']): HttpReply['headers'] => ({
  ...headers,
  ...(httpDate(headers['date']) === undefined && { date: '' }),
})

/** Returns whether a reply with status 200 is a firewall's page in place of the requested document. */
const isFirewallPage = (request: HttpRequest, reply: HttpReply) =>
  !/^text\/html/.test(request.headers['accept'] ?? '') &&
  (/html/i.test(reply.headers['content-type'] ?? '') || problemOfPage(reply, '') !== undefined)

export interface CachePorts {
  readonly now: Now
  /** Opens the cache. */
  cache(): Promise<CacheStore>
}

/** Cached replies on disk, by request. Each method throws what the store throws. */
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
