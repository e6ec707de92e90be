import { expect, test } from 'vitest'
import { findAny } from '../../../src/api/wire/find-any.ts'
import type { JsonObject } from '../../../src/ports/json.ts'

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
