/** Decodes a reply's body by the character set of its content type; the default is UTF-8. */

import { oneLine } from '../../foreign-text.ts'
import type { HttpReply } from '../../ports/http.ts'

export interface BodyText {
  readonly text: string
  /**
   * A note to the user on how the text was decoded. It is the same for all pages, so one message is enough.
   */
  readonly note: string | undefined
}

export function bodyText({ headers, body }: Pick<HttpReply, 'headers' | 'body'>): BodyText {
  const charset = headers['content-type']?.match(/;\s*charset\s*=\s*"?([^\s;"]+)/i)?.[1] ?? 'utf-8'
  const text = decode(body, charset)
  if (text === undefined) {
    const note = `Unknown character set "${oneLine(charset)}" in the response: read as UTF-8.`
    return { text: new TextDecoder().decode(body), note }
  }
  // U+FFFD may also be part of the original text.
  const broken = text.includes('\ufffd') && decode(body, charset, true) === undefined
  const note = broken
    ? `Invalid ${oneLine(charset)} in the response: the bytes were replaced with U+FFFD.`
    : undefined
  return { text, note }
}

/** Returns `undefined` for an unknown character set, and with `fatal` for invalid bytes. */
function decode(body: Uint8Array, charset: string, fatal = false): string | undefined {
  try {
    return new TextDecoder(charset, { fatal }).decode(body)
  } catch {
    return undefined
  }
}
