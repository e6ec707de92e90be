/** What has changed from one reading to the next. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../../src/api/wire/json.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { byKey, changesBetween } from '../../src/records/changes.ts'

const between = (before: readonly Json[], now: readonly Json[], idFields = ['id'], only = false) =>
  changesBetween(byKey(before, idFields, only), byKey(now, idFields, only)).map(({ key: _, ...rest }) => rest)

const exact = (text: string) => parseJson(text)
const object = (text: string) => parseJson(text) as JsonObject

describe('records with an id', () => {
  test('are the same ones, wherever they stand', () => {
    expect(between([{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }])).toEqual([])
  })

  test('are told in their order, those that are gone at last', () => {
    const before = [
      { id: 1, name: 'Amina' },
      { id: 2, name: 'Juma' },
    ]
    const now = [
      { id: 3, name: 'Rosa' },
      { id: 2, name: 'Jumah' },
    ]
    expect(between(before, now)).toEqual([
      { event: 'added', item: now[0] },
      { event: 'changed', item: now[1], changes: { name: { from: 'Juma', to: 'Jumah' } } },
      { event: 'removed', item: before[0] },
    ])
  })

  test.each<[Json, Json, JsonObject]>([
    [{ id: 1, a: 1 }, { id: 1, a: 2 }, { a: { from: 1, to: 2 } }],
    // A field that is missing is not the same as one that is null.
    [{ id: 1, a: 1 }, { id: 1 }, { a: { from: 1 } }],
    [{ id: 1 }, { id: 1, a: null }, { a: { to: null } }],
    [
      { id: 1, l: { town: 'A', geo: { x: 1 } } },
      { id: 1, l: { town: 'B', geo: { x: 2 } } },
      { 'l.town': { from: 'A', to: 'B' }, 'l.geo.x': { from: 1, to: 2 } },
    ],
    [
      { id: 1, tags: [{ name: 'a' }] },
      { id: 1, tags: [{ name: 'b' }] },
      { tags: { from: [{ name: 'a' }], to: [{ name: 'b' }] } },
    ],
    [{ id: 1, l: { town: 'A' } }, { id: 1, l: null }, { l: { from: { town: 'A' }, to: null } }],
    [
      exact('{"id":1,"n":0.10000000000000000001}'),
      exact('{"id":1,"n":0.10000000000000000002}'),
      {
        n: { from: exact('0.10000000000000000001'), to: exact('0.10000000000000000002') },
      },
    ],
    [exact('{"id":1}'), exact('{"id":1,"__proto__":{"a":1}}'), object('{"__proto__":{"to":{"a":1}}}')],
  ])('%j, %j: %j', (before, now, changes) => {
    expect(between([before], [now])).toEqual([{ event: 'changed', item: now, changes }])
  })

  test('that come twice are two', () => {
    expect(between([{ id: 1 }], [{ id: 1 }, { id: 1 }])).toEqual([{ event: 'added', item: { id: 1 } }])
  })
})

test('what has no id is another as soon as it differs', () => {
  const now = [{ size: 2 }, 7]
  expect(between([{ size: 1 }, 7], now, [])).toEqual([
    { event: 'added', item: { size: 2 } },
    { event: 'removed', item: { size: 1 } },
  ])
})

test('the only record there can be changes', () => {
  expect(between([{ id: 'a' }], [{ id: 'b' }], [], true)).toEqual([
    { event: 'changed', item: { id: 'b' }, changes: { id: { from: 'a', to: 'b' } } },
  ])
})

test('changes lead from the one to the other, whatever they are', () => {
  const records = fc.uniqueArray(fc.record({ id: fc.nat(9), value: fc.jsonValue() }), {
    selector: ({ id }) => id,
  })
  fc.assert(
    fc.property(records, records, (before, now) => {
      const state = new Map(before.map((record) => [record.id, JSON.stringify(record)]))
      for (const { event, item } of between(before as Json[], now as Json[])) {
        const { id } = item as { id: number }
        if (event === 'removed') state.delete(id)
        else state.set(id, JSON.stringify(item))
      }
      const sorted = (entries: Iterable<readonly [number, string]>) => [...entries].sort(([a], [b]) => a - b)
      expect(sorted(state)).toEqual(sorted(now.map((record) => [record.id, JSON.stringify(record)])))
    }),
  )
})
