/** json, ndjson and xml: parsing the output gives the same records. */
import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import type { RecordName } from '../../src/api/records/record-types.ts'
import { parseJson } from '../../src/api/wire/json.ts'
import type { Json } from '../../src/core/json.ts'
import { formats, type OutputFormat } from '../../src/output/formats.ts'
import { singular } from '../../src/output/records/xml.ts'
import { each, gated, printed, recordFormats, viewOf } from './helpers.ts'
import { samples } from './samples.ts'

const anyJson = fc
  .jsonValue({ stringUnit: 'binary' })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json)
const types = Object.keys(samples) as RecordName[]

describe('json', () => {
  it('prints an indented array, also for one record or none', async () => {
    expect(await printed('json', [{ id: 1, tags: [] }, 84], viewOf('loan_listing'))).toBe(
      '[\n  {\n    "id": 1,\n    "tags": []\n  },\n  84\n]\n',
    )
    expect(await printed('json', [], viewOf('loan_listing'))).toBe('[]\n')
    expect(await printed('json', [{ id: 1 }], viewOf('loan_detail', { detail: true }))).toBe(
      '[\n  {\n    "id": 1\n  }\n]\n',
    )
  })

  it('prints a single record as an object', async () => {
    expect(await printed('json', [{ id: '1' }], viewOf('release', { single: true }))).toBe(
      '{\n  "id": "1"\n}\n',
    )
  })

  it('preserves any value exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyJson), async (values) => {
        expect(JSON.parse(await printed('json', values, viewOf('loan_listing')))).toEqual(values)
      }),
    )
  })
})

describe('ndjson', () => {
  it('prints one line per value and preserves it exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyJson), async (values) => {
        const lines = (await printed('ndjson', values, viewOf('loan_listing'))).split('\n')
        expect(lines.pop()).toBe('')
        expect(lines.map((line) => JSON.parse(line))).toEqual(values)
      }),
    )
  })
})

describe('xml', () => {
  it('prints the same XML as the API', async () => {
    const loan = {
      id: 84,
      name: 'Ana & <Co>',
      languages: ['en', 'es'],
      tags: [{ name: '#a' }],
      image: { id: 1 },
      video: null,
      bulk: false,
      delinquent: true,
      empty: '',
      none: [],
      '2009 total': 5,
      'a"b': '\r',
    }
    expect(
      await printed('xml', [loan, 85], viewOf('loan_listing')),
    ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<response>
  <loans type="list">
    <loan>
      <id>84</id>
      <name>Ana &amp; &lt;Co&gt;</name>
      <languages type="list">
        <language>en</language>
        <language>es</language>
      </languages>
      <tags type="list">
        <tag>
          <name>#a</name>
        </tag>
      </tags>
      <image>
        <id>1</id>
      </image>
      <video/>
      <bulk>0</bulk>
      <delinquent>1</delinquent>
      <empty></empty>
      <none/>
      <_2009_total name="2009 total">5</_2009_total>
      <a_b name="a&quot;b">&#xd;</a_b>
    </loan>
    <loan>85</loan>
  </loans>
</response>
`)
  })

  it('prints a single record directly under its name, and an empty list as an empty element', async () => {
    expect(await printed('xml', [{ id: '1' }], viewOf('release', { single: true }))).toContain(
      '<response>\n  <release>\n    <id>1</id>\n  </release>\n</response>\n',
    )
    expect(await printed('xml', [], viewOf('comment'))).toContain('<response>\n  <comments/>\n</response>\n')
  })

  it.each([
    ['journal_entries', 'journal_entry'],
    ['countries', 'country'],
    ['loans', 'loan'],
    ['social_performance_strengths', 'social_performance_strength'],
    ['addresses', 'address'],
    ['boxes', 'box'],
    ['languages', 'language'],
    ['movies', 'movy'],
    ['bonus', 'item'],
    ['status', 'item'],
    ['with', 'item'],
    ['', 'item'],
  ])('the singular of %s is %s', (key, name) => expect(singular(key)).toBe(name))

  const parser = new XMLParser({
    ignoreAttributes: false,
    trimValues: false,
    parseTagValue: false,
    htmlEntities: true,
    processEntities: { enabled: true, maxTotalExpansions: 1e6, maxExpandedLength: 1e7 },
  })

  it('is well-formed for any text, and replaces only characters that XML cannot contain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), async (key, text) => {
        // This parser rejects these element names.
        fc.pre(
          !['prototype', 'constructor', '__proto__', 'hasOwnProperty', 'toString', 'valueOf'].includes(key),
        )
        const xml = await printed('xml', [{ name: text, [key]: { deep: [text] } }], viewOf('lender_detail'))
        const possible = text.replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
        const lender = parser.parse(xml).response.lenders.lender
        if (key !== 'name') expect(lender.name).toBe(possible)
        expect(new XMLParser().parse(xml)).toBeDefined()
      }),
    )
  })
})

describe.each(types)('%s', (returns) => {
  it('json and ndjson preserve every record', async () => {
    const records = samples[returns]
    expect(JSON.parse(await printed('json', records, viewOf(returns)))).toEqual(records)
    const lines = (await printed('ndjson', records, viewOf(returns))).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(records)
  })
})

describe('streaming', () => {
  const machine: readonly OutputFormat[] = ['json', 'ndjson', 'xml', 'csv', 'tsv', 'yaml', 'geojson']

  it.each(machine)('%s reads a record only when the next chunk is requested', async (format) => {
    let asked = 0
    async function* source() {
      for (;;) yield { id: ++asked }
    }
    const chunks = (await formats[format].load())(source(), viewOf('loan_listing'))[Symbol.asyncIterator]()
    expect(asked).toBe(0)
    for (let read = 1; read <= 5; read++) {
      await chunks.next()
      expect(asked).toBe(read)
    }
    await chunks.return?.()
  })

  it.each(machine)(
    'after a failure of the source, %s prints no closing text, and no opening text without a record',
    async (format) => {
      const failing = async (records: readonly Json[]) => {
        async function* source() {
          yield* each(records)
          throw new Error('cut')
        }
        let text = ''
        const read = async () => {
          for await (const chunk of (await formats[format].load())(source(), viewOf('loan_listing')))
            text += chunk
        }
        await expect(read()).rejects.toThrow('cut')
        return text
      }
      expect(await failing([])).toBe('')
      expect(await failing([{ id: 1 }])).not.toMatch(/\n\]\}?\n$|<\/response>/)
    },
  )
})

describe('numbers beyond double precision keep their digits', () => {
  const read = (digits: string) =>
    parseJson(`{"id":${digits},"name":"x","loan_amount":${digits},"terms":{"a":[${digits}]}}`)

  it.each(['9007199254740993', '12345678901234567890.12', '1e400'])('%s', async (digits) => {
    const record = read(digits)
    const view = viewOf('loan_listing', { width: undefined })
    const times = async (format: OutputFormat, rest = {}) =>
      (await printed(format, [record], { ...view, ...rest })).replaceAll(',', '').split(digits).length - 1
    expect(await times('json')).toBe(3)
    expect(await times('ndjson')).toBe(3)
    expect(await times('xml')).toBe(3)
    expect(await times('table')).toBe(2)
    expect(await times('table', { detail: true })).toBeGreaterThanOrEqual(3)
  })

  it('json prints them as valid, normally indented JSON', async () => {
    const text = await printed('json', [read('1e400')], viewOf('loan_listing'))
    expect(text).toContain('\n    "id": 1e400,\n')
    expect(() => JSON.parse(text)).not.toThrow()
  })

  it('money has thousands separators', async () => {
    const page = await printed(
      'table',
      [read('-12345678901234567890.12')],
      viewOf('loan_listing', { width: undefined }),
    )
    expect(page).toContain('-$12,345,678,901,234,567,890.12')
  })
})

describe('keys like toString and valueOf are ordinary keys', () => {
  const odd = {
    id: { toString: 1 },
    name: { valueOf: null, toJSON: 2 },
    use: { __proto__: null, constructor: 'x' },
  }
  it.each(recordFormats)('%s', async (format) => {
    for (const detail of [true, false]) {
      const text = await printed(format, [odd], viewOf('loan_listing', { detail, width: undefined }))
      expect(text).toContain('toString')
    }
  })
})

describe('a record that throws while it is rendered', () => {
  it.each(recordFormats)('%s: earlier records are written', async (format) => {
    const broken = {
      id: 3,
      get name(): string {
        throw new Error('no name')
      },
    }
    const { load, destination } = formats[format]
    const { out, written } = gated({ color: false })
    const draw = async () => {
      const view = viewOf('loan_listing')
      for await (const chunk of (await load())(each([{ id: 111 }, { id: 222 }, broken]), view))
        await out.write(chunk, destination)
    }
    await expect(draw()).rejects.toThrow('no name')
    expect(written()).toMatch(/111[\s\S]*222/)
  })
})
