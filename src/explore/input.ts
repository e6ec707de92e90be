/** Turns the bytes of a terminal into events. The events are the same however the bytes are split. */

import { cleanLines } from '../output/gate/text.ts'
import { eventOfCsi, eventOfSs3, type InputEvent, keyOf } from './key-names.ts'

export type { InputEvent } from './key-names.ts'

/** A lone Esc is a key once nothing has followed it for so long, in milliseconds. */
const escDelay = 30

/** On a slow line a sequence arrives in pieces. After so many milliseconds without one, it stands for nothing. */
const sequenceDelay = 1000

/** Returns a reader that separates a lone Esc from the start of a sequence by time. `now` returns milliseconds. */
export function timedInput(now: () => number) {
  const reader = new InputReader()
  let endsAt: number | undefined
  return {
    /** Returns when the wait for the rest of a sequence ends, in milliseconds since the epoch. */
    dueAt: () => endsAt,
    /** Returns the events of more bytes. */
    read(bytes: Uint8Array): readonly InputEvent[] {
      const events = reader.read(bytes)
      endsAt = reader.wait === undefined ? undefined : now() + reader.wait
      return events
    },
    /** Returns what an unfinished sequence stands for once its time has passed. */
    due(): readonly InputEvent[] {
      if (endsAt === undefined || now() < endsAt) return []
      endsAt = undefined
      return reader.flush()
    },
  }
}

/** The longest parameters of a sequence. A longer one is swallowed. */
const maxParameters = 64

/** The longest string (OSC, DCS, APC) that is swallowed. Later bytes are keys again. */
const maxString = 64 * 1024

const [esc, bell, cancel, substitute] = [0x1b, 0x07, 0x18, 0x1a]

/** Returns whether a string may contain a byte: Ctrl-C may not, but text in UTF-8 may, and terminals end it with BEL. */
const isInString = (byte: number) => byte >= 0x20 || byte === bell || (byte >= 0x08 && byte <= 0x0d)

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
  /** The rest of the sequence has not come in time: it is read to its end, so that it does not act as keys. */
  #isLate = false

  /** For how many milliseconds to wait for more bytes before `flush`; `undefined` if nothing waits for it. */
  get wait(): number | undefined {
    if (this.#state === 'escape') return escDelay
    const isSequence = !['ground', 'character', 'paste'].includes(this.#state)
    return isSequence && !this.#isLate ? sequenceDelay : undefined
  }

  /** Returns the events of the bytes. Unknown sequences are dropped, invalid UTF-8 becomes U+FFFD. */
  read(bytes: Uint8Array): readonly InputEvent[] {
    this.#events = []
    for (const byte of bytes) this.#take(byte)
    return this.#events
  }

  /**
   * Ends the wait for more bytes: a lone ESC becomes `esc`; of an unfinished sequence, the key or click is dropped once
   * the rest comes. A paste and a character go on.
   */
  flush(): readonly InputEvent[] {
    this.#events = []
    if (this.#state === 'escape') this.#press(esc)
    this.#isLate ||= this.wait !== undefined
    return this.#events
  }

  #reset(state: State = 'ground'): void {
    this.#state = state
    this.#parameters = ''
    this.#length = 0
    this.#isAlt = false
    this.#isLate = false
  }

  #emit(event: InputEvent | undefined): void {
    if (event && !(this.#isLate && event.kind !== 'reply')) this.#events.push(event)
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
    else if (this.#state === 'string' && isInString(byte)) this.#swallow(maxString, byte === bell)
    else if (byte < 0x20 || byte > 0x7e) {
      // A sequence or a string was cut off (ECMA-48 §5.4 and §5.6 allow none of these in it).
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

/** The longest paste in bytes. The rest is dropped. */
export const maxPaste = 1024 * 1024

const end = [...'\x1b[201~'].map((character) => character.charCodeAt(0))

/** Collects pasted text: the bytes between `CSI 200 ~` and `CSI 201 ~` (xterm, "Bracketed Paste Mode"). */
class Paste {
  #bytes: number[] = []
  /** How many bytes of the end have matched. */
  #matched = 0

  /** Takes the next byte. Returns the sanitized text once the paste has ended; the next byte begins another one. */
  take(byte: number): string | undefined {
    if (byte !== end[this.#matched]) {
      // The end begins with the only ESC in it, so this byte can only begin it anew.
      for (const held of end.slice(0, this.#matched)) this.#keep(held)
      this.#matched = 0
    }
    if (byte === end[this.#matched]) this.#matched += 1
    else this.#keep(byte)
    return this.#matched === end.length ? this.#text() : undefined
  }

  #keep(byte: number): void {
    if (this.#bytes.length <= maxPaste) this.#bytes.push(byte)
  }

  #text(): string {
    const isCut = this.#bytes.length > maxPaste
    const bytes = Uint8Array.from(this.#bytes.slice(0, maxPaste))
    this.#bytes = []
    this.#matched = 0
    // With `stream`, a character that was cut is left out.
    return cleanLines(new TextDecoder().decode(bytes, { stream: isCut }))
  }
}

/** The ranges of the second byte of a character (Unicode, table 3-7), if they are not 80–BF. */
const secondByte: Readonly<Record<number, readonly [number, number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
}

const replacement = 0xfffd

/** Decodes UTF-8 byte by byte. Invalid bytes give the same U+FFFD as in `TextDecoder`. */
class Utf8 {
  #code = 0
  #missing = 0
  #range: readonly [number, number] = [0x80, 0xbf]

  /** Takes the first byte of a character. Returns its code point, or undefined if bytes are missing. */
  begin(byte: number): number | undefined {
    if (byte < 0x80) return byte
    if (byte < 0xc2 || byte > 0xf4) return replacement
    this.#missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3
    this.#code = byte & (0x3f >> this.#missing)
    this.#range = secondByte[byte] ?? [0x80, 0xbf]
    return undefined
  }

  /** Takes a later byte. `isUsed` is false if the byte belongs to the next character. */
  take(byte: number): { readonly code: number | undefined; readonly isUsed: boolean } {
    const [from, to] = this.#range
    if (byte < from || byte > to) return { code: replacement, isUsed: false }
    this.#code = (this.#code << 6) | (byte & 0x3f)
    this.#range = [0x80, 0xbf]
    this.#missing -= 1
    return { code: this.#missing === 0 ? this.#code : undefined, isUsed: true }
  }
}
