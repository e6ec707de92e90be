/** Lists that grow at their head and shrink anywhere while several of their pages are asked for at once. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeReply } from '../../src/api/wire/reply.ts'
import type { HttpRequest } from '../../src/ports/http.ts'
import { DriftGuard } from '../../src/read/drift-guard.ts'
import { listPages } from '../../src/read/list-pages.ts'
import { PageNumbers } from '../../src/read/page-numbers.ts'
import { uniqueRecords } from '../../src/read/unique-records.ts'
import { jsonReply, noon } from '../harness.ts'

const size = 5
const paging = (total: number) => ({
  page: undefined,
  total,
  page_size: size,
  pages: Math.ceil(total / size),
})

describe('the drift guard', () => {
  test('is met by the next page of a list that stays, or grows', () => {
    const guard = new DriftGuard()
    expect(guard.isContiguous(9, paging(50))).toBe(true)
    guard.markRead(2, paging(50))
    expect([50, 51, 60].map((total) => guard.isContiguous(3, paging(total)))).toEqual([true, true, true])
    expect(guard.isContiguous(3, undefined)).toBe(true)
  })

  test('is not met where records have moved up, and says which page has them now', () => {
    const guard = new DriftGuard()
    guard.markRead(4, paging(50))
    expect(guard.isContiguous(5, paging(49))).toBe(false)
    expect([49, 46, 45, 44, 30, 50, 56].map((total) => guard.nextPage(paging(total)))).toEqual([
      4, 4, 4, 3, 1, 5, 6,
    ])
  })

  test('is passed by the last page', () => {
    const guard = new DriftGuard()
    guard.markRead(10, paging(50))
    expect(guard.isContiguous(11, paging(3))).toBe(true)
  })
})

/** What may happen to the list when a request is answered: some come at the head, some go at places of their own. */
const happening = fc.record({
  comes: fc.nat({ max: 3 }),
  goes: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 2 }),
  waits: fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 })),
})

test('whatever comes and goes, what was there all the time is read once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 6 }),
      async (happenings, concurrency) => {
        const ids = Array.from({ length: 83 }, (_, at) => 1000 - at)
        const before = [...ids]
        let [next, answered] = [1000, 0]
        const turns = async (count: number) => {
          for (let turn = 0; turn < count; turn++) await Promise.resolve()
        }
        const fetchPage = async ({ url }: HttpRequest) => {
          // In the end the list comes to rest: what never does cannot be read.
          const { comes, goes, waits } = happenings[answered++] ?? { comes: 0, goes: [], waits: [0, 0] }
          await turns(waits[0])
          // As many that come as go between two answers leave no trace in the totals: ahead of the reader it is not seen.
          const gone = concurrency > 1 && comes > 0 ? [] : goes
          for (const place of gone) ids.splice(Math.floor(place * ids.length), 1)
          for (let one = 0; one < comes; one++) ids.unshift(++next)
          const page = Number(url)
          const loans = ids.slice((page - 1) * size, page * size).map((id) => ({ id }))
          const reply = jsonReply({ paging: { ...paging(ids.length), page }, loans })
          await turns(waits[1])
          return decodeReply({ returns: 'loan_listing' }, reply, noon)
        }
        const request = (page: number) => ({ method: 'GET', url: String(page), headers: {} })
        const wanted = Number.POSITIVE_INFINITY
        const numbers = new PageNumbers(1, wanted)
        const plan = { kind: 'pages', first: 1, paging: undefined, wanted, request } as const
        const pages = uniqueRecords(listPages(plan, numbers, fetchPage, concurrency), {
          idFields: ['id'],
          limit: undefined,
          from: undefined,
          onDropped: (repeats) => numbers.drop(repeats),
        })
        const read: number[] = []
        for await (const { records } of pages)
          read.push(...records.map((record) => (record as { id: number }).id))
        expect(new Set(read).size).toBe(read.length)
        const stayed = before.filter((id) => ids.includes(id))
        expect(stayed.filter((id) => !read.includes(id))).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})
