/** HTTP as plain values: requests, replies, clients and servers. */

/** A request as plain values. `url` is sent exactly as written, because it is what was signed. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** A larger body makes the request fail early. The default is 50 MiB. */
  readonly maxBytes?: number
  /** Sent over a connection of its own. */
  readonly needsNewConnection?: true
}

/** A whole reply as plain values; `body` is already decompressed. */
export interface HttpReply {
  readonly status: number
  /** Header names are in lower case; repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** How the reply was transferred; set for a reply from the network. */
  readonly transfer?: Transfer
  /** Milliseconds since the service sent or confirmed the reply; set for a reply from the cache. */
  readonly cacheAge?: number
}

interface Transfer {
  /** Size of the body as transferred, which may be compressed. */
  readonly bytes: number
  /** Milliseconds from sending the request to the end of the reply's headers. */
  readonly untilHead: number
}

/**
 * Sends one request and reads the whole reply. Never follows a redirect, never retries. Throws `KivaError` of
 * kind `network` if no complete reply arrives, and of kind `interrupted` when `signal` fires.
 */
export type Send = (request: HttpRequest, signal: AbortSignal) => Promise<HttpReply>

/** How to send a request. */
export interface FetchOptions {
  readonly signal: AbortSignal
  /** Sign each attempt with the stored credentials. */
  readonly signed?: boolean
  /** Retry failures that may pass; with `patient`, timeouts too. If unset, the request is sent once. */
  readonly retry?: 'quick' | 'patient'
  /** Replaces the limits of the run, for a request that answers a caller of a server. */
  readonly limits?: FetchLimits | undefined
}

export interface FetchLimits {
  /**
   * The longest wait for the rate limit, in milliseconds. A longer one fails at once, with the seconds to wait
   * (`retryAfter`), even with --wait-on-limit.
   */
  readonly maxWait: number
  /** Called before each try. If it throws, the request is not sent and fails with that error. */
  beforeTry(): void
}

/** Sends a request with this run's cache, trace and rate limiting. Throws `KivaError`. */
export type Fetch = (request: HttpRequest, how: FetchOptions) => Promise<HttpReply>

export interface NetworkOptions {
  /** Milliseconds for the whole exchange. */
  readonly timeout: number
  /** PEM file with an additional certificate authority. */
  readonly caFile?: string | undefined
  /** Called for each new connection with the milliseconds it took. Reused connections do not call it. */
  readonly onConnect?: (host: string, milliseconds: number) => void
}

export interface Listening {
  readonly port: number
  close(): Promise<void>
}

export interface ListenOptions {
  /** 0 lets the system choose. The address is always a loopback address. */
  readonly port: number
  /** PEM key and certificate; if unset, the server speaks plain HTTP. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

/** A reply of a server, and the faults to simulate while sending it. By default it is sent whole. */
export interface Served extends HttpReply {
  /** Close the connection after this many bytes of the body. */
  readonly cutAfter?: number
  /** Reset the connection; without `cutAfter`, before anything is sent. */
  readonly reset?: true
  /** Send the body in this many pieces, with a pause in milliseconds between them. */
  readonly drip?: { readonly pieces: number; readonly pause: number }
  /** Append this many bytes of blanks to the body. */
  readonly padding?: number
}

/** Answers one request of a server. */
export type Serve = (request: HttpRequest) => Promise<Served>
