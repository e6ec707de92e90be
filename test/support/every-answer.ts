/**
 * All 25 commands of a package or an executable, as a logged-in user asks them. Each is asked for its table, which has
 * code of its own by record type, and takes its turn with one other format and one of its wire formats, so that each
 * format is asked for too. Every command in every format is asked in `test/recorder/commands.test.ts`.
 */
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { formatsOf } from '../../src/api/endpoint.ts'
import { recordFormats } from '../output/helpers.ts'
import { endpoints } from './endpoints.ts'

const otherFormats = recordFormats.filter((format) => format !== 'table')

/** One item for each turn, in order and from the start again. */
const takeTurns = <T>(items: readonly T[], turn: number): readonly T[] =>
  items.slice(turn % items.length, (turn % items.length) + 1)

/** `ask` runs the tool with these words until it ends well, and returns what it printed. */
export function testEveryAnswer(ask: (words: readonly string[]) => Promise<string>): void {
  const rows = endpoints.map((row, turn) => ({ ...row, turn }))
  describe.concurrent.each(rows)('$name', ({ words, first, endpoint, turn }) => {
    test.each(['table', ...takeTurns(otherFormats, turn)])('-o %s', async (format) => {
      expectWellFormed(await ask([...words, ...first, '-o', format]), format)
    })

    // Few have RSS, which a turn would miss.
    const wires = formatsOf(endpoint)
    test.each(wires.includes('rss') ? ['rss'] : takeTurns(wires, turn))('--wire %s', async (format) => {
      expectWellFormed(await ask([...words, ...first, '--wire', format]), format)
    })
  })
}

function expectWellFormed(text: string, format: string): void {
  expect(text.trim()).not.toBe('')
  if (format === 'json') JSON.parse(text)
  if (format === 'ndjson') for (const line of text.trimEnd().split('\n')) JSON.parse(line)
  if (format === 'xml' || format === 'rss') expect(XMLValidator.validate(text)).toBe(true)
}
