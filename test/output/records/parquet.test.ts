/** Parquet files, read by hyparquet; test/e2e reads them with DuckDB. */

import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet'
import { describe, expect, test } from 'vitest'
import { records } from '../../../src/api/records/fields.ts'
import { type RecordName, recordTypes, unknownType } from '../../../src/api/records/record-types.ts'
import type { Json } from '../../../src/core/json.ts'
import { ExactNumber } from '../../../src/core/numbers.ts'
import { formats } from '../../../src/output/formats.ts'
import { resolveGrouping } from '../../../src/output/grouping.ts'
import type { View } from '../../../src/output/view.ts'
import { columnPaths, groupType } from '../../../src/records/group.ts'
import { each, viewOf } from '../helpers.ts'
import { samples } from '../samples.ts'

async function written(records: Iterable<Json>, view: View): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of (await formats.parquet.load())(each(records), view))
    pieces.push(piece as Uint8Array)
  return Uint8Array.from(Buffer.concat(pieces)).buffer
}

async function read(records: Iterable<Json>, view: View) {
  const file = await written(records, view)
  const metadata = parquetMetadata(file)
  return {
    rows: await parquetReadObjects({ file }),
    columns: parquetSchema(metadata).children.map(({ element }) => element.name),
    schema: metadata.schema,
    groups: metadata.row_groups.map(({ num_rows }) => Number(num_rows)),
  }
}

const types = Object.keys(samples) as RecordName[]

describe.each(types)('%s', (type) => {
  test('has the columns of its type, with records or without', async () => {
    const { columns, schema, rows } = await read(samples[type], viewOf(type))
    expect(columns).toEqual([...Object.keys(records[type]), '_other'])
    expect((await read([], viewOf(type))).schema).toEqual(schema)
    expect(rows).toHaveLength(samples[type].length)
  })
})

test('each field has its type, also within nested records', async () => {
  const record = {
    id: 5,
    name: 'Ana',
    loan_amount: 25.5,
    posted_date: '2026-09-17T07:00:00Z',
    delinquent: false,
    location: { country: 'Kenya', geo: { pairs: '1 2' } },
    tags: [{ name: '#a' }, {}],
    themes: [],
    description: { languages: ['en'], texts: { en: 'Hello' } },
  }
  const { rows } = await read([record], viewOf('loan_detail'))
  expect(rows[0]).toMatchObject({
    id: 5n,
    name: 'Ana',
    loan_amount: 25.5,
    posted_date: new Date('2026-09-17T07:00:00Z'),
    delinquent: false,
    location: { country: 'Kenya', geo: { pairs: '1 2' } },
    tags: [{ name: '#a' }, {}],
    themes: [],
    description: { languages: ['en'], texts: '{"en":"Hello"}' },
  })
  expect(rows[0]?.['_other'] ?? null).toBeNull()
})

describe('values that do not fit into their column', () => {
  const otherOf = async (record: Json, view = viewOf('loan_listing')) => {
    const { rows } = await read([record], view)
    return rows[0]?.['_other'] ?? null
  }

  test.each([
    { id: 'x' },
    { id: 1.5 },
    { loan_amount: '25' },
    { posted_date: 'yesterday' },
    { posted_date: '2026-09-17T07:00:00.1234Z' },
    { posted_date: '2026-02-30T07:00:00Z' },
    { delinquent: 1 },
    { name: ['x'] },
    { location: { country: 'Kenya', planet: 'Earth' } },
    { location: 'Kenya' },
    { tags: [{ name: '#a', weight: 1 }] },
    { tags: 'x' },
    { mood: 'new' },
    { value: 7 },
  ])('are in _other: %j', async (record) => {
    expect(JSON.parse(await otherOf({ name: 'Ana', ...record }))).toEqual(record)
  })

  test('keep their digits, and numbers up to 64 bits fit into the column', async () => {
    const exact = (digits: string) => ({ id: new ExactNumber(digits) })
    const { rows } = await read([exact('9007199254740993'), exact('9223372036854775808')], viewOf('comment'))
    expect(rows.map(({ id }) => id ?? null)).toEqual([9007199254740993n, null])
    expect(rows[1]?.['_other']).toBe('{"id":9223372036854775808}')
  })

  test('leave the fitting fields in the column', async () => {
    const { rows } = await read([{ location: { country: 'Kenya', planet: 'Earth' } }], viewOf('loan_listing'))
    expect(rows[0]?.['location']).toMatchObject({ country: 'Kenya' })
  })

  test.each([{ name: '' }, { posted_date: '' }, { tags: '' }, { partner_id: null }, {}])(
    'empty and missing values are not in _other: %j',
    async (record) => expect(await otherOf(record)).toBeNull(),
  )
})

test('selected fields become columns with their own types', async () => {
  const fields = [['tags', 'name'], ['location', 'geo'], ['id'], ['mood']]
  const record = {
    id: 1,
    tags: [{ name: 'x' }],
    location: { geo: { pairs: '1 2' } },
    mood: { a: [1] },
    name: 'y',
  }
  const { columns, rows } = await read([record], viewOf('loan_listing', { fields }))
  expect(columns).toEqual(['tags.name', 'location.geo', 'id', 'mood', '_other'])
  expect(rows[0]).toMatchObject({
    'tags.name': ['x'],
    'location.geo': { pairs: '1 2' },
    id: 1n,
    mood: '{"a":[1]}',
  })
  expect(rows[0]?.['_other'] ?? null).toBeNull()
})

test('columns of records without a type get their types from the first records', async () => {
  const records = [
    { whole: 1, half: 1, yes: true, text: 'x', mixed: 1, nested: [1], none: null },
    { whole: 2, half: 0.5, yes: null, text: '', mixed: 'x', nested: {} },
  ]
  const { rows } = await read(records, viewOf(undefined))
  expect(rows[0]).toMatchObject({ whole: 1n, half: 1, yes: true, text: 'x', mixed: '1', nested: '[1]' })
  expect(rows[1]).toMatchObject({ whole: 2n, half: 0.5, text: '', mixed: '"x"', nested: '{}' })
})

test.each([
  [{ _other: 1 }, '_other_2'],
  [{ _OTHER: 1, _other_2: 2 }, '_other_3'],
])('the _other column gets an unused name next to %j', async (record, rest) => {
  const records = [...Array.from({ length: 2000 }, () => record), { late: 'x' }]
  const { columns, rows } = await read(records, viewOf('comment', { type: unknownType }))
  expect(columns).toEqual([...Object.keys(record), rest])
  expect(rows[0]).toMatchObject(
    Object.fromEntries(Object.entries(record).map(([key, n]) => [key, BigInt(n)])),
  )
  expect(JSON.parse(rows.at(-1)?.[rest])).toEqual({ late: 'x' })
})

test('rows are written in groups of 2000, and all are there', async () => {
  async function* many() {
    for (let id = 0; id < 4500; id++) yield { id, author: `Ana ${id % 7}`, body: 'x' }
  }
  let pieces = 0
  let taken = 0
  const counted = async function* () {
    for await (const record of many()) {
      taken += 1
      yield record
    }
  }
  for await (const _ of (await formats.parquet.load())(counted(), viewOf('comment')))
    expect(taken).toBe(Math.min(4500, 2000 * ++pieces))
  const records = Array.from({ length: 4500 }, (_, id) => ({ id, body: `${id}` }))
  const { groups, rows } = await read(records, viewOf('comment'))
  expect(groups).toEqual([2000, 2000, 500])
  expect(rows.map(({ id }) => Number(id))).toEqual(records.map(({ id }) => id))
})

test('keys __proto__ and constructor are ordinary keys', async () => {
  const odd = '{"__proto__":1,"constructor":"x"}'
  const { rows } = await read([JSON.parse(`{"id":1,${odd.slice(1)}`)], viewOf('comment'))
  expect(rows[0]?.['_other']).toBe(odd)
})

test('groups of months are texts, since no month is a time', async () => {
  const grouping = await resolveGrouping({ by: [{ name: 'month' }], measures: [] }, recordTypes.loan_listing)
  const view = viewOf(undefined, { type: groupType(grouping), fields: columnPaths(grouping) })
  const { rows } = await read([{ month: '2026-11', count: 40 }], view)
  expect(rows).toMatchObject([{ month: '2026-11', count: 40n }])
})
