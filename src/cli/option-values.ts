/** Parses values that several options take: pairs and durations. */
import { type Endpoint, pathNames } from '../api/endpoint.ts'
import { secretNames } from '../api/origins.ts'
import type { Pair } from '../api/wire/request.ts'
import { KivaError } from '../errors.ts'
import { dashed } from './option-spec.ts'

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

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * Parses a duration such as `30s`, `10m`, `2h` or `1d` to milliseconds. Throws `KivaError` of kind `usage`.
 */
export function parseDuration(label: string, text: string): number {
  const [, amount, unit = ''] = /^(\d{1,5})([smhd])$/.exec(text) ?? []
  const length = units[unit]
  if (length !== undefined) return Number(amount) * length
  throw new KivaError('usage', `invalid value "${text}" for ${label}: expected a duration`, {
    hint: 'Use a number and a unit, such as 30s, 10m, 2h or 1d.',
  })
}
