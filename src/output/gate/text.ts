/** Makes the service's text fit for people, before anything is measured or colored. */

import { isNested, type Json } from '../../ports/json.ts'
import { plain, replacement, unsafeForPeople } from './unsafe.ts'

const unsafe = unsafeForPeople('\\n')

/** Every kind of line end there is. */
const lineEnds = /\r\n|[\r\u0085\u2028\u2029]/g

/** Text that may have several lines: line ends become newlines, tabs spaces, all else unsafe U+FFFD. */
export function cleanLines(text: string): string {
  if (plain.test(text)) return text
  return text
    .replace(lineEnds, '\n')
    .replaceAll('\t', ' ')
    .replace(unsafe(), (_, kept: string | undefined) => kept ?? replacement)
}

/** Text for one line: newlines and runs of spaces become one space, the ends are trimmed. */
export function clean(text: string): string {
  return cleanLines(text)
    .replace(/[\n ]+/g, ' ')
    .trim()
}

/** Deeper than any record of the service, shallower than the stack. */
const deepest = 50

/**
 * Cleans every string and every key of a value. What lies deeper than 50 levels becomes `…`. Later code may measure,
 * cut and color without a thought for escape sequences.
 */
export function cleanRecord(value: Json, level = 0): Json {
  if (typeof value === 'string') return cleanLines(value)
  if (!isNested(value)) return value
  if (level > deepest) return '…'
  if (Array.isArray(value)) return value.map((item: Json) => cleanRecord(item, level + 1))
  // fromEntries defines properties: a key `__proto__` stays a key.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [clean(key), cleanRecord(item, level + 1)]),
  )
}
