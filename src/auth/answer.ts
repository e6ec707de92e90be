/** What the person pastes after the authorization page: the code, or the whole address of the redirect. Pure. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { errorParameters } from '../api/gaps.ts'
import { KivaError } from '../errors.ts'
import { tidy } from './problems.ts'
import { scopeOf } from './token-reply.ts'

/** What the redirect must agree with. */
export interface Asked {
  readonly callback: string
  readonly requestToken: string
  readonly state: string
}

export interface Answer {
  readonly verifier: string
  /** As granted, where the redirect tells. */
  readonly scope: readonly string[] | undefined
}

/**
 * Why a text can be no answer at all, so that it may be asked for again: a wrong code, once sent, uses up the
 * authorization. `undefined` for one that may be.
 */
export function notAnAnswer(text: string, asked: Pick<Asked, 'callback'>): string | undefined {
  const answer = unwrap(text)
  if (answer === '') return 'Nothing was typed.'
  if (/[\s\p{C}]/u.test(answer)) return 'A code has no spaces within.'
  if (!isAddress(answer)) return answer.length > 200 ? 'That is too long for a code.' : undefined
  if (isCallback(answer, asked.callback)) return undefined
  return asked.callback === 'oob'
    ? 'That is an address; the code is on the page, after approval.'
    : `That is not the address of the redirect: it begins with ${asked.callback}`
}

/**
 * Reads the answer. Throws `KivaError` of kind `auth`: denied, another error of the page, or a redirect that is not
 * the answer to what was asked (service.md "Denial and errors at the authorize step").
 */
export function readAnswer(text: string, asked: Asked): Answer {
  const answer = unwrap(text)
  const unfit = notAnAnswer(answer, asked)
  if (unfit) throw new KivaError('auth', unfit, { hint: 'Start again with kiva login.' })
  if (!isAddress(answer)) return { verifier: answer, scope: undefined }

  const query = new URL(answer).searchParams
  if (!isSame(query.get('state') ?? '', asked.state)) throw foreign('state')
  const error = errorParameters.map((name) => query.get(name)).find((value) => value)
  if (error) throw refusal(error, query.get('error_description'))
  if (!isSame(query.get('oauth_token') ?? '', asked.requestToken)) throw foreign('oauth_token')
  const verifier = query.get('oauth_verifier')
  if (!verifier) {
    throw new KivaError('auth', 'The redirect has neither a code (oauth_verifier) nor an error', {
      hint: 'Was the whole address pasted? Start again with kiva login.',
    })
  }
  return { verifier, scope: scopeOf(query.getAll('scope')) }
}

/** Without what mail programs and people put around. */
const unwrap = (text: string) =>
  text
    .trim()
    .replace(/^["'<`](.*)["'>`]$/, '$1')
    .trim()

const isAddress = (text: string) => /^[a-z][a-z\d+.-]*:.*[/?]/i.test(text) && URL.canParse(text)

function isCallback(address: string, callback: string): boolean {
  if (!URL.canParse(callback)) return false
  const place = ({ protocol, host, pathname }: URL) => `${protocol}//${host}${pathname || '/'}`
  return place(new URL(address)) === place(new URL(callback))
}

/** Compares in constant time; digests first, since the lengths may differ. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

function foreign(parameter: string): KivaError {
  return new KivaError('auth', `The redirect does not belong to this login: its ${parameter} is another`, {
    hint: 'Paste the address of the page that this login led to, or start again with kiva login.',
  })
}

function refusal(error: string, description: string | null): KivaError {
  const words = description ? `: ${tidy(description)}` : ''
  if (error === 'access_denied') {
    return new KivaError('auth', `Access was denied on the authorization page${words}`, {
      hint: 'Nothing was stored. To be asked again: kiva login.',
      code: error,
    })
  }
  return new KivaError('auth', `The authorization page answered with an error, ${tidy(error)}${words}`, {
    hint: 'Start again with kiva login; check --scope and --callback.',
    code: tidy(error),
  })
}
