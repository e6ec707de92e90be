/** Rows, filters, sorts and pasted bytes take steps in proportion to their number. */
import { expect, test } from 'vitest'
import { InputReader } from '../../src/explore/input.ts'
import { Selection } from '../../src/explore/rows/selection.ts'
import { columnOf, filterOf, loan, options, rowsOf } from '../explore/helpers.ts'
import { expectLinear } from '../support/linear.ts'

const loans = (size: number) => Array.from({ length: size }, (_, id) => loan((id * 7919) % size))

test.each<readonly [string, Parameters<typeof options>[0]]>([
  ['a filter', { filter: filterOf('name:9 asked:>5') }],
  ['a sort by numbers', { sort: { column: columnOf('ID'), isDescending: false } }],
  ['a sort by text', { sort: { column: columnOf('NAME'), isDescending: true } }],
])('%s takes linear steps', (_, change) =>
  expectLinear(1_000, (size) => {
    const selection = new Selection(rowsOf(loans(size)), options(change))
    expect(selection.advance(() => true)).toBe(true)
  }),
)

test('pages that arrive one by one take linear steps', () =>
  expectLinear(1_000, (size) => {
    const rows = rowsOf([])
    const selection = new Selection(rows, options({ sort: { column: columnOf('ID'), isDescending: true } }))
    for (const record of loans(size)) {
      rows.append([record])
      selection.advance(() => true)
    }
    expect(selection.indexes).toHaveLength(size)
  }))

test('records with one id, or without ids, take linear steps', () =>
  expectLinear(1_000, (size) => {
    const rows = rowsOf(Array.from({ length: size }, (_, at) => (at % 2 === 0 ? { id: 1 } : {})))
    for (let index = 0; index < size; index++) rows.text(index)
    expect(rows.count).toBe(size)
  }))

test('a filter that gets longer takes linear steps', () =>
  expectLinear(500, (size) => {
    const rows = rowsOf(loans(20))
    expect(new Selection(rows, options({ filter: filterOf('a:<'.repeat(size)) })).advance(() => true)).toBe(
      true,
    )
  }))

test.each(['\x1b', '\x1b[', '\x1b[1;', '\x1b]x', '\x1b[200~\x1b[20', '\x1b[200~\x1b[201~', '\xff'])(
  'many %j are read in linear steps',
  (piece) =>
    expectLinear(500, (size) => {
      const reader = new InputReader()
      for (const byte of new TextEncoder().encode(piece.repeat(size))) reader.read(Uint8Array.of(byte))
    }),
)
