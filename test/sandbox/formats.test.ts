import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { DomUtils, parseDocument } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { type Endpoint, formatsOf } from '../../src/api/endpoint.ts'
import { recordTypes } from '../../src/api/records/record-types.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import type { Json } from '../../src/core/json.ts'
import { ask, askJson, asRobin, examplePath, openSandbox } from './open.ts'

const { findOne, textContent } = DomUtils

const open = (faults: readonly 'hostile-text'[] = []) => openSandbox({ faults, authorize: asRobin })

/** Ids for endpoints whose example needs two records or a richer one. */
const ids: Readonly<Record<string, string>> = {
  '/loans/:ids': '2100001,2100002',
  '/loans/:id/updates': '2100050',
  '/teams/:ids': '201,202',
}
const endpoints: readonly Endpoint[] = Object.values(catalogue).flatMap((resource): readonly Endpoint[] =>
  Object.values(resource.endpoints),
)

const xml = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
  processEntities: true,
})
/** Returns the cards of a page and their text; a line break is read as the text `<br />`. */
function readPage(text: string) {
  const page = parseDocument(text.replaceAll('<br>', '&lt;br /&gt;'))
  const main = findOne((element) => element.name === 'main', page.children)
  const top = main?.children.filter((child) => 'name' in child && child.name === 'article') ?? []
  return { main: main ? textContent(main) : '', top, shown: top.map((card) => textContent(card)) }
}

/** Returns every scalar value of a record as text. */
function scalars(value: Json): readonly string[] {
  if (value === null) return []
  return typeof value === 'object' ? Object.values(value).flatMap(scalars) : [String(value)]
}

const wellFormed = (text: string) => expect(XMLValidator.validate(text)).toBe(true)

describe.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))('%s', (_, endpoint) => {
  const sandbox = open()
  const path = examplePath(endpoint, ids[endpoint.path])
  const key = recordTypes[endpoint.returns].key

  test('json: records are under their key, with paging only for paged endpoints', async () => {
    const { status, headers, text } = await ask(sandbox, `${path}.json`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    const tree = JSON.parse(text)
    expect(Object.keys(tree)).toEqual(endpoint.paged ? ['paging', key] : [key])
    expect(Array.isArray(tree[key])).toBe(recordTypes[endpoint.returns].single !== true)
    expect(JSON.stringify(tree[key]).length).toBeGreaterThan(10)
    expect(text).toMatch(/^[\0-\x7f]*$/)
    expect(text).not.toMatch(/[^\\]\//)
  })

  test('xml: is well-formed and has as many records as json', async () => {
    const { headers, text } = await ask(sandbox, `${path}.xml`)
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    wellFormed(text)
    const { response } = xml.parse(text)
    const records = (await askJson(sandbox, `${path}.json`))[key]
    if (!Array.isArray(records)) return
    expect(response[key]['@_type']).toBe('list')
    const { '@_type': _, ...children } = response[key]
    const [items, ...others] = Object.values(children)
    expect(others).toEqual([])
    expect([items].flat().length).toBe(records.length)
  })

  test.each(['', '.html'])(
    'html at "%s": each record is a card that contains every value unchanged',
    async (suffix) => {
      const { headers, text } = await ask(sandbox, path + suffix)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
      expect(text).toMatch(/^<!doctype html>\n<html lang="en">/)
      const { main, top, shown } = readPage(text)
      const records = [(await askJson(sandbox, `${path}.json`))[key]].flat()
      expect(top.length).toBe(records.length)
      for (const [nth, record] of records.entries())
        for (const value of scalars(record ?? null)) expect(shown[nth]).toContain(value)
      expect(main).not.toMatch(/undefined|\[object/)
    },
  )

  test('rss: exists exactly for the endpoints that offer it, with one item per record', async () => {
    const { status, headers, text } = await ask(sandbox, `${path}.rss`)
    if (!formatsOf(endpoint).includes('rss')) return expect(status).toBe(404)
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    wellFormed(text)
    const { channel } = xml.parse(text).rss
    const records = (await askJson(sandbox, `${path}.json`))[key]
    expect([channel.item].flat().length).toBe(Array.isArray(records) ? records.length : 0)
    for (const item of [channel.item].flat()) expect(Number.isNaN(Date.parse(item.pubDate))).toBe(false)
  })

  test('hostile text breaks no format', async () => {
    const hostile = open(['hostile-text'])
    const json = await ask(hostile, `${path}.json`)
    expect(Object.keys(JSON.parse(json.text))).toContain(key)
    wellFormed((await ask(hostile, `${path}.xml`)).text)
    const html = (await ask(hostile, `${path}.html`)).text
    // The page contains no unexpected elements, apart from its own pictures.
    expect(
      html.match(
        /<script|<img(?! src="\/img\/s120\/\d+\.jpg" width="60" height="60" alt="" loading="lazy">)/gi,
      ),
    ).toBe(null)
    // No control characters except line feed and tab, and no characters that HTML forbids.
    expect(html.match(/[\0-\x08\x0b-\x1f\x7f-\x9f]/)).toBe(null)
    expect(parseDocument(html).children.length).toBeGreaterThan(0)
    if (formatsOf(endpoint).includes('rss')) wellFormed((await ask(hostile, `${path}.rss`)).text)
  })
})

test('html shows the line breaks of a description, and no tags', async () => {
  const sandbox = open()
  const told = scalars(await askJson(sandbox, '/v1/loans/2100001,2100002,2100003,2100004.json'))
  const breaks = told.join().split('<br />').length - 1
  expect(breaks).toBeGreaterThan(2)
  const { text } = await ask(sandbox, '/v1/loans/2100001,2100002,2100003,2100004.html')
  expect(text.split('<br>').length - 1).toBe(breaks)
  expect(text).not.toContain('&lt;br')
})

test('xml contains the same values as json', async () => {
  const sandbox = open()
  const { response } = xml.parse((await ask(sandbox, '/v1/loans/2100001.xml')).text)
  const [loan] = (await askJson(sandbox, '/v1/loans/2100001.json'))['loans'] as readonly Record<
    string,
    never
  >[]
  const { loan: same } = response.loans
  expect(same.id).toBe('2100001')
  expect(same.description.texts.en).toBe(loan?.['description']?.['texts']?.['en'])
  expect(same.terms.scheduled_payments.scheduled_payment.length).toBe(14)
  expect([same.themes.theme].flat()).toEqual(loan?.['themes'])
})

test('xml has booleans as 1 and 0, and an empty list without a type, as the service had in 2012', async () => {
  const { text } = await ask(open(), '/v1/loans/2100001.xml')
  expect(text).toContain('<bonus_credit_eligibility>0</bonus_credit_eligibility>')
  expect(text).toContain('<pictured>1</pictured>')
  expect(text).toContain('<payments/>')
  expect(text).toMatch(/<themes type="list"><theme>[^<]+<\/theme>/)
})

test('json is formatted like PHP: compact, with escaped slashes and only ASCII', async () => {
  const { text } = await ask(open(), '/v1/lenders/search.json?q=k%C3%B6ln')
  expect(text).toContain('"K\\u00f6ln"')
  expect(text).not.toContain(': ')
  expect((await ask(open(), '/v1/templates/images.json')).text).toContain('https:\\/\\/sandbox.test\\/img')
})
