/** Which loans a pull asks for next. */
import { describe, expect, test } from 'vitest'
import { firstSweep, type Known, wantedIds } from '../../src/mirror/wanted.ts'

const nothing: Known = { unread: [], sweep: undefined, covered: () => new Set(), stale: () => [] }
const idsOf = (known: Partial<Known>) => [...wantedIds({ ...nothing, ...known })].map(({ id }) => id)

describe('the ids that a pull asks for', () => {
  test('are those never read, then the sweep, then loans that change, by urgency', () => {
    const stale: Readonly<Record<string, readonly number[]>> = {
      fundraising: [31, 30],
      funded: [41],
      in_repayment: [51],
      paid: [61],
    }
    const wanted = [
      ...wantedIds({
        unread: [99, 98],
        sweep: { next: 12, bottom: 10 },
        covered: () => new Set([11]),
        stale: (status) => stale[status] ?? [],
      }),
    ]
    expect(wanted.map(({ id }) => id)).toEqual([99, 98, 12, 10, 31, 30, 41, 51])
    expect(wanted.filter(({ isSwept }) => isSwept).map(({ id }) => id)).toEqual([12, 10])
  })

  test('are none for an empty store of a service without loans', () => {
    expect(idsOf({})).toEqual([])
  })

  test('of a long sweep are each id once, and what is stored is asked in pieces that meet', () => {
    const asked: (readonly [number, number])[] = []
    const covered = (from: number, to: number) => {
      asked.push([from, to])
      return new Set([7001, 2001, 2000])
    }
    const ids = idsOf({ sweep: { next: 12_000, bottom: 1 }, covered })
    expect(ids).toHaveLength(12_000 - 3)
    expect(ids.every((id, at) => at === 0 || id < Number(ids[at - 1]))).toBe(true)
    expect(asked).toEqual([
      [7001, 12_000],
      [2001, 7000],
      [1, 2000],
    ])
  })

  test('of a sweep that is done are none', () => {
    expect(idsOf({ sweep: { next: 9, bottom: 10 } })).toEqual([])
  })
})

test('a first sweep goes from the highest new id to a request below the lowest old one', () => {
  expect(firstSweep([2_101_998, 2_102_000, 2_101_999], [2_100_002, 2_100_003])).toEqual({
    next: 2_102_000,
    bottom: 2_099_952,
  })
  expect(firstSweep([120], [84])).toEqual({ next: 120, bottom: 34 })
  expect(firstSweep([30], [7])).toEqual({ next: 30, bottom: 1 })
  expect(firstSweep([], [])).toBeUndefined()
})
