import { Sentence } from './foreign-text.ts'

/**
 * Every way a run can fail. The type is closed:
 * `exit-codes.ts` must assign each a code, or compilation fails.
 */
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
  | 'empty'
  | 'interrupted'
  | 'terminated'

/**
 * Formats a command for a hint, from its words after `kiva`, with the options of this run:
 * `kiva --sandbox login`.
 */
export type CommandLine = (words: string) => string

/** Facts of a {@link KivaError} besides its message. */
export interface ErrorDetail {
  /**
   * The next step for the user, as a whole sentence.
   * A hint with a command is a function, so that it repeats this run's options.
   */
  readonly hint?: string | ((kiva: CommandLine) => string) | undefined
  /** HTTP status of the service's reply. */
  readonly status?: number | undefined
  /**
   * The service's own error code, such as `org.kiva.InvalidIdentifier`, which is foreign text. `locked` if another run of
   * kiva holds a file: the failure passes once that run ends.
   */
  readonly code?: string | undefined
  /** Seconds to wait before a retry. */
  readonly retryAfter?: number | undefined
  /** Set if the failure may pass by itself: a failed or broken connection, or a timeout. */
  readonly transient?: 'connection' | 'timeout' | undefined
  readonly cause?: unknown
}

/**
 * An expected failure. The message says what failed and for which thing; `hint` says how to fix it. `message`
 * is unmasked: print `sentence.mask(…)`, which masks only the foreign text in it. The exit code depends only on `kind`
 * (`exit-codes.ts`).
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

  /** The hint for a command without global options. */
  get hint(): string | undefined {
    return this.hintFor((words) => `kiva ${words}`)
  }

  /** Returns the hint, with its commands formatted by `kiva`. One that is too long to read is left out: a part may mislead. */
  hintFor(kiva: CommandLine): string | undefined {
    const hint = typeof this.#hint === 'function' ? this.#hint(kiva) : this.#hint
    return hint !== undefined && hint.length > longestHint ? undefined : hint
  }

  /** Returns a new failure with this one as its cause. Facts that `detail` omits are kept. */
  copyWith(kind: ErrorKind, words: string | Sentence, detail: ErrorDetail = {}): KivaError {
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

/** In characters: a few lines. */
const longestHint = 1000

/** Thrown by a sink whose reader closed the pipe. It ends a run quietly with success (`| head -1`). */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone'
}
