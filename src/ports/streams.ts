/** Streams to and from users and programs, before and behind the output gate. */

/** An output stream. `write` resolves when more may be written; writing to stdout throws `ReaderGone`. */
export interface Sink {
  readonly isTerminal: boolean
  /** Columns of the terminal; 80 if unknown. */
  readonly columns: number
  /** Rows of the terminal, if known. */
  readonly rows?: number | undefined
  /** Whether a write was lost because the reader has gone. Later writes are lost too. */
  readonly isGone?: boolean | undefined
  write(chunk: string | Uint8Array): Promise<void>
}

/** A pager for long text. Its writes throw `ReaderGone` once the user has quit it. */
export interface Pager extends Sink {
  /** Fires with a `ReaderGone` when the pager ends, for any reason. */
  readonly quit: AbortSignal
  /** Ends the text, and resolves when the user has quit the pager. */
  close(): Promise<void>
}

/** The whole terminal. Each write replaces its content with a text of at most `rows` lines. */
export interface Screen extends Sink {
  /** Restores the terminal. Never throws. */
  close(): Promise<void>
}

export interface Source {
  readonly isTerminal: boolean
  /** Reads everything up to the end of input, as UTF-8 text. */
  readAll(): Promise<string>
  /**
   * Yields UTF-8 text as it arrives, up to the end of input. Rejects once the world's signal or `stop` fires.
   */
  chunks(stop: AbortSignal): AsyncIterable<string>
  /**
   * Reads one line without its line end; resolves with `undefined` at the end of input. Rejects with the
   * reason of the world's signal, or of `stop`, once that fires. With `echo: false` a terminal hides what is
   * typed.
   */
  readLine(options?: { readonly echo?: boolean; readonly stop?: AbortSignal }): Promise<string | undefined>
}

/**
 * The kind of a text, which decides how the gate sanitizes it (docs/security.md, Text safety). `wire` is a
 * document of the service. `exact` is our own text that a program reads byte by byte. `status` is a temporary
 * line, shown only on a terminal, without a newline; any other write erases it ('' is enough).
 */
export type Destination = 'people' | 'json' | 'xml' | 'wire' | 'exact' | 'status'

/** A sink behind the output gate. Commands write only through it. */
export interface Out {
  readonly isTerminal: boolean
  readonly columns: number
  /** As in {@link Sink}. */
  readonly rows?: number | undefined
  /** Whether this stream uses color. */
  readonly color: boolean
  /** Whether this stream uses links. */
  readonly links?: boolean
  /** Whether text longer than the screen goes to a pager. */
  readonly isPaged?: boolean
  /** As in {@link Sink.isGone}. */
  readonly isGone?: boolean | undefined
  write(...written: Written): Promise<void>
}

/** The whole terminal, behind the gate. */
export interface GatedScreen extends Pick<Screen, 'close'> {
  readonly out: Out
}

/** A pager, behind the gate. */
export interface GatedPager extends Pick<Pager, 'quit' | 'close'> {
  readonly out: Out
}

/** The arguments of a write to a sink behind the gate. */
export type Written = readonly [chunk: string | Uint8Array, destination: Destination]

/** Rows of pictures by name. Only kiva creates them: text can name a row, but cannot supply its content. */
export interface PictureRows {
  /** Returns the sequence that draws a row; undefined if no row has that name. */
  take(name: string): string | undefined
}
