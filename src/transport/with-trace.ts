/**
 * `--trace`: records every exchange of a run as it ends, as HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/)
 * with all secrets masked.
 */

import { bodyText } from '../api/wire/problem.ts'
import { headerLine, maskUrl } from '../auth/masking.ts'
import type { Context, World } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Listener } from '../core/events.ts'
import type { Trace } from '../core/files.ts'
import type { HttpReply, HttpRequest, Send } from '../core/http.ts'
import type { Secrets } from '../core/settings.ts'
import { version } from '../core/version.ts'

const known = '{"log":{"version":"1.2","creator":{"name":"kiva",'

/** The HAR 1.2 text around the entries. */
const frame = { known, head: `${known}"version":${JSON.stringify(version)}},"entries":[`, tail: '\n]}}\n' }

type Ports = Pick<World, 'openTrace' | 'now'> & Pick<Context, 'secrets'> & { readonly emit: Listener }

/**
 * Returns a `Send` that records each exchange in a file, failed ones too. Throws `KivaError` of kind `config`
 * if the file cannot be opened. If a later write fails, this is reported once and the run continues without a
 * trace.
 */
export async function withTrace(send: Send, path: string, ports: Ports): Promise<Send> {
  const { secrets, now, emit } = ports
  let trace: Trace | undefined = await ports.openTrace(path, frame)
  const add = async (exchange: Exchange) => {
    try {
      trace?.add(JSON.stringify(harEntry(exchange, secrets)))
    } catch (error) {
      if (!(error instanceof KivaError)) throw error
      trace = undefined
      await emit({ kind: 'disabled', part: 'trace', problem: error })
    }
  }
  return async (request, signal) => {
    const began = now()
    const end = (outcome: Exchange['outcome']) => add({ request, outcome, began, ended: now() })
    const reply = await send(request, signal).catch(async (error: unknown) => {
      await end({ error })
      throw error
    })
    await end({ reply })
    return reply
  }
}

/** A finished exchange: with a reply, or with the error that was thrown. */
export interface Exchange {
  readonly request: HttpRequest
  readonly outcome: { readonly reply: HttpReply } | { readonly error: unknown }
  /** Milliseconds since the epoch. */
  readonly began: number
  readonly ended: number
}

/** HAR writes -1 for an unknown value. */
const unknown = -1

/**
 * Returns an exchange as an entry of HAR, with all secrets masked, for `JSON.stringify`.
 * An entry without a reply has status 0 and gives the reason in its comment.
 */
export function harEntry(exchange: Exchange, secrets: Secrets) {
  const { request, outcome, began, ended } = exchange
  const comment = commentOn(outcome, secrets)
  const reply = 'reply' in outcome ? outcome.reply : undefined
  const time = Math.max(0, ended - began)
  const wait = Math.min(time, reply?.transfer?.untilHead ?? time)
  return {
    startedDateTime: new Date(began).toISOString(),
    time,
    request: harRequest(request, secrets),
    response: reply ? harResponse(reply, secrets) : noResponse,
    cache: {},
    timings: { send: 0, wait, receive: time - wait },
    comment,
  }
}

function harRequest({ method, url, headers, body }: HttpRequest, secrets: Secrets) {
  const masked = maskUrl(url, secrets)
  const mimeType = headers['content-type'] ?? ''
  return {
    method,
    url: masked,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: harHeaders(headers, secrets),
    queryString: [...new URL(masked).searchParams].map(([name, value]) => ({ name, value })),
    ...(body !== undefined && { postData: { mimeType, params: [], ...harText(body, secrets) } }),
    headersSize: unknown,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
  }
}

function harResponse(reply: HttpReply, secrets: Secrets) {
  const { status, headers, body, transfer, cacheAge } = reply
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: harHeaders(headers, secrets),
    content: {
      size: body.byteLength,
      ...(transfer && { compression: body.byteLength - transfer.bytes }),
      mimeType: headers['content-type'] ?? '',
      ...harContent(reply, secrets),
    },
    redirectURL: secrets.mask(headers['location'] ?? ''),
    headersSize: unknown,
    bodySize: cacheAge === undefined ? (transfer?.bytes ?? unknown) : 0,
  }
}

const noResponse = {
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: '' },
  redirectURL: '',
  headersSize: unknown,
  bodySize: unknown,
}

/** Masks secrets by their value, and by the header's name. */
function harHeaders(headers: HttpRequest['headers'], secrets: Secrets) {
  return Object.entries(headers).map(([name, value]) => {
    const line = headerLine(name, value, secrets.mask)
    return line.startsWith(`${name}: `)
      ? { name, value: line.slice(name.length + 2) }
      : { name: secrets.mask(name), value: '***' }
  })
}

function commentOn(outcome: Exchange['outcome'], secrets: Secrets): string | undefined {
  if ('reply' in outcome) return outcome.reply.cacheAge === undefined ? undefined : 'From the response cache'
  const { error } = outcome
  if (error instanceof KivaError) return error.sentence.mask(secrets.quote)
  return secrets.quote(error instanceof Error ? error.message : String(error))
}

/** The characters (or bytes, for binary data) of one body that a trace includes. */
const maxLength = 1024 * 1024

/**
 * Longer than any secret. A text cut within a secret cannot be masked, so this much is dropped from its end.
 */
const margin = 4096

/** A body as HAR writes it, in `content` and `postData`. */
interface HarText {
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
