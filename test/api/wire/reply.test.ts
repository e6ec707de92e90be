import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RecordName, recordTypes } from '../../../src/api/records/record-types.ts'
import { decodeReply, findAny } from '../../../src/api/wire/reply.ts'
import { KivaError } from '../../../src/core/errors.ts'
import type { HttpReply } from '../../../src/core/http.ts'
import { isObject, type Json, type JsonObject } from '../../../src/core/json.ts'

describe('find any', () => {
  const paging = { page: 1, total: 2, page_size: 20, pages: 1 }
  const two = [{ id: 1 }, { id: 2 }]
  const found = (body: JsonObject) => findAny(body, body['paging'])

  test.each<[string, JsonObject, readonly unknown[]]>([
    ['the only list', { things: two }, two],
    [
      'the only list of objects, whatever stands beside it',
      { total: 2, tags: ['a'], about: {}, things: two },
      two,
    ],
    ['an empty list', { things: [] }, []],
    ['bare values', { ids: [1, 2] }, [1, 2]],
    ['bare values in pages', { paging, ids: [1, 2], note: 'x' }, [1, 2]],
    ['a page without its list', { paging }, []],
  ])('finds a list: %s', (_, body, records) => {
    expect(found(body)).toEqual({ records, single: false })
  })

  test.each<[string, JsonObject, unknown]>([
    ['the only object', { thing: { id: 1 }, note: 'x' }, { id: 1 }],
    ['a record by itself', { id: 1, name: 'x', tags: ['a'] }, { id: 1, name: 'x', tags: ['a'] }],
    ['two lists', { loans: two, lenders: two }, { loans: two, lenders: two }],
    ['two objects', { a: { id: 1 }, b: { id: 2 } }, { a: { id: 1 }, b: { id: 2 } }],
    ['nothing', {}, {}],
  ])('finds one complete record: %s', (_, body, record) => {
    expect(found(body)).toEqual({ records: [record], single: true })
  })
})

describe('reply', () => {
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

  describe('documented reply shapes', () => {
    test('a page gives its records and paging', () => {
      expect(decode('loan_listing', { paging, loans: two })).toEqual({
        records: two,
        single: false,
        paging,
        headers: {},
      })
    })

    test('a list without paging gives its records', () => {
      const { records, paging } = decode('loan_detail', { loans: two })
      expect([records, paging]).toEqual([two, undefined])
    })

    test('a page has the headers of its reply', () => {
      const headers = { 'x-ratelimit-overall-remaining': '7' }
      const reply = { ...bytes(utf8('{"loans":[]}')), headers }
      expect(decodeReply({ returns: 'loan_listing' }, reply, noon).headers).toEqual(headers)
    })

    test.each(recordNames.filter((name) => recordTypes[name].single))('a single object: %s', (returns) => {
      expect(decode(returns, { [recordTypes[returns].key]: { id: '7' } })).toEqual({
        records: [{ id: '7' }],
        single: true,
        paging: undefined,
        headers: {},
      })
    })

    test.each(recordNames)('each record type is read from its own key: %s', (returns) => {
      const value = recordTypes[returns].single ? { id: 1 } : [{ id: 1 }]
      const decoy = recordTypes[returns].single ? { other: { id: 2 } } : { other: [{ id: 2 }] }
      expect(decode(returns, { ...decoy, [recordTypes[returns].key]: value }).records).toEqual([{ id: 1 }])
    })
  })

  describe('undocumented reply shapes', () => {
    test('the only array of objects is taken as the list, whatever its key', () => {
      expect(decode('journal_entry', { paging, journal__entries: two }).records).toEqual(two)
      expect(decode('journal_entry', { note: 'x', tags: ['a'], journal__entries: two }).records).toEqual(two)
    })

    test('an empty array or an array of other values is not taken as the list', () => {
      expect(() => decode('loan_listing', { a: [] })).toThrow('has no "loans"; it has the keys a')
      expect(() => decode('loan_listing', { a: [1, { id: 1 }] })).toThrow('has no "loans"')
      expect(decode('loan_listing', { a: [], b: [1], c: two }).records).toEqual(two)
    })

    test('a single record is its documented key, or the only object', () => {
      expect(decode('release', { release: { id: '7' }, other: { id: '8' } }).records).toEqual([{ id: '7' }])
      expect(() => decode('release', { a: { id: 1 }, b: { id: 2 } })).toThrow('it has the keys a, b')
      expect(() => decode('release', { header: { total: 1 } })).toThrow('has no "release"')
      expect(decode('release', { release: 5, other: { id: '8' } }).records).toEqual([{ id: '8' }])
    })

    test('a total in a string counts only as a safe whole number', () => {
      const total = (value: unknown) =>
        decode('loan_listing', { paging: { total: value }, loans: two }).paging?.total
      for (const wrong of ['1x', 'x1', '1.0', ' 1', '', null]) expect(total(wrong)).toBeUndefined()
      expect(total('0')).toBe(0)
      expect(total('9007199254740992')).toBeUndefined()
      expect(total('9007199254740991')).toBe(9007199254740991)
    })

    test('a missing number of pages is computed from total and page size', () => {
      const pages = (paging: object) => decode('loan_listing', { paging, loans: two }).paging
      expect(pages({ total: 41, page_size: 20 })?.pages).toBe(3)
      expect(pages({ total: 40, page_size: 20 })?.pages).toBe(2)
      expect(pages({ total: 40, page_size: 0 })).toMatchObject({ pages: 1, page_size: 0 })
      expect(pages({ total: 40, page_size: 20, pages: 0 })?.pages).toBe(0)
    })

    test('two arrays of objects without the documented key are an error', () => {
      expect(() => decode('journal_entry', { a: two, b: two })).toThrow(
        'cannot decode the response: it has no "journal_entries"; it has the keys a, b',
      )
    })

    test('paging without a list is an empty page; without paging the error lists the keys', () => {
      expect(decode('loan_listing', { paging: { ...paging, total: 0 } }).records).toEqual([])
      expect(decode('loan_listing', { paging, loans: [] }).records).toEqual([])
      expect(() => decode('loan_listing', { a: 1 })).toThrow('has no "loans"; it has the keys a')
      expect(() => decode('loan_listing', {})).toThrow('has no keys')
    })

    test.each([null, ''])('a documented key that holds %j is an empty list', (nothing) => {
      expect(decode('loan_updates', { loan_updates: nothing }).records).toEqual([])
    })

    test('a single object in place of a list counts as a list of one', () => {
      expect(decode('loan_detail', { loans: { id: 1 } })).toMatchObject({
        records: [{ id: 1 }],
        single: false,
      })
    })

    test('a list of bare ids (ids_only) gives the ids', () => {
      expect(decode('loan_listing', { paging, loans: [84, 85] }).records).toEqual([84, 85])
    })

    test('the paging of a snapshot is read from its key header', () => {
      expect(decode('loan_listing', { header: { ...paging, date: 'x' }, loans: two }).paging).toEqual(paging)
    })

    test('paging is never taken as the single record', () => {
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
    ])('paging is read from %j', (raw, read) => {
      expect(decode('loan_listing', { paging: raw, loans: two }).paging).toEqual(read)
    })

    test('a byte order mark, surrounding space and invalid UTF-8 bytes are accepted', () => {
      expect(decodeText('loan_detail', '\ufeff {"loans":[{"id":1}]} \n').records).toEqual([{ id: 1 }])
      const broken = Uint8Array.from([...utf8('{"loans":[{"name":"'), 0xff, ...utf8('"}]}')])
      expect(decodeReply({ returns: 'loan_detail' }, bytes(broken), noon).records).toEqual([
        { name: '\ufffd' },
      ])
    })

    describe('a declared character set is used', () => {
      const latin = Uint8Array.from(
        [...'{"loans":[{"name":"caf\xe9"}]}'].map((letter) => letter.charCodeAt(0)),
      )
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

      test('an unknown character set gives a note, and the text is read as UTF-8', () => {
        const { records, note } = read(
          'application/json; charset=klingon\x85hint: x',
          utf8('{"loans":["é"]}'),
        )
        expect(records).toEqual(['é'])
        expect(note).toBe('Unknown character set "klingon hint:" in the response: read as UTF-8.')
      })

      test('bytes invalid in the character set give a note', () => {
        const note = 'Invalid utf-8 in the response: the bytes were replaced with U+FFFD.'
        expect(read('application/json')).toMatchObject({ records: [{ name: 'caf\ufffd' }], note })
        expect(read('application/json; charset=utf-8')).toMatchObject({ note })
        expect(read('text/json; charset=shift_jis').note).toContain('Invalid shift_jis in the response')
      })

      test('a replacement character in the reply itself gives no note', () => {
        expect(read('application/json', utf8('{"loans":["\ufffd"]}'))).toMatchObject({
          records: ['\ufffd'],
          note: undefined,
        })
      })
    })

    test('a number that a double cannot hold keeps its digits', () => {
      const { records } = decodeText('loan_detail', '{"loans":[{"id":9007199254740993}]}')
      expect(String(Object.values(records[0] ?? {})[0])).toBe('9007199254740993')
    })

    test('PHP escapes (\\/ and \\u) are decoded', () => {
      expect(decodeText('loan_detail', '{"loans":[{"use":"a\\/b \\u00e9 \\ud83c\\udf31"}]}').records).toEqual(
        [{ use: 'a/b é 🌱' }],
      )
    })
  })

  describe('invalid replies', () => {
    test.each([
      ['<!DOCTYPE html><html><head><title>Hotel\n Login </title></head>', ': "Hotel Login"'],
      ['\ufeff \n<HTML lang="en"><h1>Welcome</h1>', ': "Welcome"'],
      ['<?xml version="1.0"?>\n<!doctype HTML>', ''],
      ['<head></head>', ''],
      [`<html><title>${'x'.repeat(20_000)}</title>`, ''],
    ])('the page %j came from a network or a proxy', (text, title) => {
      expect(() => decodeText('loan_listing', text)).toThrow(
        expect.objectContaining({
          kind: 'network',
          message: `an HTML page came in place of JSON${title}`,
          hint: 'If this network requires a login, open any page in a browser. If not, check the proxy and --base-url.',
        }),
      )
    })

    test.each([
      ['', 'it is empty'],
      [' \n', 'it is empty'],
      ['{"loans":[{"id":1},', 'invalid JSON that begins with'],
      ['<loans/>', 'invalid JSON that begins with "<loans/>"'],
      ['<\x85hint: x', 'invalid JSON that begins with "< hint: x"'],
      ['x'.repeat(41), `invalid JSON that begins with "${'x'.repeat(40)}"`],
      ['[]', 'it is not a JSON object'],
      ['null', 'it is not a JSON object'],
      ['"loans"', 'it is not a JSON object'],
      ['['.repeat(50_000), 'invalid JSON that begins with'],
      [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'it is nested more than 500 levels deep'],
      ['{"a\u0085hint: run curl": 1}', 'it has no "loans"; it has the keys a hint: run curl'],
    ])('%j', (text, words) => {
      let thrown: unknown
      try {
        decodeText('loan_listing', text)
      } catch (error) {
        thrown = error
      }
      expect(thrown).toMatchObject({ kind: 'bug', hint: 'See the whole response with --wire json.' })
      expect((thrown as Error).message).toContain(words)
      expect((thrown as Error).message.length).toBeLessThan(200)
    })

    test('the error lists the first ten of many keys', () => {
      const body = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`key ${at}`, at]))
      expect(() => decode('loan_listing', body)).toThrow(/it has the keys key 0, .*, key 9 and 49,990 more$/)
    })

    test('an error object in a 200 reply throws that error, whatever other keys it has', () => {
      const maintenance = { code: 'org.kiva.ServerMaintenance', message: 'Back soon.' }
      for (const returns of recordNames) {
        expect(() => decode(returns, maintenance)).toThrow('Back soon.')
        expect(() => decode(returns, { ...maintenance, details: { a: 1 }, errors: [{ b: 2 }] })).toThrow(
          'Back soon.',
        )
        expect(() => decode(returns, { ...maintenance, paging })).toThrow('Back soon.')
      }
    })

    test('a failure status throws even if the body is valid', () => {
      expect(() => decode('loan_listing', { paging, loans: two }, 503)).toThrow('API error (503)')
    })
  })

  /** Objects with the known keys and values of any shape. */
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
    // Truncated bodies.
    {
      weight: 1,
      arbitrary: fc.tuple(anyBody, fc.nat(40)).map(([body, at]) => utf8(JSON.stringify(body)).slice(0, at)),
    },
  )

  test('any reply gives valid records or a KivaError', () => {
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
            // Only `page` may be missing.
            const { page: at = 1, ...counts } = page.paging ?? {}
            for (const number of [at, ...Object.values(counts)])
              expect(Number.isSafeInteger(number) && number >= 0).toBe(true)
          } catch (error) {
            expect(error).toBeInstanceOf(KivaError)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test('records are returned unchanged', () => {
    const records = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }))
    fc.assert(
      fc.property(records, (loans) => {
        const text = JSON.stringify({ paging, loans })
        expect(decodeText('loan_listing', text).records).toEqual((JSON.parse(text) as { loans: Json }).loans)
      }),
    )
  })
})
