/**
 * Any number of JSON, from the service to every format, and through what the sandbox and the mirror reply with: what comes
 * out has the value that came in. The mirror itself is in test/process/mirror-numbers.test.ts.
 */
import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { parseDocument, type Scalar } from 'yaml'
import { parseJson } from '../../src/api/wire/json.ts'
import { loans } from '../../src/commands/resources/loans.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { replyWithDocument } from '../../src/sandbox/http/reply.ts'
import { sandboxSite } from '../../src/sandbox/site.ts'
import { run, textReply } from '../harness.ts'
import { anyNumber, valueOfDigits } from '../support/any-number.ts'
import { readCsv, readTsv } from './records/read-cells.ts'

const numbers = fc.array(anyNumber, { minLength: 1, maxLength: 30 })
const names = (list: readonly string[]) => list.map((_, at) => `n${at}`)
const textOf = (list: readonly string[]) =>
  `{"id":84,"terms":{},${list.map((digits, at) => `"n${at}":${digits}`).join(',')}}`

const xml = new XMLParser({ parseTagValue: false })

/** Returns the digits in a text of JSON, by name, without reading them as numbers. */
const digitsIn = (text: string) => (name: string) =>
  new RegExp(`"${name}":\\s*("?[^\\s,}]*)`).exec(text)?.[1] ?? 'nothing'

describe('the service to', () => {
  const formats: Readonly<Record<string, (stdout: string) => (name: string) => string | undefined>> = {
    json: digitsIn,
    ndjson: digitsIn,
    xml: (text) => (name) => xml.parse(text).response.loans.loan[name],
    yaml: (text) => {
      const document = parseDocument(text)
      return (name) => (document.get(name, true) as Scalar | undefined)?.source
    },
    csv: (text) => {
      const [header = [], cells = []] = readCsv(text)
      return (name) => cells[header.indexOf(name)] ?? undefined
    },
    tsv: (text) => {
      const [header = [], cells = []] = readTsv(text)
      return (name) => cells[header.indexOf(name)] ?? undefined
    },
  }
  test.each(Object.entries(formats))('%s', async (format, read) => {
    await fc.assert(
      fc.asyncProperty(numbers, async (list) => {
        const send = async () => textReply(`{"loans":[${textOf(list)}]}`)
        const fields = `id,${names(list).join(',')}`
        const words = ['loans', 'show', '84', '-o', format, '--fields', fields]
        const { code, stdout } = await run(words, { send })
        expect(code).toBe(0)
        const find = read(stdout)
        expect(names(list).map((name) => valueOfDigits(find(name) ?? 'nothing'))).toEqual(
          list.map(valueOfDigits),
        )
      }),
      { numRuns: 30 },
    )
  })

  test('a table, digit by digit where a double has other ones', async () => {
    const send = async () => textReply('{"loans":[{"id":84,"x":9007199254740993,"y":33.799999999999997}]}')
    const { stdout } = await run(['loans', 'show', '84', '-o', 'table', '--fields', 'id,x,y'], { send })
    expect(stdout).toContain('33.799999999999997')
    expect(stdout.replaceAll(',', '')).toContain('9007199254740993')
  })
})

describe('a document of the sandbox or the mirror in', () => {
  const url = new URL('https://api.example/v1/loans/84.json')
  const endpoint = loans.endpoints.show
  const write = async (format: 'json' | 'xml' | 'html' | 'rss', record: JsonObject) => {
    const document = { title: 'One loan', tree: { loans: [record] }, endpoint }
    return new TextDecoder().decode((await replyWithDocument(document, format, url, sandboxSite)).body)
  }
  const formats = {
    json: (text: string) => digitsIn(text),
    xml: (text: string) => (name: string) => xml.parse(text).response.loans.loan[name],
    html: (text: string) => (name: string) =>
      new RegExp(`<dt>${name}</dt><dd>([^<]*)</dd>`).exec(text.replaceAll('<wbr>', ''))?.[1],
  } as const
  test.each(['json', 'xml', 'html'] as const)('%s', async (format) => {
    await fc.assert(
      fc.asyncProperty(numbers, async (list) => {
        const text = await write(format, parseJson(textOf(list)) as JsonObject)
        const find = formats[format](text)
        expect(names(list).map((name) => valueOfDigits(find(name) ?? 'nothing'))).toEqual(
          list.map(valueOfDigits),
        )
      }),
      { numRuns: 30 },
    )
  })

  test('html: in lists, and in objects of a list', async () => {
    const payments = '[{"amount":33.799999999999997,"id":1},{"amount":5,"id":9007199254740993}]'
    const text = await write(
      'html',
      parseJson(`{"id":84,"payments":${payments},"list":[1e400,2]}`) as JsonObject,
    )
    const items = [
      ...text.replaceAll('<wbr>', '').matchAll(/<li>(?:<span class="quiet">(\w+)<\/span> )?([^<]+)<\/li>/g),
    ]
    expect(items.map(([, key, value]) => [key, value])).toEqual([
      [undefined, '1e400'],
      [undefined, '2'],
      ['amount', '33.799999999999997'],
      ['id', '1'],
      ['amount', '5'],
      ['id', '9007199254740993'],
    ])
  })

  test('rss', async () => {
    const update = { update_type: 'payment', payment: { amount: 0, payment_id: 0 } }
    const text = JSON.stringify(update)
      .replace(':0', ':33.799999999999997')
      .replace(':0', ':9007199254740993')
    const feed = await write('rss', parseJson(text) as JsonObject)
    expect(feed).toContain('A payment of $33.799999999999997')
    expect(feed).toContain('#payment-9007199254740993')
  })
})
