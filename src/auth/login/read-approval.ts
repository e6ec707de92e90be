/** Reads what the user pastes after the authorization page: the code, or the whole callback address. Pure. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { errorParameters } from '../../api/gaps.ts'
import { outOfBand } from '../../api/oauth.ts'
import { type CommandLine, KivaError } from '../../errors.ts'
import { foreign, sentence } from '../../foreign-text.ts'
import type { PendingLogin } from './pending.ts'
import { scopeOf } from './token-reply.ts'

export interface Approval {
  readonly verifier: string
  /** The granted scope, if the callback address has it. */
  readonly scope: readonly string[] | undefined
}

/** Much longer than any code on an authorization page. */
const longestCode = 200

/**
 * Returns why a text can be neither code nor callback address, or `undefined` if it can. Checked before anything is
 * sent, because the service may use up the authorization even for a wrong code.
 */
export function refusePaste(text: string, { callback }: Pick<PendingLogin, 'callback'>): string | undefined {
  const pasted = unwrap(text)
  if (pasted === '') return 'Nothing was typed.'
  if (/[\s\p{C}]/u.test(pasted)) return 'A code has no spaces within.'
  if (!isAddress(pasted)) return pasted.length > longestCode ? 'That is too long for a code.' : undefined
  if (isAt(pasted, callback)) return undefined
  return callback === outOfBand
    ? 'That is an address; the code is on the page, after approval.'
    : `That is not the address of the redirect: it begins with ${callback}`
}

/**
 * Throws `KivaError` of kind `auth`: with a code if the authorization page reported an error, such as a denial; without
 * one if the text cannot belong to this login.
 */
export function readApproval(text: string, pending: PendingLogin): Approval {
  const pasted = unwrap(text)
  const unfit = refusePaste(pasted, pending)
  if (unfit) throw new KivaError('auth', unfit, { hint: startAgain })
  if (!isAddress(pasted)) return { verifier: pasted, scope: undefined }

  const query = new URL(pasted).searchParams
  if (!isSame(query.get('state') ?? '', pending.state)) throw notOurs('state')
  const error = errorParameters.map((name) => query.get(name)).find((value) => value)
  if (error) throw pageError(error, query.get('error_description'))
  if (!isSame(query.get('oauth_token') ?? '', pending.oauth_token)) throw notOurs('oauth_token')
  const verifier = query.get('oauth_verifier')
  if (!verifier) {
    throw new KivaError('auth', 'The redirect has neither a code (oauth_verifier) nor an error', {
      hint: (kiva) => `Was the whole address pasted? ${startAgain(kiva)}`,
    })
  }
  return { verifier, scope: scopeOf(query.getAll('scope')) }
}

/** Removes the quotes and brackets that mail programs and users add. */
const unwrap = (text: string) =>
  text
    .trim()
    .replace(/^["'<`](.*)["'>`]$/, '$1')
    .trim()

const isAddress = (text: string) => /^[a-z][a-z\d+.-]*:.*[/?]/i.test(text) && URL.canParse(text)

function isAt(address: string, callback: string): boolean {
  if (!URL.canParse(callback)) return false
  const place = ({ protocol, host, pathname }: URL) => `${protocol}//${host}${pathname || '/'}`
  return place(new URL(address)) === place(new URL(callback))
}

/** Compares in constant time. Compares digests, because the lengths may differ. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

const startAgain = (kiva: CommandLine) => `Start again with ${kiva('login')}.`

function notOurs(parameter: string): KivaError {
  return new KivaError('auth', `The redirect does not belong to this login: its ${parameter} is another`, {
    hint: (kiva) => `Paste the address of the page that this login led to. ${startAgain(kiva)}`,
  })
}

function pageError(error: string, description: string | null): KivaError {
  const words = description ? sentence`: ${foreign(description)}` : ''
  if (error === 'access_denied') {
    return new KivaError('auth', sentence`Access was denied on the authorization page${words}`, {
      hint: (kiva) => `Nothing was stored. To be asked again: ${kiva('login')}.`,
      code: error,
    })
  }
  return new KivaError(
    'auth',
    sentence`The authorization page ended with an error, ${foreign(error)}${words}`,
    {
      hint: (kiva) => `Check --scope and --callback. ${startAgain(kiva)}`,
      code: error,
    },
  )
}
