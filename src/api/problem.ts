/** What a reply says went wrong: status, headers and error bodies that are JSON, XML, HTML, OAuth pairs, or cut. */
import type { HttpReply, Json, JsonObject } from '../context.ts'
import { type CommandLine, type ErrorDetail, type ErrorKind, KivaError } from '../errors.ts'
import { errorCodes, rateLimit } from './gaps.ts'
import { isObject } from './json.ts'

interface Said {
  readonly code?: string | undefined
  readonly message?: string | undefined
}

/** The failure that a reply tells by its status, `undefined` for 2xx. `now` in milliseconds, for `Retry-After` dates. */
export function problemOf(reply: HttpReply, now: number): KivaError | undefined {
  if (reply.status >= 200 && reply.status < 300) return undefined
  if (reply.status >= 300 && reply.status < 400) return redirect(reply)
  return tell(reply, saidIn(new TextDecoder().decode(reply.body)), now)
}

/** The failure that a 2xx reply tells in its body, as the live service does while in maintenance. */
export function problemIn(reply: HttpReply, body: JsonObject, now: number): KivaError | undefined {
  const said = saidInJson(body)
  return said.code?.startsWith('org.kiva.') ? tell(reply, said, now) : undefined
}

function tell(reply: HttpReply, said: Said, now: number): KivaError {
  const kind = kindOf(reply, said)
  // No header tells how long the limit lasts, unless Retry-After does; its window is known.
  const retryAfter =
    retryAfterOf(reply, now) ?? (kind === 'rate-limited' ? rateLimit.windowSeconds : undefined)
  return new KivaError(kind, `${openings[kind]} (${reply.status})`, {
    said: said.message ?? said.code,
    hint: kind === 'rate-limited' ? `Wait ${retryAfter} seconds before the next request.` : hints[kind],
    status: reply.status,
    code: said.code,
    retryAfter,
  })
}

type Refusal = Extract<ErrorKind, 'auth' | 'refused' | 'service' | 'rate-limited'>

function kindOf(reply: HttpReply, said: Said): Refusal {
  if (said.code === errorCodes.rateLimit || reply.status === 429) return 'rate-limited'
  if (reply.status === 403 && remaining.some((name) => reply.headers[name] === '0')) return 'rate-limited'
  if (said.code === errorCodes.maintenance || reply.status >= 500) return 'service'
  if (reply.status === 401 || reply.status === 403 || said.code === errorCodes.credentials) return 'auth'
  return 'refused'
}

/** Of all requests, and of those to this kind of endpoint (service-facts G19). */
const remaining = ['x-ratelimit-overall-remaining', 'x-ratelimit-specific-remaining'] as const

const openings = {
  auth: 'The service denied access',
  refused: 'The service refused',
  service: 'The service failed',
  'rate-limited': 'Too many requests',
} as const satisfies Record<Refusal, string>

const hints = {
  auth: (kiva: CommandLine) =>
    `Log in with ${kiva('login')}; a 403 on public data comes from the firewall: wait, then send fewer requests.`,
  refused: 'Check the ids and values of the command.',
  service: 'Nothing is wrong with the command: try again later.',
} as const satisfies Record<Exclude<Refusal, 'rate-limited'>, ErrorDetail['hint']>

function redirect(reply: HttpReply): KivaError {
  return new KivaError('network', `The service redirects (${reply.status}) to another address`, {
    said: reply.headers['location'],
    hint: 'Redirects are not followed. If you trust that address, give its origin with --base-url.',
    status: reply.status,
  })
}

/** What an error body of unknown format says, in its own words; markup is dropped. */
export function saidIn(text: string): Said {
  const body = text.trim()
  if (body.startsWith('{')) return saidInJson(parse(body))
  if (/^oauth_problem=|&oauth_problem=/.test(body)) {
    const pairs = new URLSearchParams(body)
    return { message: words(pairs.get('oauth_problem_advice') ?? pairs.get('oauth_problem')) }
  }
  if (!body.startsWith('<')) return { message: words(body.split('\n', 1)[0]) }
  // Looking for an element costs the square of what is looked through.
  const head = body.slice(0, 10_000)
  const element = (name: string) =>
    words(head.match(new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)</${name}>`, 'i'))?.[1])
  return { code: element('code'), message: element('message') ?? element('title') ?? element('h1') }
}

function saidInJson(body: Json | undefined): Said {
  if (!isObject(body)) return {}
  const { code, message, error, error_description } = body
  const text = (value: Json | undefined) => (typeof value === 'string' ? words(value) : undefined)
  return { code: text(code), message: text(message) ?? text(error_description) ?? text(error) }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** More is never told; less might cut a secret in two, which then would not be masked. */
const longest = 10_000

/** The text without the space around it, `undefined` when there is nothing to say. */
function words(text: string | null | undefined): string | undefined {
  return text?.slice(0, longest).trim() || undefined
}

/** Seconds of `Retry-After`, which is a number of them or a date (RFC 9110 §10.2.3). */
function retryAfterOf(reply: HttpReply, now: number): number | undefined {
  const value = reply.headers['retry-after']
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  // Date.parse makes a date of nearly anything: `-1` is a month of 2001.
  const date = /^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}
