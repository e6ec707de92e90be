/** Parses the text of a setting, with the same check for flag, variable and settings file. */
import { notAChoice, parseTypedValue } from '../../api/values.ts'
import { KivaError } from '../../core/errors.ts'
import { isLoopback, type Origin } from '../../core/origin.ts'
import type { SettingReport } from '../../core/settings.ts'
import { commandWords } from '../../core/shell-word.ts'

/** The text of a setting, with its source and a label for error messages. */
export interface SettingValue {
  readonly value: string
  readonly label: string
  readonly source: Exclude<SettingReport['source'], 'default'>
}

/** What a parser gets. Every parser throws `KivaError` of kind `usage`, which names the source of an invalid value. */
export type SettingText = Pick<SettingValue, 'value' | 'label'>

/** Returns the value if it is one of the choices. Throws `KivaError` of kind `usage` otherwise. */
export function choice<const C extends string>({ value, label }: SettingText, choices: readonly C[]): C {
  const found = choices.find((name) => name === value)
  if (found === undefined) throw notAChoice(label, choices, value)
  return found
}

const isOneOf = (words: readonly string[], value: string) => words.includes(value.toLowerCase())

/** Returns whether a text turns a switch on. An invalid text does not. */
export const isOn = (value: string): boolean => isOneOf(['1', 'true', 'yes', 'on'], value)

export function parseSwitch({ value, label }: SettingText): boolean {
  if (isOn(value)) return true
  if (isOneOf(['0', 'false', 'no', 'off'], value)) return false
  throw new KivaError('usage', `invalid value "${value}" for ${label}: expected 1 or 0`)
}

/** Returns a program and its arguments. */
export function parseProgram({ value, label }: SettingText): readonly string[] {
  const words = commandWords(value)
  if (words[0]) return words
  throw new KivaError('usage', `invalid value "${value}" for ${label}: expected a program`, {
    hint: 'Use cat to turn the pager off.',
  })
}

/** Returns the milliseconds of a time limit in seconds. */
export function parseTimeout({ value, label }: SettingText): number {
  const seconds = Number(value)
  if (/^\d+(\.\d+)?$/.test(value) && seconds > 0 && seconds <= 86_400) return Math.ceil(seconds * 1000)
  throw new KivaError(
    'usage',
    `invalid value "${value}" for ${label}: expected seconds, above 0 and at most 86400`,
  )
}

/** Returns a lender id, which may be given as the address of the lender's page. */
export function parseLender({ value, label }: SettingText): string {
  const id = String(parseTypedValue(label, { kind: 'string', pageOf: 'lender' }, [value]))
  if (!/[\s,/@]/.test(id)) return id
  throw new KivaError('usage', `invalid value "${value}" for ${label}: expected one lender id`, {
    hint: 'Example: robin1001.',
  })
}

/**
 * Accepts https, or http to loopback, so that requests cannot be read on the way
 * (docs/security.md, Where a token goes).
 */
export function parseServiceAddress({ value, label }: SettingText, example: Origin): Origin {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const hint = `Use a scheme, a host and an optional port, such as ${example}.`
  // Text before an @ may be a password, so the error leaves the address out, even if it is a valid URL.
  if (value.includes('@')) {
    throw new KivaError('usage', `the value of ${label} contains a user name or password`, { hint })
  }
  const invalid = (reason: string, hint: string) =>
    new KivaError('usage', `invalid value "${value}" for ${label}: ${reason}`, { hint })
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw invalid('expected an http or https URL', hint)
  }
  if (url.pathname !== '/') throw invalid('it contains a path', hint)
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw invalid(
      'it is not encrypted',
      'Use https. http is allowed for this machine only: 127.0.0.1, [::1] or localhost.',
    )
  }
  return url.origin as Origin
}
