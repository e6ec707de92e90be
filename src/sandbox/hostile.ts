/**
 * Hostile text for `--fault hostile-text`: puts text that an attacker could write into every text field,
 * following the field types of `fields.ts`. It also makes one date in eight invalid. Numbers and the
 * structure of records stay unchanged.
 */
import { type Field, type Fields, records } from '../api/records/fields.ts'
import type { RecordName } from '../api/records/record-types.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import type { Random, RandomFor } from './marketplace/random.ts'

/** Each text is inserted before the field's own value. */
export const hostileTexts: readonly string[] = [
  '\u001b[31mred\u001b[0m ',
  '\u001b]0;owned\u0007',
  '\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\ ',
  '\u009b2J\u009b1;1H',
  '\u0000\u0007\b\u007f\u0085',
  'a\r\nSet-Cookie: b\r\rc\u2028d\u2029e\u000b\f',
  '\u202egnp.exe\u202c \u2066\u2069\u200f\u061c',
  '\u200b\u200d\ufeff\u{e0041}\u{e007f}',
  '<script>alert("x")</script><img src=x onerror=alert(1)>&amp;&lt;]]>',
  `"'\`$(reboot)\`; -- \\" %00 %s {0} \${x}`,
  '=HYPERLINK("https://evil.example","x")\t@SUM(1)',
  '👩‍👩‍👧‍👦🏳️‍🌈 Z̷̢͔a̴l̶g̵o 한국어 ﷽ ',
  '\ud800 \udc00 lone ',
  '__proto__ constructor null undefined NaN -0 ',
]

/** Characters of the text in one field of fifty: long enough to expose slow copying or alignment. */
const hugeLength = 20_000

/**
 * Returns the record with hostile text in all its strings. The same `randomFor` and `place` choose the same
 * texts each time.
 */
export function spoilRecord(returns: RecordName, record: Json, randomFor: RandomFor, place: number): Json {
  return isObject(record) ? spoilObject(records[returns], record, randomFor('hostile', place)) : record
}

function spoilObject(fields: Fields, record: JsonObject, random: Random): JsonObject {
  const spoiled = Object.entries(record).map(([key, value]) => [key, spoil(fields[key], value, random)])
  return Object.fromEntries(spoiled)
}

function spoil(field: Field | undefined, value: Json, random: Random): Json {
  if (typeof value === 'string') {
    if (field?.type === 'date' && !random.chance(1 / 8)) return value
    const text = random.pick(hostileTexts)
    return random.chance(1 / 50) ? text.repeat(Math.ceil(hugeLength / text.length)) + value : text + value
  }
  if (Array.isArray(value)) return value.map((item: Json) => spoil(field, item, random))
  return isObject(value) ? spoilObject(field?.fields ?? {}, value, random) : value
}
