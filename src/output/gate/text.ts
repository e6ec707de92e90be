/** Sanitizes text from the API for people, before it is measured or colored. */

import { isNested, type Json } from '../../ports/json.ts'
import { plain, replacement, unsafeForPeople } from './unsafe.ts'

const unsafe = unsafeForPeople('\\n')

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
