import { bodyText } from '../../api/wire/body-text.ts'
import type { HttpReply } from '../../ports/http.ts'
import type { Secrets } from '../../ports/secrets.ts'

/** Letters, or bytes where it is no text, that a trace holds of one body. */
const most = 1024 * 1024

/** Longer than any secret: half a one, which nobody could recognise, stands at the end, and that is left out. */
const margin = 4096

/** A body as HAR writes it, in `content` and `postData`. */
export interface HarText {
  readonly text: string
  readonly encoding?: 'base64'
  readonly comment?: string
}

/** A text without its secrets, and no more of it than the trace holds. */
export function harText(text: string, secrets: Secrets): HarText {
  const masked = secrets.mask(text.slice(0, most + margin))
  if (text.length <= most) return { text: masked }
  return {
    text: masked.slice(0, Math.min(most, masked.length - margin)).toWellFormed(),
    comment: `Cut: only the beginning of ${text.length} letters or bytes`,
  }
}

/** The body of a reply: as text, or in base64 where it is not of the character set that it names. */
export function harContent(reply: Pick<HttpReply, 'headers' | 'body'>, secrets: Secrets): HarText {
  const { text, note } = bodyText(reply)
  if (note === undefined) return harText(text, secrets)
  // A letter for each byte: what is secret is found among them too.
  const cut = harText(Buffer.from(reply.body).toString('latin1'), secrets)
  return { ...cut, text: Buffer.from(cut.text, 'latin1').toString('base64'), encoding: 'base64' }
}
