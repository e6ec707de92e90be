import { bodyText } from '../../api/wire/body-text.ts'
import type { HttpReply } from '../../ports/http.ts'
import type { Secrets } from '../../ports/secrets.ts'

/** The characters (or bytes, for binary data) of one body that a trace includes. */
const maxLength = 1024 * 1024

/**
 * Longer than any secret. A text cut within a secret cannot be masked, so this much is dropped from its end.
 */
const margin = 4096

/** A body as HAR writes it, in `content` and `postData`. */
export interface HarText {
  readonly text: string
  readonly encoding?: 'base64'
  readonly comment?: string
}

/** Returns a text with its secrets masked, shortened to what the trace includes. */
export function harText(text: string, secrets: Secrets): HarText {
  const masked = secrets.mask(text.slice(0, maxLength + margin))
  if (text.length <= maxLength) return { text: masked }
  return {
    text: masked.slice(0, Math.min(maxLength, masked.length - margin)).toWellFormed(),
    comment: `Truncated: the beginning of ${text.length} characters or bytes`,
  }
}

/** Returns the body of a reply: as text, or in base64 if it is invalid in its own character set. */
export function harContent(reply: Pick<HttpReply, 'headers' | 'body'>, secrets: Secrets): HarText {
  const { text, note } = bodyText(reply)
  if (note === undefined) return harText(text, secrets)
  // latin1 maps each byte to one character, so that secrets are found in binary data too.
  const cut = harText(Buffer.from(reply.body).toString('latin1'), secrets)
  return { ...cut, text: Buffer.from(cut.text, 'latin1').toString('base64'), encoding: 'base64' }
}
