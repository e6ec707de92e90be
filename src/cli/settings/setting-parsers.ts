/** Parses the text of each setting, with the same check for flag, variable and settings file. */

import { liveOrigins } from '../../api/origins.ts'
import { parseWhole } from '../../api/values/values.ts'
import { KivaError } from '../../errors.ts'
import { formatNames } from '../../output/formats.ts'
import { isLoopback, type Origin } from '../../ports/origin.ts'
import { commandWords } from '../../shell-word.ts'
import { parseDuration } from '../values/duration.ts'
import type { ConfigurableName } from './global-options.ts'
import { choice, type SettingValue } from './sources.ts'

/** Each parser throws `KivaError` of kind `usage` that names the source of an invalid value. */
export const settingParsers = {
  output: (given: SettingValue) => choice(given, formatNames),
  color: (given: SettingValue) => choice(given, ['auto', 'always', 'never']),
  progress: (given: SettingValue) => choice(given, ['auto', 'json', 'none']),
  pager,
  plain: onOrOff,
  sandbox: onOrOff,
  base_url: (given: SettingValue) => originOf(given, liveOrigins.api),
  auth_url: (given: SettingValue) => originOf(given, liveOrigins.auth),
  app_id: ({ value }: SettingValue) => value,
  ca_file: ({ value }: SettingValue) => value,
  timeout: milliseconds,
  // A hundred retries take about an hour.
  retries: ({ label, value }: SettingValue) => parseWhole(label, value, 0, 100),
  cache: ({ label, value }: SettingValue) => parseDuration(label, value),
} as const satisfies Record<ConfigurableName, (given: SettingValue) => unknown>

function onOrOff({ value, label }: SettingValue): boolean {
  if (['1', 'true', 'yes', 'on'].includes(value.toLowerCase())) return true
  if (['0', 'false', 'no', 'off'].includes(value.toLowerCase())) return false
  throw new KivaError('usage', `invalid value "${value}" for ${label}: expected 1 or 0`)
}

function pager({ value, label }: SettingValue): readonly string[] {
  const words = commandWords(value)
  if (words[0]) return words
  throw new KivaError('usage', `invalid value "${value}" for ${label}: expected a program`, {
    hint: 'Use cat to turn the pager off.',
  })
}

function milliseconds({ value, label }: SettingValue): number {
  const seconds = Number(value)
  if (/^\d+(\.\d+)?$/.test(value) && seconds > 0 && seconds <= 86_400) return Math.ceil(seconds * 1000)
  throw new KivaError(
    'usage',
    `invalid value "${value}" for ${label}: expected seconds, above 0 and at most 86400`,
  )
}

/**
 * Accepts https, or http to loopback, so that requests cannot be read on the way
 * (docs/security.md, Where a token goes).
 */
function originOf(given: SettingValue, example: Origin): Origin {
  const url = URL.canParse(given.value) ? new URL(given.value) : undefined
  const hint = `Use a scheme, a host and an optional port, such as ${example}.`
  // Text before an @ may be a password, so the error leaves the address out, even if it is a valid URL.
  if (given.value.includes('@')) {
    throw new KivaError('usage', `the value of ${given.label} contains a user name or password`, { hint })
  }
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new KivaError(
      'usage',
      `invalid value "${given.value}" for ${given.label}: expected an http or https URL`,
      { hint },
    )
  }
  if (url.pathname !== '/') {
    throw new KivaError('usage', `invalid value "${given.value}" for ${given.label}: it contains a path`, {
      hint,
    })
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new KivaError('usage', `invalid value "${given.value}" for ${given.label}: it is not encrypted`, {
      hint: 'Use https. http is allowed for this machine only: 127.0.0.1, [::1] or localhost.',
    })
  }
  return url.origin as Origin
}
