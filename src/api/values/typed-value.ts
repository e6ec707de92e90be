/** Converts typed values to the service's form. Values copied from the screen are accepted too. */

import { KivaError } from '../../errors.ts'
import type { Param, Value } from '../endpoint.ts'
import { knownValues, listSeparator } from '../gaps.ts'
import { relations } from '../relations.ts'
import { isCountryCode } from './country-codes.ts'
import { parseValue } from './values.ts'

type TypedParam = Pick<Param, 'kind' | 'list' | 'choices' | 'names' | 'known' | 'pageOf'>

/**
 * Like `parseValue`, for texts as people write them. `label` is the option or argument.
 * Throws `KivaError` of kind `usage`.
 */
export function parseTypedValue(label: string, param: TypedParam, texts: readonly string[]): Value {
  const parts = param.list
    ? texts.flatMap((text) => text.split(listSeparator)).map((part) => part.trim())
    : texts
  return parseValue(
    label,
    param,
    parts.map((part) => asSent(label, param, part)),
  )
}

function asSent(label: string, param: TypedParam, text: string): string {
  if (param.pageOf !== undefined || param.kind === 'number') return idIn(label, param, text)
  if (param.known === 'country_code') return countryCode(label, text)
  const set = param.choices ?? (param.known ? knownValues[param.known] : [])
  const canonical = param.known === 'gender' ? (genders[fold(text)] ?? text) : text
  const isMeant = (one: string) =>
    [one, param.names?.[one] ?? one].some((word) => fold(word) === fold(canonical))
  return set.find(isMeant) ?? text
}

/** Ignores case, spaces, dashes and underscores. */
const fold = (text: string) => text.toLowerCase().replaceAll(/[-_ ]/g, '')

const genders: Readonly<Record<string, string>> = {
  f: 'female',
  females: 'female',
  woman: 'female',
  women: 'female',
  m: 'male',
  males: 'male',
  man: 'male',
  men: 'male',
}

/** An id may be typed as `#2100001`, or as the URL of the record's page on the service's website. */
function idIn(label: string, { pageOf }: TypedParam, text: string): string {
  const { folder, id } = partsOf(text)
  if (folder === undefined) return id
  if (pageOf && folder === relations[pageOf].page?.folder)
    return decodeId(id, `invalid value "${text}" for ${label}`)
  const show = Object.values(relations).find(({ page }) => page?.folder === folder)?.show
  throw new KivaError('usage', `invalid value "${text}" for ${label}`, {
    hint: show ? `To show that page: kiva ${show} ${id}.` : 'Give the id by itself.',
  })
}

/** Returns the id in a text that may be the id of any kind of record, or a URL as above. Throws `KivaError` of kind `usage`. */
export function parseAnyId(label: string, text: string): string {
  const { folder, id } = partsOf(text)
  if (folder === undefined) return id
  const words = `invalid value "${text}" for ${label}`
  if (Object.values(relations).some(({ page }) => page?.folder === folder)) return decodeId(id, words)
  throw new KivaError('usage', words, { hint: 'Give the id by itself.' })
}

/** Splits a URL into the folder and the id of its page. Any other text is an id without a folder. */
function partsOf(text: string): { readonly folder?: string; readonly id: string } {
  const [, folder, id = ''] = text.match(/^https?:\/\/[^/?#]+\/(\w+)\/([^/?#]+)/i) ?? []
  return folder === undefined ? { id: text.replace(/^#(?=\d)/, '') } : { folder, id }
}

/** Decodes the id of a URL. Throws `KivaError` of kind `usage` with `words` where it is not valid percent-encoded UTF-8. */
function decodeId(id: string, words: string): string {
  try {
    return decodeURIComponent(id)
  } catch (cause) {
    throw new KivaError('usage', words, { cause, hint: 'Give the id by itself.' })
  }
}

function countryCode(label: string, text: string): string {
  const code = text.toUpperCase()
  if (text === '' || isCountryCode(code)) return code
  throw new UnknownCountry(label, text)
}

/** The value is not a country code; `suggest/suggest-country.ts` finds the country that may be meant. */
export class UnknownCountry extends KivaError {
  readonly typed: string

  constructor(label: string, typed: string) {
    super('usage', `invalid value "${typed}" for ${label}`, {
      hint: 'Use two-letter country codes, such as KE for Kenya.',
    })
    this.typed = typed
  }
}
