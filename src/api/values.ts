/**
 * Parses the texts of a command line (or a query) into the values of a param, or throws a usage error that
 * says what is valid.
 */
import { KivaError } from '../core/errors.ts'
import { foldName } from '../core/fold-text.ts'
import { asGiven } from '../core/foreign-text.ts'
import type { Param, Value } from './endpoint.ts'
import { knownValues, listSeparator } from './gaps.ts'
import { didYouMean, nearest } from './nearest.ts'
import { relations } from './relations.ts'

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

/** Returns the error for a value outside a closed set: suggests the closest match and lists the whole set. */
export function notAChoice(
  label: string,
  choices: readonly string[],
  text: string,
  names: Param['names'] = {},
): KivaError {
  const nameOf = (choice: string) => (Object.hasOwn(names, choice) ? names[choice] : undefined)
  const withName = (choice: string) =>
    nameOf(choice) === undefined ? choice : `${choice} (${nameOf(choice)})`
  const near = nearest(text, [...choices, ...Object.values(names)])
  const partOf = choices.filter((choice) =>
    nameOf(choice)?.toLowerCase().split(' ').includes(text.toLowerCase()),
  )
  const meant = partOf.length > 0 ? partOf.map(withName).join(' or ') : near && `"${near}"`
  return new KivaError('usage', `invalid value "${asGiven(text)}" for ${label}`, {
    hint: didYouMean(meant, `Allowed values: ${choices.map(withName).join(', ')}.`),
  })
}

type TypedParam = Pick<Param, 'kind' | 'list' | 'choices' | 'names' | 'known' | 'pageOf'>

/**
 * Like `parseValue`, for texts as people write them or copy them from the screen: converts them to the service's form
 * first. `label` is the option or argument. Throws `KivaError` of kind `usage`.
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
  const canonical = param.known === 'gender' ? (genders.get(foldName(text)) ?? text) : text
  const isMeant = (value: string) =>
    [value, param.names?.[value] ?? value].some((word) => foldName(word) === foldName(canonical))
  return set.find(isMeant) ?? text
}

const genders: ReadonlyMap<string, string> = new Map([
  ['f', 'female'],
  ['females', 'female'],
  ['woman', 'female'],
  ['women', 'female'],
  ['m', 'male'],
  ['males', 'male'],
  ['man', 'male'],
  ['men', 'male'],
])

/** An id may be typed as `#2100001`, or as the URL of the record's page on the service's website. */
function idIn(label: string, { pageOf }: TypedParam, text: string): string {
  const { folder, id } = partsOf(text)
  if (folder === undefined) return id
  if (pageOf && folder === relations[pageOf].page?.folder)
    return decodeId(id, `invalid value "${asGiven(text)}" for ${label}`)
  const show = Object.values(relations).find(({ page }) => page?.folder === folder)?.show
  throw new KivaError('usage', `invalid value "${asGiven(text)}" for ${label}`, {
    hint: show ? `To show that page: kiva ${show} ${asGiven(id)}.` : 'Give the id by itself.',
  })
}

/**
 * Returns the id in a text that may be the id of any kind of record, or a URL as above. Throws `KivaError` of kind
 * `usage`.
 */
export function parseAnyId(label: string, text: string): string {
  const { folder, id } = partsOf(text)
  if (folder === undefined) return id
  const words = `invalid value "${asGiven(text)}" for ${label}`
  if (Object.values(relations).some(({ page }) => page?.folder === folder)) return decodeId(id, words)
  throw new KivaError('usage', words, { hint: 'Give the id by itself.' })
}

/** Splits a URL into the folder and the id of its page. Any other text is an id without a folder. */
function partsOf(text: string): { readonly folder?: string; readonly id: string } {
  const [, folder, id = ''] = text.match(/^https?:\/\/[^/?#]+\/(\w+)\/([^/?#]+)/i) ?? []
  return folder === undefined ? { id: text.replace(/^#(?=\d)/, '') } : { folder, id }
}

/**
 * Decodes the id of a URL. Throws `KivaError` of kind `usage` with `words` where it is not valid percent-encoded
 * UTF-8.
 */
function decodeId(id: string, words: string): string {
  try {
    return decodeURIComponent(id)
  } catch (cause) {
    throw new KivaError('usage', words, { cause, hint: 'Give the id by itself.' })
  }
}

/** Any two letters can be a code: the service has used more than ISO has. */
function countryCode(label: string, text: string): string {
  // ISO reserves UK for the United Kingdom.
  if (/^uk$/i.test(text)) return 'GB'
  if (/^(?:[a-z]{2})?$/i.test(text)) return text.toUpperCase()
  throw new UnknownCountry(label, text)
}

/** The value is not two letters; `cli/suggest-country.ts` finds the country that may be meant. */
export class UnknownCountry extends KivaError {
  readonly typed: string

  constructor(label: string, typed: string) {
    super('usage', `invalid value "${asGiven(typed)}" for ${label}`, {
      hint: 'Use a two-letter code or a name, such as KE or Kenya. See kiva help countries.',
    })
    this.typed = typed
  }
}

/**
 * The codes of countries (ISO 3166-1; XK for Kosovo is common use; AN, CS, GZ and QS of older records). Their names are in `country-names.ts`, which a
 * normal start does not need.
 */
const codes =
  'AD AE AF AG AI AL AM AN AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY ' +
  'BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CS CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK ' +
  'FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY GZ HK HM HN HR HT HU ID IE IL IM IN IO IQ IR ' +
  'IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ' +
  'ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM ' +
  'PN PR PS PT PW PY QA QS RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF ' +
  'TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'

/** Returns whether a text of two capital letters is a known country code. */
export const isCountryCode = (text: string) => /^[A-Z]{2}$/.test(text) && codes.includes(text)
