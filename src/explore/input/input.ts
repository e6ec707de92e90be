/** Turns the bytes of a terminal into events. The events are the same however the bytes are split. */

import { eventOfCsi, eventOfSs3, type InputEvent, keyOf } from './key-names.ts'
import { Paste } from './paste.ts'
import { Utf8 } from './utf-8.ts'

export type { InputEvent } from './key-names.ts'

/** The longest parameters of a sequence. A longer one is swallowed. */
const maxParameters = 64

/** The longest string (OSC, DCS, APC) that is swallowed. Later bytes are keys again. */
const maxString = 64 * 1024

const [esc, bell, cancel, substitute] = [0x1b, 0x07, 0x18, 0x1a]

/**
 * `console` expects the last letter of `ESC [ [ A`, F1 on the Linux console; `x10` the 3 bytes of an old mouse
 * report; `string-end` what follows ESC in a string.
 */
type State =
  | ('ground' | 'character' | 'escape' | 'csi' | 'ss3')
  | ('console' | 'x10' | 'string' | 'string-end' | 'paste')

export class InputReader {
  #state: State = 'ground'
  /** Those of the bytes that are being read. */
  #events: InputEvent[] = []
  readonly #character = new Utf8()
  readonly #paste = new Paste()
  /** Whether ESC came before the character that is being read. */
  #isAlt = false
  #parameters = ''
  /** Bytes of the parameters, string or mouse report so far. */
  #length = 0

  /** Whether an unfinished sequence, or a lone ESC, waits for more bytes or for `flush`. */
  get isPending(): boolean {
    return this.#state !== 'ground' && this.#state !== 'paste'
  }

  /** Returns the events of the bytes. Unknown sequences are dropped, invalid UTF-8 becomes U+FFFD. */
  read(bytes: Uint8Array): readonly InputEvent[] {
    this.#events = []
    for (const byte of bytes) this.#take(byte)
    return this.#events
  }

  /** Ends the wait for more bytes: a lone ESC becomes `esc`, an unfinished sequence is dropped. A paste goes on. */
  flush(): readonly InputEvent[] {
    this.#events = []
    if (this.#state === 'escape') this.#press(esc)
    if (this.isPending) this.#reset()
    return this.#events
  }

  #reset(state: State = 'ground'): void {
    this.#state = state
    this.#parameters = ''
    this.#length = 0
    this.#isAlt = false
  }

  #emit(event: InputEvent | undefined): void {
    if (event) this.#events.push(event)
    this.#reset()
  }

  #press(code: number): void {
    const key = keyOf(code)
    // Modifiers are named in the order of key-names.ts.
    const named = this.#isAlt ? key?.replace(/^(ctrl-)?/, '$1alt-') : key
    this.#emit(named === undefined ? undefined : { kind: 'key', key: named })
  }

  #take(byte: number): void {
    if (this.#state === 'paste') this.#takePasted(byte)
    else if (this.#state === 'character') this.#takeLater(byte)
    else if (this.#state === 'ground') this.#takeFirst(byte)
    else if (this.#state === 'x10') this.#swallow(3, false)
    else if (byte === esc) this.#takeEscape()
    else if (this.#state === 'escape' || this.#state === 'string-end') this.#takeEscaped(byte)
    else if (byte === cancel || byte === substitute) this.#reset()
    else if (this.#state === 'string') this.#swallow(maxString, byte === bell)
    else if (byte < 0x20 || byte > 0x7e) {
      // A sequence was cut off (ECMA-48 §5.4 allows none of these in it).
      this.#reset()
      this.#takeFirst(byte)
    } else this.#takeSequence(String.fromCharCode(byte))
  }

  #takeFirst(byte: number): void {
    const code = byte === esc ? undefined : this.#character.begin(byte)
    if (code !== undefined) this.#press(code)
    else this.#state = byte === esc ? 'escape' : 'character'
  }

  #takeLater(byte: number): void {
    const { code, isUsed } = this.#character.take(byte)
    if (code !== undefined) this.#press(code)
    if (!isUsed) this.#takeFirst(byte)
  }

  /** ESC after ESC is a key of its own. Within a sequence ESC begins another one. */
  #takeEscape(): void {
    const isString = this.#state === 'string'
    if (this.#state === 'escape') this.#press(esc)
    this.#reset(isString ? 'string-end' : 'escape')
  }

  #takeEscaped(byte: number): void {
    const letter = String.fromCharCode(byte)
    if (letter === '\\' && this.#state === 'string-end') this.#reset()
    else if (letter === '[') this.#reset('csi')
    else if (letter === 'O') this.#reset('ss3')
    else if ('P]_'.includes(letter)) this.#reset('string')
    else {
      this.#isAlt = true
      this.#takeFirst(byte)
    }
  }

  /** Swallows a byte of a string or an old mouse report. */
  #swallow(longest: number, isLast: boolean): void {
    this.#length += 1
    if (isLast || this.#length >= longest) this.#reset()
  }

  #takeSequence(letter: string): void {
    if (this.#state === 'console') this.#emit(eventOfCsi(`1${'ABCDE'.indexOf(letter) + 1}`, '~'))
    else if (this.#state === 'csi' && letter === '[' && this.#length === 0) this.#reset('console')
    else if (letter < '@') {
      this.#length += 1
      if (this.#length <= maxParameters) this.#parameters += letter
    } else if (this.#state === 'ss3') this.#emit(eventOfSs3(letter))
    else this.#endCsi(letter)
  }

  #endCsi(final: string): void {
    if (final === 'M' && this.#length === 0) this.#reset('x10')
    else if (final === '~' && this.#parameters === '200') this.#reset('paste')
    else this.#emit(this.#length <= maxParameters ? eventOfCsi(this.#parameters, final) : undefined)
  }

  #takePasted(byte: number): void {
    const text = this.#paste.take(byte)
    if (text !== undefined) this.#emit({ kind: 'paste', text })
  }
}
