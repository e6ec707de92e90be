/** Sanitizes text from the API for people, before it is measured or colored. */

import { isNested, type Json } from '../../core/json.ts'
import { lazyPattern } from '../../core/lazy.ts'

/** All kinds of line ends. */
const lineEnds = /\r\n|[\r\u0085\u2028\u2029]/g

/**
 * Sanitizes multi-line text: line ends become newlines, tabs become spaces, other unsafe characters U+FFFD.
 */
export function cleanLines(text: string): string {
  if (plain.test(text)) return text
  return text
    .replace(lineEnds, '\n')
    .replaceAll('\t', ' ')
    .replace(unsafe(), (_, allowed: string | undefined) => allowed ?? replacement)
}

/** Sanitizes text for one line: newlines and runs of spaces become one space, the ends are trimmed. */
export function clean(text: string): string {
  return cleanLines(text)
    .replace(/[\n ]+/g, ' ')
    .trim()
}

/** Deeper than any record of the API, and shallow enough for the stack. */
const deepest = 50

/**
 * Sanitizes every string and key of a value; values nested more than 50 levels deep become `…`. Later code
 * can then measure, cut and color text without handling escape sequences.
 */
export function cleanRecord(value: Json, level = 0): Json {
  if (typeof value === 'string') return cleanLines(value)
  if (!isNested(value)) return value
  if (level > deepest) return '…'
  // Most records are clean and need no copy.
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => cleanRecord(item, level + 1))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const entries = Object.entries(value)
  const cleaned = entries.map(([key, item]) => [clean(key), cleanRecord(item, level + 1)] as const)
  const isClean = cleaned.every(
    ([key, item], index) => key === entries[index]?.[0] && item === entries[index]?.[1],
  )
  // fromEntries defines properties, so a key `__proto__` stays an ordinary key.
  return isClean ? value : Object.fromEntries(cleaned)
}

/** One ZWJ between two pictographs. */
const emojiJoiner =
  '(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})'

/** Letters of the joining scripts. */
const joining = `[${'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
  .split(' ')
  .map((script) => `\\p{sc=${script}}`)
  .join('')}]`

/** One ZWJ or ZWNJ between two such letters. */
const scriptJoiner = `(?<=${joining}\\p{Mn}?)[\\u200c\\u200d](?=${joining})`

/** Bidirectional controls, zero-width and tag characters, byte order mark, soft hyphen, filler characters. */
const hidden = '(?![\\ufe0e\\ufe0f])\\p{Default_Ignorable_Code_Point}'

/** Control characters, line separators, interlinear annotations, lone surrogates. */
const controls = '\\0-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufff9-\\ufffb\\p{Cs}'

/**
 * Matches characters that must not reach a terminal. Text from the API is untrusted: it could move the
 * cursor, change colors, reverse the direction of a line, or hide letters. Includes the newline: callers that
 * allow newlines pass them as `allowed`.
 *
 * Two invisible joiners are allowed where scripts and emoji need them: one ZWJ between two pictographs, and
 * one ZWJ or ZWNJ between two letters of a joining script (Arabic, the Indic scripts, Mongolian …). Names in
 * Persian or Sinhala need them, and a single joiner between visible letters can hide nothing. Joiners that
 * stand alone, doubled, or between other letters are replaced. Variation selectors 15 and 16 (text or emoji)
 * are allowed.
 */
const forPeople = `(?!${emojiJoiner}|${scriptJoiner})${hidden}|[${controls}]`

/**
 * Returns a pattern for characters that are unsafe for people. Text that matches `allowed` (pattern source)
 * becomes group 1.
 */
export function unsafeForPeople(allowed: string): () => RegExp {
  return pattern(`(${allowed})|${forPeople}`)
}

const unsafe = unsafeForPeople('\\n')

/** Unsafe for machine formats. Escaping changes no value there, so there are no exceptions. */
export const unsafeForMachines = pattern(`${hidden}|[${controls}]`)

/** Unsafe for YAML. Includes noncharacters such as U+FFFE, which make parsers reject the whole stream. */
export const unsafeForYaml = pattern(`${hidden}|[${controls}\\p{Noncharacter_Code_Point}]`)

/** Printed in place of an unsafe character. */
export const replacement = '\ufffd'

/**
 * The characters, as the inside of a pattern's brackets, that are safe and take one column in every terminal:
 * Latin, Greek and Cyrillic letters, kiva's bars and dots. Also the newline.
 */
export const plainCharacters =
  '\\n\\x20-\\x7e\\xa0-\\xac\\xae-\\u02ff\\u0370-\\u0482\\u048a-\\u052f\\u1e00-\\u1fff\\u2010-\\u2027\\u2500-\\u259f\\u2800-\\u28ff\\ufffd'

/** Matches text of such characters alone. Most text matches, which saves slower checks. */
export const plain = new RegExp(`^[${plainCharacters}]*$`)

function pattern(source: string): () => RegExp {
  return lazyPattern(source, 'gu')
}
