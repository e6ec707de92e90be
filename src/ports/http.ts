/** HTTP in plain values: requests, replies, what sends them, and what serves them. */

/** A request as plain values. `url` is sent exactly as written: it is what was signed. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** A reply whose body is larger fails, and is not read to its end; 50 MiB when left out. */
  readonly mostBytes?: number
}

/** A whole reply as plain values; `body` is already decompressed. */
export interface HttpReply {
  readonly status: number
  /** Lower-case names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** How it came, where it came over a network. */
  readonly transfer?: Transfer
  /** Milliseconds since the service gave or confirmed it, where it comes from the cache. */
  readonly cacheAge?: number
}

export interface Transfer {
  /** Bytes of the body as they came: packed, where they were. */
  readonly bytes: number
  /** Milliseconds from asking to the end of the reply's head. */
  readonly untilHead: number
}

/**
 * Sends one request and reads the whole reply. Never follows a redirect, never retries.
 * Throws `KivaError` of kind `network` when no whole reply came, `interrupted` when `signal` fired.
 */
export type Send = (request: HttpRequest, signal: AbortSignal) => Promise<HttpReply>

/** How a request is sent. */
export interface FetchOptions {
  readonly signal: AbortSignal
  /** Signed with the stored credentials, at each try anew. */
  readonly signed?: boolean
  /** Sent again when that may help; `patient`: after a timeout too. Without it the request is sent once. */
  readonly retry?: 'quick' | 'patient'
}

/**
 * Sends a request as this run sends requests: through cache and trace, at the pace that the service's rate limit allows.
 * Throws `KivaError`.
 */
export type Fetch = (request: HttpRequest, how: FetchOptions) => Promise<HttpReply>

export interface Transport {
  /** Milliseconds for the whole exchange. */
  readonly timeout: number
  /** PEM file of one more certificate authority. */
  readonly caFile?: string | undefined
  /** Told of each new connection, and the milliseconds that it took; an exchange without one used an old one. */
  readonly onConnect?: (host: string, milliseconds: number) => void
}

export interface Listening {
  readonly port: number
  close(): Promise<void>
}

export interface ListenOptions {
  /** 0 lets the system choose. Always on a loopback address. */
  readonly port: number
  /** PEM key and certificate; without them plain HTTP is spoken. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

/** A reply of a server, and what becomes of it on its way; without more words it arrives whole. */
export interface Served extends HttpReply {
  /** The connection ends after so many bytes of the body. */
  readonly cutAfter?: number
  /** It ends by a reset, not in order; without `cutAfter` before anything is answered. */
  readonly reset?: true
  /** The body goes out in so many pieces, with so many milliseconds between them. */
  readonly drip?: { readonly pieces: number; readonly pause: number }
  /** So many bytes of blanks follow the body. */
  readonly padding?: number
}

/** What a server does with one request. */
export type Serve = (request: HttpRequest) => Promise<Served>
