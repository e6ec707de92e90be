import { Sentence } from './foreign-text.ts'

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
  /** HTTP status of the service's answer. */
  readonly status?: number | undefined
  /** The service's own error code, such as `org.kiva.InvalidIdentifier`. A stranger's text too. */
  readonly code?: string | undefined
  /** Seconds to wait before another try. */
  readonly retryAfter?: number | undefined
  /** What a moment may mend without anybody's doing: a connection that failed or broke, an answer that took too long. */
  readonly transient?: 'connection' | 'timeout' | undefined
  readonly cause?: unknown
}

/**
 * A failure that was foreseen. Its sentence says what failed and to which thing; `hint` what to do next. `message` is
 * the sentence with nothing masked: who tells it uses `told`, which masks a stranger's words in it, and those only.
 * It never decides the exit code: `exit-codes.ts` does, by `kind`.
 */
export class KivaError extends Error {
  override readonly name = 'KivaError'
  readonly kind: ErrorKind
  readonly sentence: Sentence
  readonly status: number | undefined
  readonly code: string | undefined
  readonly retryAfter: number | undefined
  readonly transient: ErrorDetail['transient']
  readonly #hint: ErrorDetail['hint']

  constructor(kind: ErrorKind, words: string | Sentence, detail: ErrorDetail = {}) {
    super(String(words), detail.cause === undefined ? undefined : { cause: detail.cause })
    this.kind = kind
    this.sentence = typeof words === 'string' ? new Sentence([words]) : words
    this.status = detail.status
    this.code = detail.code
    this.retryAfter = detail.retryAfter
    this.transient = detail.transient
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

  /** The failure that this one is the cause of: what `detail` leaves out stays. */
  retold(kind: ErrorKind, words: string | Sentence, detail: ErrorDetail = {}): KivaError {
    const { status, code, retryAfter, transient } = this
    return new KivaError(kind, words, {
      hint: this.#hint,
      status,
      code,
      retryAfter,
      transient,
      cause: this,
      ...detail,
    })
  }
}

/** Thrown by a sink whose reader has closed the pipe. It ends a run quietly and successfully (`| head -1`). */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone'
}
