/** Hostile text in every string of every record, in every format: no control sequence reaches a terminal. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { typeOf } from '../../src/api/endpoint.ts'
import type { RecordName } from '../../src/api/records/record-types.ts'
import type { Json } from '../../src/core/json.ts'
import { formats } from '../../src/output/formats.ts'
import { isLong } from '../e2e/how-long.ts'
import { printed, textFormats, unsafeIn, viewOf } from './helpers.ts'
import { samples } from './samples.ts'

const types = Object.keys(samples) as RecordName[]

/** Returns the value with `text` appended to every string in it, and to every key. */
function poisoned(value: Json, text: string): Json {
  if (typeof value === 'string') return value + text
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: Json) => poisoned(item, text))
  const entries = Object.entries(value).flatMap(([key, item]) => [
    [key, poisoned(item, text)] as const,
    [key + text, 'x'] as const,
  ])
  return Object.fromEntries(entries)
}

const hostile = fc.oneof(
  fc.constantFrom(
    '\x1b[1m',
    '\x1b[36mx\x1b[39m',
    '\x1b[2J',
    '\x1b]8;;http://x\x07',
    '\x9b2J',
    '\r\n\r',
    '\u202e',
    '\u{e0061}',
  ),
  fc.string({ unit: 'binary' }),
)

describe.each(types)('%s', (type) => {
  const hasIds = typeOf({ returns: type }).idFields !== undefined
  it.each(textFormats.filter((format) => format !== 'ids' || hasIds))('as %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.boolean(), async (text, detail) => {
        const records = samples[type].slice(0, detail ? 1 : 9).map((record) => poisoned(record, text))
        const shown = await printed(format, records, viewOf(type, { detail, color: true }))
        // People read these destinations on a terminal: joiners stay where a script needs them.
        const people = ['people', 'exact'].includes(formats[format].destination)
        expect(unsafeIn(people ? shown.replaceAll(/[\u200c\u200d]/g, '') : shown)).toEqual([])
        // Escape sequences in a record are printed as if the escape character had been U+FFFD from the start.
        if (format === 'table') {
          const harmless = JSON.parse(JSON.stringify(records).replaceAll('\\u001b', '\\ufffd'))
          expect(shown).toBe(await printed(format, harmless, viewOf(type, { detail, color: true })))
        }
        // Colors are outside the strings of JSON: without them, every value is unchanged.
        if (format === 'json') expect(JSON.parse(shown.replaceAll(/\x1b\[\d+m/g, ''))).toEqual(records)
      }),
      { numRuns: isLong ? 25 : 10 },
    )
  })
})
