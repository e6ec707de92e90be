/** What has changed from one reading to the next. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../../src/api/wire/json.ts'
import type { Json } from '../../src/ports/json.ts'
import { byKey, changesBetween } from '../../src/read/changes.ts'

const between = (before: readonly Json[], now: readonly Json[], idFields = ['id'], only = false) =>
  changesBetween(byKey(before, idFields, only), byKey(now, idFields, only)).map(({ key: _, ...rest }) => rest)

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
      { event: 'changed', item: now[1], changed_fields: ['name'] },
      { event: 'removed', item: before[0] },
    ])
  })

  test.each<[Json, Json, readonly string[]]>([
    [{ id: 1, a: 1 }, { id: 1, a: 2 }, ['a']],
    [{ id: 1, a: 1 }, { id: 1 }, ['a']],
    [{ id: 1 }, { id: 1, a: null }, ['a']],
    [
      { id: 1, l: { town: 'A', geo: { x: 1 } } },
      { id: 1, l: { town: 'B', geo: { x: 2 } } },
      ['l.town', 'l.geo.x'],
    ],
    [{ id: 1, tags: [{ name: 'a' }] }, { id: 1, tags: [{ name: 'b' }] }, ['tags']],
    [{ id: 1, l: { town: 'A' } }, { id: 1, l: null }, ['l']],
    [
      parseJson('{"id":1,"n":0.10000000000000000001}'),
      parseJson('{"id":1,"n":0.10000000000000000002}'),
      ['n'],
    ],
    [parseJson('{"id":1}'), parseJson('{"id":1,"__proto__":{"a":1}}'), ['__proto__']],
  ])('%j, %j: %j', (before, now, fields) => {
    const expected = [{ event: 'changed', item: now, changed_fields: fields }]
    expect(between([before], [now])).toEqual(expected)
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
    { event: 'changed', item: { id: 'b' }, changed_fields: ['id'] },
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
