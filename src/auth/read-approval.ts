/** Reads what the user pastes after the authorization page: the code, or the whole callback address. Pure. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { errorParameters } from '../api/gaps.ts'
import { outOfBand } from '../api/origins.ts'
import { type CommandLine, KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import type { PendingLogin } from './pending-login.ts'
import { scopeOf } from './token-calls.ts'

interface Approval {
  readonly verifier: string
  /** The granted scope, if the callback address has it. */
  readonly scope: readonly string[] | undefined
}

/** Much longer than any code on an authorization page. */
const maxCodeLength = 200

/**
 * Returns why a text can be neither code nor callback address, or `undefined` if it can. Checked before anything is
 * sent, because the service may use up the authorization even for a wrong code.
 */
export function refusePaste(text: string, { callback }: Pick<PendingLogin, 'callback'>): string | undefined {
  const pasted = unwrap(text)
  if (pasted === '') return 'the code is empty'
  if (/[\s\p{C}]/u.test(pasted)) return 'the code contains a space'
  if (!isAddress(pasted)) return pasted.length > maxCodeLength ? 'the code is too long' : undefined
  if (isAt(pasted, callback)) return undefined
  return callback === outOfBand
    ? 'this is a URL: enter the code that the page shows after approval'
    : `this is not the redirect URL, which begins with ${callback}`
}

/**
 * Throws `KivaError` of kind `auth`: with a code if the authorization page reported an error, such as a denial; without
 * one if the text cannot belong to this login.
 */
export function readApproval(text: string, pending: PendingLogin): Approval {
  const pasted = unwrap(text)
  const unfit = refusePaste(pasted, pending)
  if (unfit) throw new KivaError('auth', unfit, { hint: startAgainHint })
  if (!isAddress(pasted)) return { verifier: pasted, scope: undefined }

  const query = new URL(pasted).searchParams
  if (!isSame(query.get('state') ?? '', pending.state)) throw mismatchError('state')
  const error = errorParameters.map((name) => query.get(name)).find((value) => value)
  if (error) throw pageError(error, query.get('error_description'))
  if (!isSame(query.get('oauth_token') ?? '', pending.oauth_token)) throw mismatchError('oauth_token')
  const verifier = query.get('oauth_verifier')
  if (!verifier) {
    throw new KivaError('auth', 'the redirect URL has no code (oauth_verifier) and no error', {
      hint: (kiva) => `Paste the whole URL. ${startAgainHint(kiva)}`,
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

const startAgainHint = (kiva: CommandLine) => `Start again with ${kiva('login')}.`

function mismatchError(parameter: string): KivaError {
  return new KivaError('auth', `the redirect URL belongs to another login: its ${parameter} differs`, {
    hint: (kiva) => `Paste the URL that this login redirected to. ${startAgainHint(kiva)}`,
  })
}

function pageError(error: string, description: string | null): KivaError {
  const words = description ? sentence`: ${foreign(description)}` : ''
  if (error === 'access_denied') {
    return new KivaError('auth', sentence`access denied on the authorization page${words}`, {
      hint: (kiva) => `To try again: ${kiva('login')}.`,
      code: error,
    })
  }
  return new KivaError(
    'auth',
    sentence`the authorization page returned an error: ${foreign(error)}${words}`,
    {
      hint: (kiva) => `Check --scope and --callback. ${startAgainHint(kiva)}`,
      code: error,
    },
  )
}
