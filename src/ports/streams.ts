/** Streams to and from a person or a program: raw, and behind the output gate. */

/** A stream to a person or a program. `write` resolves when more may be written; stdout's throws `ReaderGone`. */
export interface Sink {
  readonly isTerminal: boolean
  /** Columns of the terminal; 80 where it has none. */
  readonly columns: number
  /** Rows of the terminal, where it has some. */
  readonly rows?: number | undefined
  /** Whether a write was lost because nobody reads any more; nobody will read the next one either. */
  readonly isGone?: boolean | undefined
  write(chunk: string | Uint8Array): Promise<void>
}

/** A program that shows a long text a screen at a time; a write throws `ReaderGone` once the person has left it. */
export interface Pager extends Sink {
  /** Fires with a `ReaderGone` when it ends, however it does. */
  readonly left: AbortSignal
  /** Ends the text, and resolves when the person has left. */
  close(): Promise<void>
}

/** The whole terminal: each write is what it shows from then on, a text of at most so many rows. */
export interface Screen extends Sink {
  /** Gives it back as it was before. Never throws. */
  close(): Promise<void>
}

export interface Source {
  readonly isTerminal: boolean
  /** Everything up to the end of input, as UTF-8 text. */
  readAll(): Promise<string>
  /**
   * One line without its line end, or `undefined` at the end of input; rejects with the reason of the world's signal,
   * or of `stop`, once that fires. With `echo: false` a terminal shows nothing typed.
   */
  readLine(options?: { readonly echo?: boolean; readonly stop?: AbortSignal }): Promise<string | undefined>
}

/**
 * What a text is on its way to the gate: it decides how the text is made safe (docs/security.md, Text safety). `wire` is a
 * document of the service, `exact` text of ours that a program takes letter by letter, `status` is a passing line: shown on a terminal only, without a newline, and gone when anything else is written ('' will do).
 */
export type Destination = 'people' | 'json' | 'xml' | 'wire' | 'exact' | 'status'

/** A sink behind the output gate: the only way a command writes. */
export interface Out {
  readonly isTerminal: boolean
  readonly columns: number
  /** As of {@link Sink}. */
  readonly rows?: number | undefined
  /** Whether color was decided on for this stream. */
  readonly color: boolean
  /** Whether links were. */
  readonly links?: boolean
  /** Whether what is longer than the screen is read a screen at a time. */
  readonly isPaged?: boolean
  /** As {@link Sink.isGone}. */
  readonly isGone?: boolean | undefined
  write(...written: Written): Promise<void>
}

/** The whole terminal, behind the gate. */
export interface GatedScreen extends Pick<Screen, 'close'> {
  readonly out: Out
}

/** A pager, behind the gate. */
export interface GatedPager extends Pick<Pager, 'left' | 'close'> {
  readonly out: Out
}

/** What a sink behind the gate is given. */
export type Written = readonly [chunk: string | Uint8Array, destination: Destination]
