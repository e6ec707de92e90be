/** Collects pasted text: the bytes between `CSI 200 ~` and `CSI 201 ~` (xterm, "Bracketed Paste Mode"). */

import { cleanLines } from '../../output/gate/text.ts'

/** The longest paste in bytes. The rest is dropped. */
export const maxPaste = 1024 * 1024

const end = [...'\x1b[201~'].map((character) => character.charCodeAt(0))

export class Paste {
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
