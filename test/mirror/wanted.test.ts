/** Which loans a pull asks for next. */
import { describe, expect, test } from 'vitest'
import { firstSweep, type Known, queueOf, wantedIds } from '../../src/mirror/wanted.ts'

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

describe('a first sweep', () => {
  const page = (next: number) => Array.from({ length: 20 }, (_, at) => next - at)

  test.each([
    ['begins below a wild id', [10 ** 15, ...page(900)], 900],
    ['begins below several', [10 ** 15, 10 ** 12, ...page(900)], 900],
    ['begins at an id 100,000 above the next', [200_000, 100_000, 99_999], 200_000],
    ['does not begin at an id 100,001 above the next', [200_001, 100_000, 99_999], 100_000],
    ['begins at the only loan', [10 ** 15], 10 ** 15],
    ['begins at the lowest of loans that all are far from each other', [10 ** 15, 10 ** 9, 500], 500],
  ])('%s', (_, newest, next) => {
    expect(firstSweep(newest, [400], newest.length)?.next).toBe(next)
    expect(firstSweep(newest.toReversed(), [400], newest.length)?.next).toBe(next)
  })

  test('needs lists that fit each other: with fewer ids than loans it would hide the others', () => {
    expect(firstSweep(page(900), page(900), 20 + 50)).toEqual({ next: 900, bottom: 831 })
    expect(firstSweep(page(900), page(900), 20 + 51)).toBeUndefined()
    expect(firstSweep([10 ** 15, ...page(900)], page(900), 20 + 51)).toBeDefined()
    expect(firstSweep([30], [10 ** 15], 1)).toBeUndefined()
    expect(firstSweep([30], [], 1)).toBeUndefined()
    expect(firstSweep([], [30], 1)).toBeUndefined()
  })
})

describe('the queue of ids', () => {
  test('keeps ids until they are dropped, and yields each once', () => {
    const queue = queueOf({
      ...nothing,
      unread: [9, 8, 7],
      stale: (status) => (status === 'funded' ? [8, 6] : []),
    })
    expect(queue.peek(2)).toEqual([9, 8])
    expect(queue.peek(3)).toEqual([9, 8, 7])
    queue.drop(2)
    expect(queue.peek(50)).toEqual([7, 6])
    queue.drop(2)
    expect(queue.peek(50)).toEqual([])
    expect(queue.sweepNext()).toBeUndefined()
  })

  test('moves the sweep below the ids that were dropped, and no further', () => {
    const covered = () => new Set([19])
    const queue = queueOf({
      ...nothing,
      unread: [99],
      sweep: { next: 20, bottom: 15 },
      covered,
      stale: () => [50],
    })
    expect(queue.peek(4)).toEqual([99, 20, 18, 17])
    queue.drop(1)
    expect(queue.sweepNext()).toBe(20)
    queue.drop(2)
    expect(queue.sweepNext()).toBe(17)
    queue.drop(1)
    expect(queue.sweepNext()).toBe(16)
    expect(queue.peek(9)).toEqual([16, 15, 50])
    queue.drop(3)
    expect(queue.sweepNext()).toBe(14)
  })
})
