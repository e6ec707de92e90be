/**
 * Parses the texts of a command line (or a query) into the values of a param, or throws a usage error that
 * says what is valid.
 */
import { KivaError } from '../../errors.ts'
import { oneLine } from '../../foreign-text.ts'
import type { Param, Value } from '../endpoint.ts'
import { listSeparator } from '../gaps.ts'
import { nearest } from '../nearest.ts'

type Checked = Pick<Param, 'kind' | 'list' | 'choices' | 'names'> & {
  /** With `list`: each text is one value, including its commas. */
  readonly verbatim?: true
  /** A choice may be followed by `=` and a measure, which is not checked here. */
  readonly measured?: true
  /** The smallest number; 1 by default. */
  readonly min?: number
  readonly max?: number
}

/**
 * Parses the texts given for a param. A list accepts several texts, each with several values; spaces around
 * values and empty values are ignored. `label` is what the user typed, such as `--status` or `<ids>`. Throws
 * `KivaError` of kind `usage`.
 */
export function parseValue(label: string, param: Checked, texts: readonly string[]): Value {
  if (!param.list) return parseOne(label, param, texts.at(-1) ?? '')
  const split = param.verbatim ? texts : texts.flatMap((text) => text.split(listSeparator))
  const parts = split.map((part) => part.trim())
  const values = parts.filter((part) => part !== '').map((part) => parseOne(label, param, part))
  if (values.length === 0) throw new KivaError('usage', `missing value for ${label}`)
  return values
}

function parseOne(label: string, param: Checked, text: string): string | number {
  if (param.kind === 'number') return parseWhole(label, text, param.min, param.max)
  const choice = param.measured ? text.replace(/=.*/s, '') : text
  if (param.choices && !param.choices.includes(choice))
    throw notAChoice(label, param.choices, choice, param.names)
  return text
}

/** Parses a whole number from 1 (or `from`) up to `to`, exact in a double. */
export function parseWhole(label: string, text: string, from = 1, to = Number.MAX_SAFE_INTEGER): number {
  const number = Number(text)
  const isWhole = /^\d+$/.test(text)
  if (!isWhole || number < from || number > to) {
    const hasLimit = to < Number.MAX_SAFE_INTEGER || (isWhole && number > to)
    const expected = hasLimit ? `from ${from} to ${to}` : `of at least ${from}`
    throw new KivaError(
      'usage',
      `invalid value "${asGiven(text)}" for ${label}: expected a whole number ${expected}`,
    )
  }
  return number
}

/** Quotes what was typed unchanged, unless it is too long to have been typed. */
const asGiven = (text: string) => (text.length > 200 ? oneLine(text) : text)

/** Returns the error for a value outside a closed set: suggests the closest match and lists the whole set. */
export function notAChoice(
  label: string,
  choices: readonly string[],
  text: string,
  names: Param['names'] = {},
): KivaError {
  const nameOf = (one: string) => (Object.hasOwn(names, one) ? names[one] : undefined)
  const withName = (one: string) => (nameOf(one) === undefined ? one : `${one} (${nameOf(one)})`)
  const near = nearest(text, [...choices, ...Object.values(names)])
  const partOf = choices.filter((one) => nameOf(one)?.toLowerCase().split(' ').includes(text.toLowerCase()))
  const meant = partOf.length > 0 ? partOf.map(withName).join(' or ') : near && `"${near}"`
  return new KivaError('usage', `invalid value "${asGiven(text)}" for ${label}`, {
    hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}Allowed values: ${choices.map(withName).join(', ')}.`,
  })
}
