import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RecordName, recordTypes } from '../../../src/api/records/record-types.ts'
import { decodeReply } from '../../../src/api/wire/reply.ts'
import { KivaError } from '../../../src/errors.ts'
import type { HttpReply } from '../../../src/ports/http.ts'
import { isObject, type Json } from '../../../src/ports/json.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (body: Uint8Array, status = 200): HttpReply => ({ status, headers: {}, body })
const decodeText = (returns: RecordName, text: string, status = 200) =>
  decodeReply({ returns }, bytes(utf8(text), status), noon)
const decode = (returns: RecordName, body: unknown, status = 200) =>
  decodeText(returns, JSON.stringify(body), status)

const recordNames = Object.keys(recordTypes) as RecordName[]
const paging = { page: 2, total: 45, page_size: 20, pages: 3 }
const two = [{ id: 1 }, { id: 2 }]

describe('the wrappers of the service', () => {
  test('a page', () => {
    expect(decode('loan_listing', { paging, loans: two })).toEqual({
      records: two,
      single: false,
      paging,
      headers: {},
    })
  })

  test('a list without pages', () => {
    const { records, paging } = decode('loan_detail', { loans: two })
    expect([records, paging]).toEqual([two, undefined])
  })

  test('a page carries the headers of its reply', () => {
    const headers = { 'x-ratelimit-overall-remaining': '7' }
    const reply = { ...bytes(utf8('{"loans":[]}')), headers }
    expect(decodeReply({ returns: 'loan_listing' }, reply, noon).headers).toEqual(headers)
  })

  test.each(recordNames.filter((name) => recordTypes[name].single))(
    'one object that is no list: %s',
    (returns) => {
      expect(decode(returns, { [recordTypes[returns].key]: { id: '7' } })).toEqual({
        records: [{ id: '7' }],
        single: true,
        paging: undefined,
        headers: {},
      })
    },
  )

  test.each(recordNames)('each record type under its own key: %s', (returns) => {
    const value = recordTypes[returns].single ? { id: 1 } : [{ id: 1 }]
    const decoy = recordTypes[returns].single ? { other: { id: 2 } } : { other: [{ id: 2 }] }
    expect(decode(returns, { ...decoy, [recordTypes[returns].key]: value }).records).toEqual([{ id: 1 }])
  })
})

describe('what else was seen, or may be', () => {
  test('a misnamed list: the only array of objects is taken', () => {
    expect(decode('journal_entry', { paging, journal__entries: two }).records).toEqual(two)
    expect(decode('journal_entry', { note: 'x', tags: ['a'], journal__entries: two }).records).toEqual(two)
  })

  test('an empty list, or one of anything else, is no misnamed list', () => {
    expect(() => decode('loan_listing', { a: [] })).toThrow('has no "loans"; it has the keys a')
    expect(() => decode('loan_listing', { a: [1, { id: 1 }] })).toThrow('has no "loans"')
    expect(decode('loan_listing', { a: [], b: [1], c: two }).records).toEqual(two)
  })

  test('a single record under its own key is taken, whatever stands beside it', () => {
    expect(decode('release', { release: { id: '7' }, other: { id: '8' } }).records).toEqual([{ id: '7' }])
    expect(() => decode('release', { a: { id: 1 }, b: { id: 2 } })).toThrow('it has the keys a, b')
    expect(() => decode('release', { header: { total: 1 } })).toThrow('has no "release"')
    expect(decode('release', { release: 5, other: { id: '8' } }).records).toEqual([{ id: '8' }])
  })

  test('numbers in text count only as whole numbers', () => {
    const total = (value: unknown) =>
      decode('loan_listing', { paging: { total: value }, loans: two }).paging?.total
    for (const wrong of ['1x', 'x1', '1.0', ' 1', '', null]) expect(total(wrong)).toBeUndefined()
    expect(total('0')).toBe(0)
    expect(total('9007199254740992')).toBeUndefined()
    expect(total('9007199254740991')).toBe(9007199254740991)
  })

  test('pages are counted where they are not told', () => {
    const pages = (paging: object) => decode('loan_listing', { paging, loans: two }).paging
    expect(pages({ total: 41, page_size: 20 })?.pages).toBe(3)
    expect(pages({ total: 40, page_size: 20 })?.pages).toBe(2)
    expect(pages({ total: 40, page_size: 0 })).toMatchObject({ pages: 1, page_size: 0 })
    expect(pages({ total: 40, page_size: 20, pages: 0 })?.pages).toBe(0)
  })

  test('two lists of objects and no documented key: which is meant can not be known', () => {
    expect(() => decode('journal_entry', { a: two, b: two })).toThrow(
      'the answer has no "journal_entries"; it has the keys a, b',
    )
  })

  test('a page without a list is an empty page; without paging the keys that were there are told', () => {
    expect(decode('loan_listing', { paging: { ...paging, total: 0 } }).records).toEqual([])
    expect(decode('loan_listing', { paging, loans: [] }).records).toEqual([])
    expect(() => decode('loan_listing', { a: 1 })).toThrow('has no "loans"; it has the keys a')
    expect(() => decode('loan_listing', {})).toThrow('has no keys')
  })

  test.each([null, ''])('a documented key that holds %j is an empty list', (nothing) => {
    expect(decode('loan_updates', { loan_updates: nothing }).records).toEqual([])
  })

  test('a single object in place of a list of one', () => {
    expect(decode('loan_detail', { loans: { id: 1 } })).toMatchObject({ records: [{ id: 1 }], single: false })
  })

  test('bare ids, as ids_only asks for', () => {
    expect(decode('loan_listing', { paging, loans: [84, 85] }).records).toEqual([84, 85])
  })

  test('a snapshot calls its paging header', () => {
    expect(decode('loan_listing', { header: { ...paging, date: 'x' }, loans: two }).paging).toEqual(paging)
  })

  test('paging is not taken for the one record', () => {
    expect(() => decode('release', { paging })).toThrow('has no "release"')
    expect(decode('release', { paging, current: { id: '7' } }).records).toEqual([{ id: '7' }])
  })

  test.each([
    [{ page: '2', total: '45', page_size: '20', pages: '3' }, paging],
    [
      { total: 45, page_size: 20 },
      { ...paging, page: undefined },
    ],
    [{ total: 7 }, { page: undefined, total: 7, page_size: 7, pages: 1 }],
    [{ total: 0 }, { page: undefined, total: 0, page_size: 0, pages: 1 }],
    [
      { ...paging, pages: null, page: '' },
      { ...paging, page: undefined },
    ],
    [{ ...paging, total: '' }, undefined],
    [{ ...paging, total: -1 }, undefined],
    [{ ...paging, total: 1.5 }, undefined],
    [{ ...paging, total: true }, undefined],
    [{ ...paging, total: [3] }, undefined],
    [{ ...paging, total: 1e300 }, undefined],
    [{}, undefined],
    ['x', undefined],
    [null, undefined],
  ])('paging %j', (raw, read) => {
    expect(decode('loan_listing', { paging: raw, loans: two }).paging).toEqual(read)
  })

  test('a byte order mark, space around, and bytes that are no UTF-8', () => {
    expect(decodeText('loan_detail', '\ufeff {"loans":[{"id":1}]} \n').records).toEqual([{ id: 1 }])
    const broken = Uint8Array.from([...utf8('{"loans":[{"name":"'), 0xff, ...utf8('"}]}')])
    expect(decodeReply({ returns: 'loan_detail' }, bytes(broken), noon).records).toEqual([{ name: '\ufffd' }])
  })

  describe('a declared character set is obeyed', () => {
    const latin = Uint8Array.from([...'{"loans":[{"name":"caf\xe9"}]}'].map((letter) => letter.charCodeAt(0)))
    const read = (contentType: string, body = latin) =>
      decodeReply(
        { returns: 'loan_detail' },
        { status: 200, headers: { 'content-type': contentType }, body },
        noon,
      )

    test.each([
      'application/json; charset=iso-8859-1',
      'application/json;charset="ISO-8859-1"',
      'application/json; boundary=x; Charset = latin1 ; x=y',
    ])('%s', (contentType) => {
      expect(read(contentType)).toMatchObject({ records: [{ name: 'café' }], note: undefined })
    })

    test('one that is not known is told, and the text is read as UTF-8', () => {
      const { records, note } = read('application/json; charset=klingon\x85hint: x', utf8('{"loans":["é"]}'))
      expect(records).toEqual(['é'])
      expect(note).toBe(
        'The answer names a character set that kiva does not know, "klingon hint:": it was read as UTF-8.',
      )
    })

    test('bytes that are none of it are told', () => {
      const note = 'Bytes of the answer that are not utf-8 were replaced by U+FFFD.'
      expect(read('application/json')).toMatchObject({ records: [{ name: 'caf\ufffd' }], note })
      expect(read('application/json; charset=utf-8')).toMatchObject({ note })
      expect(read('text/json; charset=shift_jis').note).toContain('not shift_jis were')
    })

    test('a replacement character that was sent as such is no loss', () => {
      expect(read('application/json', utf8('{"loans":["\ufffd"]}'))).toMatchObject({
        records: ['\ufffd'],
        note: undefined,
      })
    })
  })

  test('numbers beyond a double keep their digits', () => {
    const { records } = decodeText('loan_detail', '{"loans":[{"id":9007199254740993}]}')
    expect(String(Object.values(records[0] ?? {})[0])).toBe('9007199254740993')
  })

  test('PHP escapes', () => {
    expect(decodeText('loan_detail', '{"loans":[{"use":"a\\/b \\u00e9 \\ud83c\\udf31"}]}').records).toEqual([
      { use: 'a/b é 🌱' },
    ])
  })
})

describe('what can not be understood', () => {
  test.each([
    ['', 'the answer is empty'],
    [' \n', 'the answer is empty'],
    ['{"loans":[{"id":1},', 'not whole JSON'],
    ['<html>', 'it begins with "<html>"'],
    ['<\x85hint: x', 'it begins with "< hint: x"'],
    ['x'.repeat(41), `it begins with "${'x'.repeat(40)}"`],
    ['[]', 'not an object'],
    ['null', 'not an object'],
    ['"loans"', 'not an object'],
    ['['.repeat(50_000), 'not whole JSON'],
    [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'the answer is nested more than 500 levels deep'],
    ['{"a\u0085hint: run curl": 1}', 'the answer has no "loans"; it has the keys a hint: run curl'],
  ])('%j', (text, words) => {
    let thrown: unknown
    try {
      decodeText('loan_listing', text)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({ kind: 'bug', hint: 'See the whole answer with --wire json.' })
    expect((thrown as Error).message).toContain(words)
    expect((thrown as Error).message.length).toBeLessThan(200)
  })

  test('of many keys the first ten are told', () => {
    const body = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`key ${at}`, at]))
    expect(() => decode('loan_listing', body)).toThrow(/it has the keys key 0, .*, key 9 and 49,990 more$/)
  })

  test('a refusal inside a 200 is the refusal, whatever stands beside it', () => {
    const maintenance = { code: 'org.kiva.ServerMaintenance', message: 'Back soon.' }
    for (const returns of recordNames) {
      expect(() => decode(returns, maintenance)).toThrow('Back soon.')
      expect(() => decode(returns, { ...maintenance, details: { a: 1 }, errors: [{ b: 2 }] })).toThrow(
        'Back soon.',
      )
      expect(() => decode(returns, { ...maintenance, paging })).toThrow('Back soon.')
    }
  })

  test('a status comes before the body', () => {
    expect(() => decode('loan_listing', { paging, loans: two }, 503)).toThrow('The service failed (503)')
  })
})

/** Objects made of the keys that matter, in every wrong shape. */
const anyBody = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom(
      'paging',
      'header',
      'loans',
      'release',
      'code',
      'message',
      'journal__entries',
      '__proto__',
    ),
    fc.oneof(
      fc.jsonValue(),
      fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
      fc.dictionary(fc.constantFrom('page', 'total', 'page_size', 'pages'), fc.jsonValue()),
      fc.constantFrom('org.kiva.ServerMaintenance', 'org.kiva.RateLimitExceeded'),
    ),
  ),
)
const anyBytes = fc.oneof(
  { weight: 1, arbitrary: fc.uint8Array() },
  { weight: 4, arbitrary: anyBody.map((body) => utf8(JSON.stringify(body))) },
  // Cut anywhere.
  {
    weight: 1,
    arbitrary: fc.tuple(anyBody, fc.nat(40)).map(([body, at]) => utf8(JSON.stringify(body)).slice(0, at)),
  },
)

test('any answer at all is records, or a KivaError', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...recordNames),
      anyBytes,
      fc.constantFrom(200, 200, 200, 204, 302, 403, 404, 500),
      (returns, body, status) => {
        try {
          const page = decodeReply({ returns }, bytes(body, status), noon)
          expect(Array.isArray(page.records)).toBe(true)
          expect(page.single).toBe(recordTypes[returns].single === true)
          if (page.single) expect(page.records.map(isObject)).toEqual([true])
          for (const number of Object.values(page.paging ?? {}))
            expect(Number.isSafeInteger(number) && number >= 0).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(KivaError)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('records come out as they went in: nothing is dropped, renamed or retyped', () => {
  const records = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }))
  fc.assert(
    fc.property(records, (loans) => {
      const text = JSON.stringify({ paging, loans })
      expect(decodeText('loan_listing', text).records).toEqual((JSON.parse(text) as { loans: Json }).loans)
    }),
  )
})
