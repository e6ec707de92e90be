/** The text of a reply's body: in the character set that its content type names, in UTF-8 where it names none. */

import { oneLine } from '../../foreign-text.ts'
import type { HttpReply } from '../../ports/http.ts'

export interface BodyText {
  readonly text: string
  /** What a person should know of how it was read; the same for all pages, so once is enough. */
  readonly note: string | undefined
}

export function bodyText({ headers, body }: Pick<HttpReply, 'headers' | 'body'>): BodyText {
  const charset = headers['content-type']?.match(/;\s*charset\s*=\s*"?([^\s;"]+)/i)?.[1] ?? 'utf-8'
  const text = decode(body, charset)
  if (text === undefined) {
    const note = `The answer names a character set that kiva does not know, "${oneLine(charset)}": it was read as UTF-8.`
    return { text: new TextDecoder().decode(body), note }
  }
  // U+FFFD may also stand there by right.
  const broken = text.includes('\ufffd') && decode(body, charset, true) === undefined
  const note = broken
    ? `Bytes of the answer that are not ${oneLine(charset)} were replaced by U+FFFD.`
    : undefined
  return { text, note }
}

/** `undefined` for a character set that is not known, and when `fatal` for bytes that are not of it. */
function decode(body: Uint8Array, charset: string, fatal = false): string | undefined {
  try {
    return new TextDecoder(charset, { fatal }).decode(body)
  } catch {
    return undefined
  }
}
