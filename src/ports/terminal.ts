/** The user's terminal in raw mode: every key arrives as it is pressed, and the whole screen is ours. */
import type { PictureRows } from './streams.ts'

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

/** One change of the screen. Rows and columns count from 0. */
export type Stroke =
  /**
   * Writes text for people (colors and rows of pictures of `gate/roles.ts` allowed) at a place. It starts and ends with default colors.
   * It may reach the last column: autowrap (DECAWM, `CSI ? 7 l`) is off, so no text continues on the next row.
   */
  | { readonly kind: 'text'; readonly row: number; readonly column: number; readonly text: string }
  /** Erases from a place to the end of its row. */
  | { readonly kind: 'erase'; readonly row: number; readonly column: number }
  /** Moves the rows from `top` to `bottom` (inclusive) up by `by`; down if negative. Empty rows come in. */
  | { readonly kind: 'scroll'; readonly top: number; readonly bottom: number; readonly by: number }

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

/** The terminal behind the output gate. */
export interface GatedTerminal extends Omit<RawTerminal, 'write'> {
  /** Whether kiva's colors are shown. */
  readonly color: boolean
  draw(frame: Frame): Promise<void>
  /** Lets strokes draw rows of these pictures from now on. */
  usePictures(pictures: PictureRows): void
  /**
   * Puts a text on the clipboard of the terminal (OSC 52). Terminals without it ignore this. Resolves with
   * false, and copies nothing, if the text is too long for terminals: above 56,250 bytes of UTF-8.
   */
  copy(text: string): Promise<boolean>
}
