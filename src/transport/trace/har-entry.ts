/**
 * One exchange as an entry of HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/),
 * with all secrets masked.
 */

import { maskUrl } from '../../auth/mask-url.ts'
import { headerLine } from '../../auth/masking.ts'
import { KivaError } from '../../errors.ts'
import type { HttpReply, HttpRequest } from '../../ports/http.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { harContent, harText } from './har-body.ts'

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
 * Returns the entry, for `JSON.stringify`.
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
