/** Records of a store are compressed with a sample of its first ones. */
import { expect, test } from 'vitest'
import type { Database, SqlValue } from '../../src/core/database.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { openPacking } from '../../src/mirror/packing.ts'

/** A database that keeps the dictionary alone. */
function openKept() {
  const kept: SqlValue[] = []
  const database: Pick<Database, 'prepare'> = {
    prepare: (source) => ({
      source,
      columns: [],
      run: (...values) => kept.push(...values),
      get: () => (kept.length > 0 ? kept : undefined),
      all: () => [],
      iterate: () => [].values(),
    }),
  }
  return { kept, packing: () => openPacking(database as Database, 'mirror.sqlite') }
}

const paid = (id: number): JsonObject => ({
  id,
  payments: [
    { amount: 79, local_amount: 297, processed_date: '2024-02-29T08:00:00Z', payment_id: 880000201 + id },
  ],
})

test('records with payments take less, even if the first loan has none', () => {
  const bytes = [[{ id: 1, payments: [] }], [{ id: 1, payments: [] }, { id: 2 }, paid(3)]].map((loans) => {
    const packing = openKept().packing()
    packing.begin(loans.map((record) => ({ record })))
    return packing.pack(paid(4)).length
  })
  expect(bytes[1]).toBeLessThan(0.6 * Number(bytes[0]))
})

test('the first records decide, and each can be read alone', () => {
  const { kept, packing } = openKept()
  packing().begin([{ record: paid(1) }])
  const before = [...kept]
  const packed = packing().pack(paid(2))
  packing().begin([{ record: paid(3) }, { record: { id: 4 } }])
  expect(kept).toEqual(before)
  expect(packing().unpack(packed, 2)).toEqual(paid(2))
  // A record that is its own sample is there once.
  expect(Buffer.from(kept[0] as Uint8Array).toString()).toBe(JSON.stringify(paid(1)))
})
