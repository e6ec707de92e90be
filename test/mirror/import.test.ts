/** Reads the records of saved JSON, in pieces of every size. The store is a list here: test/process stores to SQLite. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { importRecords } from '../../src/mirror/import.ts'
import type { Store } from '../../src/mirror/store.ts'

/** Imports a text in pieces of this many characters. Returns what was stored, the last counts, and the failure. */
async function imported(text: string, piece = 64 * 1024) {
  const stored: (readonly [id: unknown, readAt: string])[] = []
  const put = (records: readonly JsonObject[], readAt: string) => {
    for (const { id } of records) stored.push([id, readAt])
    return records.length
  }
  const store = {
    beginFill: () => () => {},
    putLoans: (loans, readAt) =>
      put(
        loans.map(({ record }) => record),
        readAt,
      ),
    putPartners: put,
  } as Partial<Store> as Store
  const pieces = async function* () {
    for (let at = 0; at < text.length; at += piece) yield text.slice(at, at + piece)
  }
  let counts = {}
  try {
    for await (const now of importRecords(pieces(), store, 0)) counts = { ...now }
  } catch (problem) {
    return { stored, counts, message: problem instanceof Error ? problem.message : String(problem) }
  }
  return { stored, counts, message: '' }
}

const now = '1970-01-01T00:00:00.000Z'
const loan = (id: number) => `{"id":${id},"terms":{},"name":"a \\" ] } \\\\"}`
const page = (...ids: readonly number[]) =>
  `{"header":{"date":"2012-09-27T10:18:32Z","of":["]}",{}]},"loans":[${ids.map(loan)}],"x":{"y":[1,"z"]}}`
const paged = '2012-09-27T10:18:32.000Z'

const texts: Readonly<Record<string, readonly [text: string, ...stored: (readonly [number, string])[]]>> = {
  nothing: [''],
  'a record a line': [`${loan(1)}\n${loan(2)}\n`, [1, now], [2, now]],
  'lines that end with CRLF, after a byte order mark': [
    `\uFEFF${loan(1)}\r\n${loan(2)}\r\n`,
    [1, now],
    [2, now],
  ],
  'a list': [`[${loan(1)},${loan(2)}]`, [1, now], [2, now]],
  'a list with a record a line': [`[\n  ${loan(1)},\n  ${loan(2)}\n]\n`, [1, now], [2, now]],
  'a record in many lines': [JSON.stringify(JSON.parse(loan(1)), undefined, 2), [1, now]],
  'pages, then a record': [
    `${page(1, 2)}${page(3)}\n${loan(4)}`,
    [1, paged],
    [2, paged],
    [3, paged],
    [4, now],
  ],
  'a list of pages': [`[${page(1)},\n${page(2)}, ${loan(3)}]`, [1, paged], [2, paged], [3, now]],
  'a page in many lines': [JSON.stringify(JSON.parse(page(1, 2)), undefined, 1), [1, paged], [2, paged]],
  'loans and partners': [`{"loans":[${loan(1)}],"partners":[{"id":7,"countries":[]}]}`, [7, now], [1, now]],
  'an empty page': ['{"loans":[]}'],
}

describe.each(Object.entries(texts))('%s', (_, [text, ...stored]) => {
  test.each([1, 2, 3, 7, 50, 64 * 1024])('in pieces of %i', async (piece) => {
    expect(await imported(text, piece)).toMatchObject({ stored, message: '' })
  })
})

const wrong: Readonly<Record<string, readonly [text: string, message: string]>> = {
  'a document without loans': [
    '{"lenders":[{"id":9}],"paging":{}}',
    'cannot import: expected loans, but found lenders, paging',
  ],
  'other text': ['hello', 'cannot import: hello is not JSON of records'],
  'a list of numbers': ['[1, 2]', 'cannot import: 1, 2 is not JSON of records'],
  'a page of texts': ['{"loans":["a"]}', 'cannot import: "a"]} is not JSON of records'],
  'wrong JSON': ['{"id":9,"terms":}', 'cannot import: {"id":9,"terms":} is not JSON'],
  'JSON nested too deeply': [
    `{"id":9,"terms":${'['.repeat(600)}${']'.repeat(600)}}`,
    'cannot import: {"id":9,',
  ],
  'a record that ends early': ['{"id":9,"te', 'cannot import: the text ends within a record'],
  'a page that ends early': ['{"loans":[{"id":9,', 'cannot import: the text ends within a record'],
  'a page whose end is missing': ['{"loans":[],"pag', 'cannot import: the text ends within a record'],
  'a bracket too many': [']', 'cannot import: ] is not JSON of records'],
}

test.each(Object.entries(wrong))(
  '%s is refused, and the records before it are stored',
  async (_, [text, message]) => {
    for (const before of [`${page(1, 2)}\n`, `${loan(1)}\n${loan(2)}\n`, '']) {
      const found = await imported(before + text)
      expect(found.message).toContain(message)
      expect(found.stored.map(([id]) => id)).toEqual(before === '' ? [] : [1, 2])
      expect(found.counts).toMatchObject({ loans: found.stored.length })
    }
  },
)

test('records without a numeric id, and loans of lists, are counted', async () => {
  const { counts, stored } = await imported(
    '{"loans":[{"name":"A"},{"id":"x","terms":{}},{"id":7,"name":"B"}]}',
  )
  expect([counts, stored]).toEqual([{ loans: 0, partners: 0, withoutId: 2, listings: 1 }, []])
})

test('the text of a line is packed as it is, unless something of it is left out', async () => {
  const texts: (string | undefined)[] = []
  const store = {
    beginFill: () => () => {},
    putLoans: (loans) => texts.push(...loans.map(({ text }) => text)),
  } as Partial<Store> as Store
  const lines = [
    '{"id":1,"terms":{}}',
    '{"id": 2, "terms": {"a": "b,  c"}}',
    '{"id":3,"terms":{},"derived":{}}',
  ]
  const text = async function* () {
    yield `${lines.join('\n')}\n[{"id":4,"terms":{}}]`
  }
  for await (const _ of importRecords(text(), store, 0));
  expect(texts).toEqual([lines[0], lines[1], undefined, undefined])
})

test.each([
  ['a line', (loan: string) => `${loan}\n`],
  ['a page', (loan: string) => `{"loans":[${loan}]}`],
])('a record that is too long ends an import with its place: in %s', async (_, within) => {
  const long = `{"id":2,"terms":{},"use":"${'x'.repeat(8_100_000)}`
  const { stored, message } = await imported(`${loan(1)}\n${within(`${long}"}`)}`, 1_000_000)
  expect(stored.map(([id]) => id)).toEqual([1])
  const place = `${loan(1)}\n${within(long)}`.indexOf(long) + 1
  expect(message).toBe(`cannot import: the record at character ${place} is longer than 8 MB`)
  // One of half the length is a record.
  const half = `{"id":2,"terms":{},"use":"${'x'.repeat(4_000_000)}"}`
  expect((await imported(`${loan(1)}\n${within(half)}`, 1_000_000)).stored).toHaveLength(2)
})

test('the indexes of an empty store are made once, at the end, also after an error', async () => {
  for (const text of ['{"id":1,"terms":{}}', '{"id":1,"terms":{}}\nno JSON']) {
    const done: string[] = []
    const store = {
      beginFill: () => {
        done.push('begin')
        return () => void done.push('end')
      },
      putLoans: (loans) => done.push(`${loans.length} stored`),
    } as Partial<Store> as Store
    const chunks = async function* () {
      yield text
    }
    try {
      for await (const _ of importRecords(chunks(), store, 0));
    } catch {}
    expect(done).toEqual(['begin', '1 stored', 'end'])
  }
})

test('the indexes of an empty store are made also where an import is interrupted', async () => {
  const done: string[] = []
  const store = {
    beginFill: () => () => void done.push('end'),
    putLoans: (loans) => done.push(`${loans.length} stored`),
  } as Partial<Store> as Store
  const chunks = async function* () {
    yield `${loan(1)}\n`.repeat(1200)
  }
  for await (const _ of importRecords(chunks(), store, 0)) break
  expect(done).toEqual(['500 stored', 'end'])
})

test('what kiva derived is not stored', async () => {
  const records: JsonObject[] = []
  const store = {
    beginFill: () => () => {},
    putLoans: (loans) => records.push(...loans.map(({ record }) => record)),
  } as Partial<Store> as Store
  const text = async function* () {
    yield '{"id":1,"terms":{},"derived":{"funding":{}}}\n'
  }
  for await (const _ of importRecords(text(), store, 0));
  expect(records).toEqual([{ id: 1, terms: {} }])
})

const fixtures = new URL('../fixtures/answers/', import.meta.url)
const recordings = new URL('../../../shared/recorded/', import.meta.url)

test.each([fixtures, recordings].filter((folder) => existsSync(folder)))(
  'a page that was recorded in 2012 is as of its own date: %s',
  async (folder) => {
    const text = readFileSync(new URL('loans-show-snapshot.2012.json', folder), 'utf8')
    const { header, loans } = JSON.parse(text)
    const readAt = new Date(header.date).toISOString()
    const { stored } = await imported(text, 1000)
    expect(stored).toEqual(loans.map(({ id }: { readonly id: number }) => [id, readAt]))
    expect(stored.length).toBeGreaterThan(1)
  },
)

test.each(['PK\u0003\u0004', '\u001f\uFFFD\b'])('a compressed file is refused: %j', async (text) => {
  expect(await imported(text)).toMatchObject({ stored: [], message: 'cannot import a compressed file' })
})
