/** All 25 commands in every format of records as text, as somebody asks who has logged in. */
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { formatsOf } from '../../src/api/endpoint.ts'
import { recordFormats } from '../output/helpers.ts'
import { endpoints } from './endpoints.ts'

/** `ask` runs the tool with these words to its good end; what it printed. */
export function testEveryAnswer(ask: (words: readonly string[]) => Promise<string>): void {
  describe.concurrent.each(endpoints)('$name', ({ words, first, endpoint }) => {
    test.each(recordFormats)('-o %s', async (format) => {
      expectWellFormed(await ask([...words, ...first, '-o', format]), format)
    })

    test.each(formatsOf(endpoint))('--wire %s', async (format) => {
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
