/** Every way a run can fail. Closed: `exit-codes.ts` must give each a code, or it does not compile. */
export type ErrorKind =
  | 'bug'
  | 'usage'
  | 'config'
  | 'auth'
  | 'refused'
  | 'service'
  | 'network'
  | 'rate-limited'
  | 'partial'
  | 'interrupted'
  | 'terminated'

/** What a {@link KivaError} may say besides its message. */
export interface ErrorDetail {
  /** The next step for the person, a whole sentence. */
  readonly hint?: string | undefined
  /** HTTP status of the service's answer. */
  readonly status?: number | undefined
  /** The service's own error code, such as `org.kiva.InvalidIdentifier` (service-facts G13). */
  readonly code?: string | undefined
  /** Seconds to wait before another try. */
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

/**
 * A failure that was foreseen. `message` says what failed and to which thing; `hint` what to do next.
 * It never decides the exit code: `exit-codes.ts` does, by `kind`.
 */
export class KivaError extends Error {
  override readonly name = 'KivaError'
  readonly kind: ErrorKind
  readonly hint: string | undefined
  readonly status: number | undefined
  readonly code: string | undefined
  readonly retryAfter: number | undefined

  constructor(kind: ErrorKind, message: string, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause })
    this.kind = kind
    this.hint = detail.hint
    this.status = detail.status
    this.code = detail.code
    this.retryAfter = detail.retryAfter
  }
}

/** Thrown by a sink whose reader has closed the pipe. It ends a run quietly and successfully (`| head -1`). */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone'
}
