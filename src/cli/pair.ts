import type { Pair } from '../api/encode.ts'
import { secretNames } from '../api/oauth.ts'
import { KivaError } from '../errors.ts'

/** A `key=value` that was given for an option, the value as it stands. Throws `KivaError` of kind `usage`. */
export function parsePair(label: string, text: string): Pair {
  const at = text.indexOf('=')
  if (at < 1) {
    throw new KivaError('usage', `${label} "${text}" is not key=value`, {
      hint: `Such as ${label} per_page=100.`,
    })
  }
  const name = text.slice(0, at)
  checkName(label, name)
  return [name, text.slice(at + 1)]
}

/** What signs a request stands in its header, and a secret on no command line: others can read that. */
export function checkName(label: string, name: string): void {
  if (!name.startsWith('oauth_') && !secretNames.some((secret) => secret === name)) return
  throw new KivaError('usage', `${label} ${name}: kiva signs requests by itself`, {
    hint: 'Log in with kiva login; secrets are never taken from the command line.',
  })
}
