/**
 * Runs all API commands of a package or an executable as a logged-in user. Each prints its table, which has
 * its own code for each record type, and in turns one other format. The first with a wire format prints it, since all
 * share its code. `test/recorder/commands.test.ts` runs every command in every format.
 */
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { formatsOf } from '../../src/api/endpoint.ts'
import { recordFormats } from '../output/helpers.ts'
import { endpoints, takeTurns } from './endpoints.ts'

const otherFormats = recordFormats.filter((format) => format !== 'table')

/** `ask` runs the tool with these words, checks that it succeeds, and returns its stdout. */
export function testEveryAnswer(ask: (words: readonly string[]) => Promise<string>): void {
  const rows = endpoints.map((row, turn) => ({ ...row, turn }))
  describe.concurrent.each(rows)('$name', ({ words, first, turn }) => {
    test.each(['table', ...takeTurns(otherFormats, turn)])('-o %s', async (format) => {
      expectWellFormed(await ask([...words, ...first, '-o', format]), format)
    })
  })

  test.concurrent.each([...new Set(rows.flatMap(({ endpoint }) => formatsOf(endpoint)))])(
    '--wire %s',
    async (format) => {
      const row = rows.find(({ endpoint }) => formatsOf(endpoint).includes(format))
      const { words = [], first = [] } = row ?? {}
      expectWellFormed(await ask([...words, ...first, '--wire', format]), format)
    },
  )
}

function expectWellFormed(text: string, format: string): void {
  expect(text.trim()).not.toBe('')
  if (format === 'json') JSON.parse(text)
  if (format === 'ndjson') for (const line of text.trimEnd().split('\n')) JSON.parse(line)
  if (format === 'xml' || format === 'rss') expect(XMLValidator.validate(text)).toBe(true)
}
