/** Parses pairs of the command line: `--param name=value` and `--arg name=value`. */
import { type Endpoint, pathNames } from '../api/endpoint.ts'
import { secretNames } from '../api/origins.ts'
import type { Pair } from '../api/wire/request.ts'
import { KivaError } from '../core/errors.ts'
import { dashed } from '../core/shell-word.ts'

/** Parses `key=value`; the value stays unchanged. Throws `KivaError` of kind `usage`. */
export function parsePair(label: string, text: string): Pair {
  const at = text.indexOf('=')
  if (at < 1) {
    throw new KivaError('usage', `invalid value "${text}" for ${label}: expected key=value`, {
      hint: `Example: ${label} per_page=100.`,
    })
  }
  const name = text.slice(0, at)
  checkName(label, name)
  return [name, text.slice(at + 1)]
}

/**
 * Rejects OAuth parameters and secrets. Kiva signs in the request header, and other users can read command
 * lines. Throws `KivaError` of kind `usage`.
 */
export function checkName(label: string, name: string): void {
  if (!name.startsWith('oauth_') && !secretNames.some((secret) => secret === name)) return
  throw new KivaError('usage', `${label} cannot set ${name}: kiva signs requests itself`, {
    hint: 'Log in with kiva login. Secrets are never read from the command line.',
  })
}

/**
 * Parses a `--param` pair, whose value is never checked. `isGiven` says whether a parameter has its option on the command
 * line. Rejects those, and parameters that kiva sends itself: ids in the path, the page, the application. Throws
 * `KivaError` of kind `usage`.
 */
export function extraPair(text: string, endpoint: Endpoint, isGiven: (name: string) => boolean): Pair {
  const pair = parsePair('--param', text)
  const [name] = pair
  const isInPath = pathNames(endpoint).includes(name)
  if (isInPath || name === 'app_id' || (name === 'page' && endpoint.paged) || isGiven(name)) {
    throw new KivaError(
      'usage',
      `--param cannot set ${name}${isGiven(name) ? ` with --${dashed(name)}` : ''}`,
      {
        hint: isInPath ? 'Give it as an argument.' : `Use --${dashed(name)}.`,
      },
    )
  }
  return pair
}
