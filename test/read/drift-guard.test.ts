/** Lists that grow at their head and shrink anywhere while several of their pages are asked for at once. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DriftGuard } from '../../src/read/drift-guard.ts'
import { readPages } from '../../src/run/pages.ts'
import { Delivery } from '../../src/run/print/delivery.ts'
import { jsonReply, noon } from '../harness.ts'

const size = 5
const paging = (total: number) => ({
  page: undefined,
  total,
  page_size: size,
  pages: Math.ceil(total / size),
})

describe('the frontier', () => {
  test('is met by the next page of a list that stays, or grows', () => {
    const frontier = new DriftGuard()
    expect(frontier.isMetBy(9, paging(50))).toBe(true)
    frontier.pass(2, paging(50))
    expect([50, 51, 60].map((total) => frontier.isMetBy(3, paging(total)))).toEqual([true, true, true])
    expect(frontier.isMetBy(3, undefined)).toBe(true)
  })

  test('is not met where records have moved up, and says which page has them now', () => {
    const frontier = new DriftGuard()
    frontier.pass(4, paging(50))
    expect(frontier.isMetBy(5, paging(49))).toBe(false)
    expect([49, 46, 45, 44, 30, 50, 56].map((total) => frontier.pageIn(paging(total)))).toEqual([
      4, 4, 4, 3, 1, 5, 6,
    ])
  })

  test('is passed by the last page', () => {
    const frontier = new DriftGuard()
    frontier.pass(10, paging(50))
    expect(frontier.isMetBy(11, paging(3))).toBe(true)
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
        const fetch = async ({ url }: { url: string }) => {
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
          return reply
        }
        const request = (page: number) => ({ method: 'GET', url: String(page), headers: {} })
        const pages = readPages(
          {
            kind: 'pages',
            first: 1,
            paging: undefined,
            wanted: Number.POSITIVE_INFINITY,
            request,
            opening: request(1),
          },
          {
            endpoint: { returns: 'loan_listing' },
            fetch,
            concurrency,
            stop: new AbortController().signal,
            now: () => noon,
          },
        )
        const read: number[] = []
        let delivery: Delivery | undefined
        for await (const page of pages) {
          delivery ??= new Delivery(page, ['id'])
          for (const record of page.records)
            if (delivery.take(record)) read.push((record as { id: number }).id)
        }
        expect(new Set(read).size).toBe(read.length)
        const stayed = before.filter((id) => ids.includes(id))
        expect(stayed.filter((id) => !read.includes(id))).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})
