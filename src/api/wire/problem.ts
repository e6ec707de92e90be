/**
 * Reads failures from replies: the status, headers, and error bodies (JSON, XML, HTML, OAuth pairs, cut text).
 */
import { type CommandLine, type ErrorDetail, type ErrorKind, KivaError } from '../../core/errors.ts'
import { foreign, oneLine, type Sentence, sentence, unbroken } from '../../core/foreign-text.ts'
import type { HttpReply } from '../../core/http.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { httpDate } from '../../core/time.ts'
import { errorCodes, rateLimit } from '../gaps.ts'

/** Returns the failure by a reply's status; `undefined` for 2xx. `now`: milliseconds, for `Retry-After` dates. */
export function problemOf(reply: HttpReply, now: number): KivaError | undefined {
  if (reply.status >= 200 && reply.status < 300) return undefined
  if (reply.status === 304) return notModified()
  if (reply.status >= 300 && reply.status < 400) return redirect(reply)
  return toError(reply, readErrorBody(bodyText(reply).text), now)
}

/** Returns the failure in the JSON body of a 2xx reply, which the live service sends during maintenance. */
export function problemIn(reply: HttpReply, body: JsonObject, now: number): KivaError | undefined {
  return serviceError(reply, readJsonErrorBody(body), now)
}

/** Like {@link problemIn}, for a document that is copied unparsed: JSON, or XML that contains only an error. */
export function problemInDocument(reply: HttpReply, now: number): KivaError | undefined {
  const text = bodyText(reply).text.trim()
  const isError = text.startsWith('{') || /^(?:<\?xml[^>]*>\s*)?<response>\s*<(?:code|message)>/.test(text)
  return isError ? serviceError(reply, readErrorBody(text), now) : undefined
}

/**
 * Returns the failure if a 2xx reply is an HTML page in place of another format: the login page of a network, or a page
 * of a proxy.
 */
export function problemOfPage(reply: HttpReply, format: string): KivaError | undefined {
  const start = bodyText({ headers: reply.headers, body: reply.body.subarray(0, 10_000) })
  const page = start.text.trimStart().replace(/^<\?xml[^>]*>\s*/, '')
  if (!/^<(?:!doctype\s+html|html|head|title|body)[\s>]/i.test(page)) return undefined
  const { message: title } = readErrorBody(page)
  const words = `an HTML page came in place of ${format}`
  return new KivaError('network', title ? sentence`${words}: "${foreign(title)}"` : words, {
    hint: 'If this network requires a login, open any page in a browser. If not, check the proxy and --base-url.',
  })
}

interface ErrorBody {
  readonly code?: string | undefined
  readonly message?: string | undefined
}

/** A page of records may have a `code` too; only the service's own error codes count. */
const serviceError = (reply: HttpReply, errorBody: ErrorBody, now: number) =>
  errorBody.code?.startsWith('org.kiva.') ? toError(reply, errorBody, now) : undefined

function toError(reply: HttpReply, errorBody: ErrorBody, now: number): KivaError {
  const kind = kindOf(reply, errorBody)
  // Only Retry-After tells how long the limit lasts; otherwise assume its known window.
  const retryAfter =
    retryAfterOf(reply, now) ?? (kind === 'rate-limited' ? rateLimit.windowSeconds : undefined)
  return new KivaError(kind, messageOf(kind, reply.status, errorBody), {
    hint: hintFor(kind, reply.status, errorBody, retryAfter),
    status: reply.status,
    code: errorBody.code,
    retryAfter,
  })
}

type Refusal = Extract<ErrorKind, 'auth' | 'refused' | 'service' | 'rate-limited'>

function kindOf(reply: HttpReply, errorBody: ErrorBody): Refusal {
  if (errorBody.code === errorCodes.rateLimit || reply.status === 429) return 'rate-limited'
  if (reply.status === 403 && remaining.some((name) => reply.headers[name] === '0')) return 'rate-limited'
  if (errorBody.code === errorCodes.maintenance || reply.status >= 500) return 'service'
  if (reply.status === 401 || reply.status === 403 || errorBody.code === errorCodes.credentials) return 'auth'
  return 'refused'
}

/** Remaining requests: of all requests, and of requests to this kind of endpoint. */
const remaining = ['x-ratelimit-overall-remaining', 'x-ratelimit-specific-remaining'] as const

/** The start of the message for each kind of refusal without words of the service, and its short name. */
const openings = {
  auth: 'access denied',
  refused: 'request refused',
  service: 'API error',
  'rate-limited': 'too many requests',
} as const satisfies Record<Refusal, string>

/**
 * Returns the service's own sentence if there is one. Text of a proxy or firewall is attributed to it, and
 * the status is added unless the text contains it.
 */
function messageOf(kind: Refusal, status: number, { code, message }: ErrorBody): Sentence {
  if (code !== undefined && message !== undefined) return sentence`${foreign(message)}`
  const words = message ?? code
  const number = words?.includes(String(status)) ? '' : ` (${status})`
  const opening = `${openings[kind]}${number}`
  return words === undefined ? sentence`${opening}` : sentence`${opening}: ${foreign(words)}`
}

function hintFor(
  kind: Refusal,
  status: number,
  { code }: ErrorBody,
  retryAfter: number | undefined,
): ErrorDetail['hint'] {
  if (code === errorCodes.notMirrored) return 'A mirror has loans and field partners.'
  const wait = retryAfter === undefined ? undefined : `${retryAfter} second${retryAfter === 1 ? '' : 's'}`
  if (kind === 'rate-limited') return `Wait ${wait} before the next request.`
  if (kind === 'service') return `Try again ${wait ? `in ${wait}` : 'later'}.`
  if (kind === 'refused') return undefined
  // The service sends a code if it requires a login. A firewall, which may block public data too, sends none.
  if (status === 403 && code === undefined) {
    return (kiva: CommandLine) =>
      `If the data is public, a firewall blocked the request: wait, then send fewer. If not, log in with ${kiva('login')}.`
  }
  return (kiva: CommandLine) => `Log in with ${kiva('login')}.`
}

/** The cache, which sends conditions, keeps the 304 that it asked for to itself. */
const notModified = () =>
  new KivaError('service', 'unexpected 304 Not Modified: the request had no condition', {
    hint: 'Try again later.',
    status: 304,
  })

function redirect(reply: HttpReply): KivaError {
  const to = reply.headers['location']
  const where = to ? sentence` to ${foreign(to)}` : ' without a location'
  return new KivaError('network', sentence`the API redirects (${reply.status})${where}`, {
    hint: 'kiva does not follow redirects. If you trust that address, give its origin with --base-url.',
    status: reply.status,
  })
}

/** Reads an error body of unknown format. Shortens long text to one line and drops markup. */
export function readErrorBody(text: string): ErrorBody {
  const body = text.trim()
  if (body.startsWith('{')) return readJsonErrorBody(parse(body))
  if (/^oauth_problem=|&oauth_problem=/.test(body)) {
    const pairs = new URLSearchParams(body)
    return { message: brief(pairs.get('oauth_problem_advice') ?? pairs.get('oauth_problem')) }
  }
  if (!body.startsWith('<')) return { message: brief(body.split('\n', 1)[0]) }
  // The element search takes quadratic time, so it covers only the beginning.
  const head = body.slice(0, 10_000)
  const element = (name: string) =>
    brief(head.match(new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)</${name}>`, 'i'))?.[1])
  return { code: element('code'), message: element('message') ?? element('title') ?? element('h1') }
}

function readJsonErrorBody(body: Json | undefined): ErrorBody {
  if (!isObject(body)) return {}
  const { code, message, error, error_description } = body
  const text = (value: Json | undefined) => (typeof value === 'string' ? brief(value) : undefined)
  return { code: text(code), message: text(message) ?? text(error_description) ?? text(error) }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns one line; `undefined` for blank text. Messages shorten it later, because masking needs whole secrets. */
const brief = (text: string | null | undefined) => (text ? unbroken(text) || undefined : undefined)

/** No limit of the service lasts a day; longer values are almost certainly wrong, and too long to wait. */
const maxSeconds = 86_400

/** Returns the seconds of `Retry-After`, given as a number or a date (RFC 9110 §10.2.3), at most one day. */
export function retryAfterOf(reply: HttpReply, now: number): number | undefined {
  const value = reply.headers['retry-after'] ?? ''
  if (/^\d+$/.test(value)) return Math.min(Number(value), maxSeconds)
  const date = httpDate(value)
  if (date === undefined) return undefined
  return Math.min(Math.max(0, Math.ceil((date - now) / 1000)), maxSeconds)
}

interface BodyText {
  readonly text: string
  /**
   * A note to the user on how the text was decoded. It is the same for all pages, so one message is enough.
   */
  readonly note: string | undefined
}

/** Decodes a reply's body by the character set of its content type; the default is UTF-8. */
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
