/** Pages and lists in HTML and Markdown, whatever the API's text is: read again by parsers. */
import { Parser } from 'htmlparser2'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import type { RecordName } from '../../../src/api/records/record-types.ts'
import { isObject, type Json } from '../../../src/core/json.ts'
import { hostileTexts } from '../../../src/sandbox/hostile.ts'
import { printed, viewOf } from '../helpers.ts'
import { samples } from '../samples.ts'

const site = 'https://www.kiva.org'
const made = () => ({
  by: 'kiva loans show 84',
  at: Date.UTC(2026, 10, 20, 12),
  isMadeUp: true,
  from: 'From the mirror, read 3h ago',
})
const types = Object.keys(samples) as readonly RecordName[]

/** Returns a record whose every text, and every key of an object with free keys, is another one. */
function spoilt(value: Json, text: string): Json {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map((item: Json) => spoilt(item, text))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, spoilt(item, text)]))
}

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

function elementsOf(html: string): { readonly elements: readonly Element[]; readonly text: string } {
  const elements: Element[] = []
  let text = ''
  const parser = new Parser({
    onopentag: (name, attributes) => {
      elements.push({ name, attributes })
      text += ' '
    },
    ontext: (data) => {
      text += data
    },
    oncomment: () => expect.fail('a comment'),
  })
  parser.end(html)
  return { elements, text }
}

/** The elements that a page or a list may have, and their attributes. */
const written: Readonly<Record<string, readonly string[]>> = {
  html: ['lang'],
  head: [],
  meta: ['charset', 'http-equiv', 'content', 'name'],
  title: [],
  style: [],
  body: [],
  main: ['class'],
  footer: [],
  article: [],
  section: [],
  h1: ['dir'],
  h2: ['dir'],
  h3: ['dir'],
  h4: ['dir'],
  p: ['class', 'dir'],
  br: [],
  hr: [],
  strong: [],
  code: [],
  span: ['class'],
  a: ['href', 'rel'],
  ul: ['class'],
  li: [],
  dl: [],
  div: ['class', 'role', 'tabindex', 'aria-label'],
  dt: [],
  dd: [],
  table: [],
  caption: [],
  thead: [],
  tbody: [],
  tr: ['class'],
  th: ['scope', 'class'],
  td: ['class'],
  time: ['datetime'],
  svg: ['class', 'viewbox', 'preserveaspectratio', 'aria-hidden'],
  rect: ['class', 'width', 'height'],
}

const links = /^https:\/\/www\.kiva\.org\/(?:lend|lender|team|[\w-]+)\/[\w.~%-]+$/

const lookOf = (type: RecordName, isPage: boolean) =>
  viewOf(type, {
    ...{ width: undefined, now: undefined, site, made, single: isPage, detail: isPage },
    detailOptions: { read: isPage, language: undefined, full: false },
  })

describe.each(hostileTexts)('%j', (text) => {
  test.each([true, false])(
    'in every text: no element, attribute or link in HTML comes from it (page: %s)',
    async (isPage) => {
      for (const type of types) {
        const records = samples[type].map((record) => spoilt(record, text))
        const { elements } = elementsOf(await printed('html', records, lookOf(type, isPage)))
        for (const { name, attributes } of elements) {
          expect(written, name).toHaveProperty(name)
          for (const [key, value] of Object.entries(attributes)) {
            expect(written[name], `${name} ${key}`).toContain(key)
            if (key === 'class') expect(value).toMatch(/^[a-z- ]+$/)
            if (key === 'href') expect(value).toMatch(links)
          }
        }
      }
    },
  )

  test('in every text: Markdown shows text, and links to the site alone', async () => {
    const found = new Set<string>()
    const look = ({ type, url, value, children }: MarkdownNode): void => {
      if (type === 'link') expect(url).toMatch(links)
      if (type === 'html') expect(value).toBe('<!-- -->')
      found.add(type)
      for (const child of children ?? []) look(child)
    }
    for (const type of types) {
      const records = samples[type].map((record) => spoilt(record, text))
      const options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }
      for (const isPage of [true, false])
        look(fromMarkdown(await printed('md', records, lookOf(type, isPage)), options))
    }
    const own =
      'root heading text paragraph html list listItem strong break table tableRow tableCell link thematicBreak'
    expect(own.split(' ')).toEqual(expect.arrayContaining([...found]))
  })
})

interface MarkdownNode {
  readonly type: string
  readonly url?: string
  readonly value?: string
  readonly children?: readonly MarkdownNode[]
}

describe('a page', () => {
  const loan = samples.loan_detail[0] as Json
  const html = () => printed('html', [loan], lookOf('loan_detail', true))

  test('has all that the page in a terminal has', async () => {
    const view = lookOf('loan_detail', true)
    const terminal = await printed('table', [loan], view)
    const markdown = await printed('md', [loan], view)
    const { text } = elementsOf(await html())
    const words = (shown: string) => shown.match(/[\p{L}\d][\p{L}\d.,:%]*/gu) ?? []
    const inText = new Set(words(text))
    const inMarkdown = new Set(words(markdown.replaceAll('<!-- -->', '').replaceAll('\\', '')))
    const missing = words(terminal).filter((word) => !inText.has(word) || !inMarkdown.has(word))
    expect(missing).toEqual([])
  })

  test('links to the loan, allows no request, and says when, by what and of what it was made', async () => {
    const { elements, text } = elementsOf(await html())
    expect(elements).toContainEqual({
      name: 'a',
      attributes: { href: expect.stringMatching(/^https:\/\/www\.kiva\.org\/lend\/\d+$/), rel: 'noreferrer' },
    })
    expect(elements).toContainEqual({
      name: 'meta',
      attributes: {
        'http-equiv': 'Content-Security-Policy',
        content: "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      },
    })
    expect(text).toMatch(/Made on 20 Nov 2026 12:00 UTC by +kiva loans show 84/)
    expect(text).toContain('Made-up data of the sandbox')
    expect(text).toContain('From the mirror, read 3h ago.')
  })

  test('has a rule before the next page', async () => {
    const two = [...samples.loan_detail, ...samples.loan_detail].slice(0, 2)
    const { elements } = elementsOf(await printed('html', two, lookOf('loan_detail', true)))
    expect(elements.filter(({ name }) => name === 'hr')).toHaveLength(1)
    const markdown = await printed('md', two, lookOf('loan_detail', true))
    expect(markdown.split('\n\n---\n\n')).toHaveLength(2)
  })

  // Updates have no name.
  const named = types.filter((type) => type !== 'loan_updates')
  test.each(named)('of a %s has one main heading, and headings that skip no level', async (type) => {
    const markdown = await printed('md', samples[type].slice(0, 1), lookOf(type, true))
    expect(markdown.match(/^# /gm)).toHaveLength(1)
    const { elements } = elementsOf(await printed('html', samples[type].slice(0, 1), lookOf(type, true)))
    const levels = elements.flatMap(({ name }) => (/^h\d$/.test(name) ? [Number(name.slice(1))] : []))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    levels.forEach((level, at) => {
      expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1)
    })
  })

  test('tables have captions, and headers with a scope', async () => {
    const { elements } = elementsOf(await html())
    const count = (wanted: string) => elements.filter(({ name }) => name === wanted).length
    expect(count('table')).toBeGreaterThan(1)
    expect(count('caption')).toBe(count('table'))
    expect(elements.filter(({ name, attributes }) => name === 'th' && !attributes['scope'])).toEqual([])
  })
})

describe('a list', () => {
  test('has a row for each record and all columns, and moments that stay exact', async () => {
    const loans = samples.loan_listing
    const list = await printed('html', loans, lookOf('loan_listing', false))
    const markdown = await printed('md', loans, lookOf('loan_listing', false))
    const { elements } = elementsOf(list)
    const count = (wanted: string) => elements.filter(({ name }) => name === wanted).length
    const columns = markdown.split('\n')[0]?.match(/ \| /g)?.length ?? 0
    expect(count('tr')).toBe(loans.length + 1)
    expect(count('th')).toBe(columns + 1)
    expect(count('td')).toBe(loans.length * (columns + 1))
    const posted = (loans[0] as { readonly posted_date: string }).posted_date
    expect(elements).toContainEqual({ name: 'time', attributes: { datetime: posted } })
  })

  test('without records says so, and is a whole document', async () => {
    const list = await printed('html', [], lookOf('loan_listing', false))
    expect(list).toMatch(
      /^<!doctype html>\n.*<h1 dir="auto">Loans<\/h1>\n<p>None\.<\/p>\n<\/main>.*<\/html>\n$/s,
    )
    expect(await printed('md', [], lookOf('loan_listing', false))).toBe('')
  })
})
