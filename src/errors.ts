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

/** A command as the person would type it in this run, from its words after `kiva`: `kiva --sandbox login`. */
export type CommandLine = (words: string) => string

/** What a {@link KivaError} may say besides its message. */
export interface ErrorDetail {
  /** The next step for the person, a whole sentence. One that names a command is made from how this run was called. */
  readonly hint?: string | ((kiva: CommandLine) => string) | undefined
  /** What a stranger said about it, as it came: the service, a library, the authorization page. */
  readonly said?: string | undefined
  /** HTTP status of the service's answer. */
  readonly status?: number | undefined
  /** The service's own error code, such as `org.kiva.InvalidIdentifier`. A stranger's text too. */
  readonly code?: string | undefined
  /** Seconds to wait before another try. */
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

/**
 * A failure that was foreseen. `message` says what failed and to which thing; `hint` what to do next; both are our own
 * words. A stranger's words stand apart, in `said` and `code`: whoever tells the failure masks those, and those only,
 * so that a secret which happens to be a word of ours spoils no sentence and no JSON.
 * It never decides the exit code: `exit-codes.ts` does, by `kind`.
 */
export class KivaError extends Error {
  override readonly name = 'KivaError'
  readonly kind: ErrorKind
  readonly said: string | undefined
  readonly status: number | undefined
  readonly code: string | undefined
  readonly retryAfter: number | undefined
  readonly #hint: ErrorDetail['hint']

  constructor(kind: ErrorKind, message: string, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause })
    this.kind = kind
    this.said = detail.said
    this.status = detail.status
    this.code = detail.code
    this.retryAfter = detail.retryAfter
    this.#hint = detail.hint
  }

  /** The hint where no option stands before a command. */
  get hint(): string | undefined {
    return this.hintFor((words) => `kiva ${words}`)
  }

  /** The hint with its commands as `kiva` writes them. */
  hintFor(kiva: CommandLine): string | undefined {
    return typeof this.#hint === 'function' ? this.#hint(kiva) : this.#hint
  }

  /** The failure that this one is the cause of: what `detail` leaves out stays, a stranger's words too. */
  retold(kind: ErrorKind, message: string, detail: ErrorDetail = {}): KivaError {
    const { said, status, code, retryAfter } = this
    return new KivaError(kind, message, {
      hint: this.#hint,
      said,
      status,
      code,
      retryAfter,
      cause: this,
      ...detail,
    })
  }
}

/** Thrown by a sink whose reader has closed the pipe. It ends a run quietly and successfully (`| head -1`). */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone'
}
