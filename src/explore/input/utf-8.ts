/** Decodes UTF-8 byte by byte. Invalid bytes give the same U+FFFD as in `TextDecoder`. */

/** The ranges of the second byte of a character (Unicode, table 3-7), if they are not 80–BF. */
const secondByte: Readonly<Record<number, readonly [number, number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
}

const replacement = 0xfffd

export class Utf8 {
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
