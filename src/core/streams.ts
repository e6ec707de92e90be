/** Streams to and from users and programs, and the whole terminal: before and behind the output gate. */

/** An output stream. `write` resolves when more may be written; writing to stdout throws `ReaderGone`. */
export interface Sink {
  readonly isTerminal: boolean
  /** Whether a program reads what is written. It may write to the terminal. */
  readonly isPipe?: boolean | undefined
  /** Columns of the terminal; 80 if unknown. */
  readonly columns: number
  /** Rows of the terminal, if known. */
  readonly rows?: number | undefined
  /** Whether a write was lost because the reader has gone. Later writes are lost too. */
  readonly isGone?: boolean | undefined
  write(chunk: string | Uint8Array): Promise<void>
  /** Lets the process end soon, although the reader has not taken all text. Only for the end of a run. */
  abandon?(): void
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
  /** As in {@link Sink}. */
  readonly isPipe?: boolean | undefined
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
  /** As in {@link Sink}. */
  abandon?(): void
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

/** The user's terminal in raw mode: every key arrives as it is pressed, and the whole screen is ours. */
export interface RawTerminal {
  /** The current size. */
  readonly columns: number
  readonly rows: number
  /** Calls `listener` for each event, in order. One listener at a time. */
  listen(listener: (event: TerminalEvent) => void): void
  /**
   * Resolves when the system has taken the text. Throws `ReaderGone` once the terminal is gone. Drops the text
   * while the terminal is given back: `redraw` follows, unless it was closed.
   */
  write(text: string): Promise<void>
  /** Turns the reporting of the mouse on or off. It is on at first. */
  setMouse(isOn: boolean): void
  /**
   * Gives the terminal back and stops the process group, as Ctrl-Z does. After SIGCONT takes the terminal again and
   * reports `redraw`.
   */
  suspend(): void
  /** Gives the terminal back in one synchronous write. Never throws; later calls do nothing. */
  close(): void
}

/** What the terminal reports. */
export type TerminalEvent =
  /** Bytes of keys, the mouse, pasted text, or answers of the terminal. */
  | { readonly kind: 'input'; readonly bytes: Uint8Array }
  /**
   * The size changed, or the terminal was taken again after a stop: everything must be drawn anew. In the second case
   * answers to earlier questions may be lost.
   */
  | { readonly kind: 'redraw'; readonly isTakenAgain?: boolean }
  /** No more input will come. */
  | { readonly kind: 'end' }

/** The terminal behind the output gate. */
export interface GatedTerminal extends Omit<RawTerminal, 'write'> {
  /** Whether kiva's colors are shown. */
  readonly color: boolean
  draw(frame: Frame): Promise<void>
  /** Lets strokes draw rows of these pictures from now on. */
  usePictures(pictures: PictureRows): void
  /** Deletes pictures from the memory of the terminal. Never throws. */
  forgetPictures(): Promise<void>
  /**
   * Puts a text on the clipboard of the terminal (OSC 52). Terminals without it ignore this. Resolves with
   * false, and copies nothing, if the text is too long for terminals: above 56,250 bytes of UTF-8.
   */
  copy(text: string): Promise<boolean>
}

/** What to write at once. */
export interface Frame {
  readonly strokes: readonly Stroke[]
  /** Erase the whole screen first. */
  readonly erasesAll: boolean
  /** Where the cursor stands afterwards; hidden if unset. */
  readonly cursor: { readonly row: number; readonly column: number } | undefined
  /** Ask the terminal to answer when it has drawn this (`CSI 5 n`, ECMA-48 §8.3.35). */
  readonly asksReply: boolean
}

/** One change of the screen. Rows and columns count from 0. */
export type Stroke =
  /**
   * Writes text for people (colors and rows of pictures of `gate/gate.ts` allowed) at a place. It starts and ends
   * with default colors. It may reach the last column: autowrap (DECAWM, `CSI ? 7 l`) is off, so no text continues on
   * the next row.
   */
  | { readonly kind: 'text'; readonly row: number; readonly column: number; readonly text: string }
  /** Erases from a place to the end of its row. */
  | { readonly kind: 'erase'; readonly row: number; readonly column: number }
  /** Moves the rows from `top` to `bottom` (inclusive) up by `by`; down if negative. Empty rows come in. */
  | { readonly kind: 'scroll'; readonly top: number; readonly bottom: number; readonly by: number }

/** Rows of pictures by name. Only kiva creates them: text can name a row, but cannot supply its content. */
export interface PictureRows {
  /** Returns the sequence that draws a row; undefined if no row has that name. */
  take(name: string): string | undefined
  /** Returns the sequences after which the terminal keeps none of the pictures; '' if it never does. */
  forget?(): string
}
