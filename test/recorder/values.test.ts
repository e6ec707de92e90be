/** A program that parses the output of the tool gets exactly the texts that the service sent. */

import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { Send } from '../../src/core/http.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import type { OutputFormat } from '../../src/output/formats.ts'
import { jsonReply, run } from '../harness.ts'
import { readCsv, readTsv } from '../output/records/read-cells.ts'
import { strangeTexts } from './strange-text.ts'

/** Returns a loan with these texts in its text fields, and in unknown fields with strange names. */
function loanWith(texts: readonly string[], id: number): JsonObject {
  let place = id
  const next = () => texts[place++ % texts.length] ?? ''
  const location = { country_code: next(), country: next(), town: next(), geo: { pairs: next() } }
  const named = Object.fromEntries(texts.map((text, at) => [`x${text}`, texts[texts.length - 1 - at] ?? '']))
  return {
    id,
    name: next(),
    use: next(),
    activity: next(),
    location,
    tags: [{ name: next() }, next()],
    ...named,
  }
}

/** Parses output into whole records. The service never sends text that JSON cannot contain. */
type Read = (text: string) => readonly Json[]

const readLines: Read = (text) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
const readYaml: Read = (text) => [...parseAllDocuments(text)].map((one) => one.toJS())
const cellsBy = (read: (text: string) => (string | null)[][]) => (text: string) => {
  const [header = [], ...lines] = read(text)
  return lines.map((line) => Object.fromEntries(header.map((name, at) => [name ?? '', line[at] ?? ''])))
}

/** The text formats with whole records. Formats with parts of records, or drawings, have their own tests. */
const readers: Readonly<Partial<Record<OutputFormat, Read>>> = {
  json: JSON.parse,
  ndjson: readLines,
  yaml: readYaml,
}

const records = strangeTexts.map((texts) => {
  const whole = texts.map((text) => text.toWellFormed())
  return [loanWith(whole, 1), loanWith(whole, 2)]
})

const service =
  (loans: readonly JsonObject[]): Send =>
  async () =>
    jsonReply({ paging: { page: 1, total: loans.length, page_size: 20, pages: 1 }, loans })

/** Returns the output on a pipe. */
async function piped(format: string, loans: readonly JsonObject[], ...more: readonly string[]) {
  const { code, stdout } = await run(['loans', 'newest', '-o', format, ...more], { send: service(loans) })
  expect(code).toBe(0)
  return stdout
}

const check = (judge: (loans: readonly JsonObject[]) => Promise<void>) =>
  fc.assert(fc.asyncProperty(records, judge), { seed: 20_261_120, numRuns: 60 })

test.each(Object.entries(readers))('%s output parses to the records that were sent', (format, read) =>
  check(async (loans) => {
    expect(read(await piped(format, loans))).toEqual(loans)
  }),
)

test.each([
  { format: 'csv', read: cellsBy(readCsv) },
  { format: 'tsv', read: cellsBy(readTsv) },
])('$format output parses to the texts that were sent, =1+1 included', ({ format, read }) =>
  check(async (loans) => {
    const rows = read(await piped(format, loans, '--fields', 'name,use,location.town,tags'))
    expect(rows).toEqual(
      loans.map(({ name, use, location, tags }) => ({
        name,
        use,
        'location.town': (location as JsonObject)['town'],
        tags: JSON.stringify(tags),
      })),
    )
  }),
)

test('xml output parses to the sent texts, with U+FFFD for characters that XML forbids', () =>
  check(async (loans) => {
    const text = await piped('xml', loans)
    expect(XMLValidator.validate(text)).toBe(true)
    const parser = new XMLParser({ parseTagValue: false, trimValues: false, htmlEntities: true })
    const read = parser.parse(text).response.loans.loan
    expect(read.map(({ name }: JsonObject) => name)).toEqual(loans.map(({ name }) => xmlOf(String(name))))
  }))

/** Replaces the control characters that XML 1.0 does not allow. */
const xmlOf = (text: string) =>
  text.replaceAll(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
