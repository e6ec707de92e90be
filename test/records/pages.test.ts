/** Lists that grow at their head and shrink anywhere while several of their pages are asked for at once. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordTypes } from '../../src/api/records/record-types.ts'
import { decodeReply } from '../../src/api/wire/reply.ts'
import { KivaError } from '../../src/core/errors.ts'
import type { HttpReply, HttpRequest } from '../../src/core/http.ts'
import { DriftGuard, type FetchPage, idPages, listPages, PageNumbers } from '../../src/records/pages.ts'
import type { IdPlan } from '../../src/records/plan.ts'
import { uniqueRecords } from '../../src/records/read.ts'
import { jsonReply, noon, textReply } from '../harness.ts'

describe('drift guard', () => {
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
})

/** Records by their ids, a page for each chunk of the ids. */
describe('id pages', () => {
  const endpoint = { returns: 'loan_detail' } as const
  const unknown = (message: string) => jsonReply({ code: 'org.kiva.InvalidIdentifier', message }, 404)
  const loan = (id: number) => jsonReply({ loans: [{ id }] })

  /** One chunk of ids for each answer. */
  function chunksOf(count: number): IdPlan {
    const requests = Array.from({ length: count }, (_, at) => ({ method: 'GET', url: `${at}`, headers: {} }))
    async function* chunks() {
      for (const request of requests) yield { ids: [1], request }
    }
    return { kind: 'ids', chunks: chunks(), done: 0 }
  }

  const pagesOf = (count: number, fetchPage: FetchPage) =>
    idPages(chunksOf(count), recordTypes.loan_detail, fetchPage, 1)

  /** Reads to the end: the records, the failure that ended it, and how many requests were sent. */
  async function read(...answers: readonly (HttpReply | Error)[]) {
    const sent: string[] = []
    const fetchPage: FetchPage = async ({ url }) => {
      sent.push(url)
      const answer = answers[Number(url)]
      if (answer === undefined || answer instanceof Error) throw answer
      return decodeReply(endpoint, answer, noon)
    }
    const records: unknown[] = []
    let failure: unknown
    try {
      for await (const page of pagesOf(answers.length, fetchPage)) records.push(...page.records)
    } catch (error) {
      failure = error
    }
    return { records, failure, sent: sent.length }
  }

  describe('pages of ids', () => {
    test('come one after the other, each asked for when it is wanted', async () => {
      let sent = 0
      const pages = pagesOf(2, async () => decodeReply(endpoint, loan(++sent), noon))
      expect(sent).toBe(0)
      expect((await pages.next()).value).toMatchObject({ records: [{ id: 1 }] })
      expect(sent).toBe(1)
      expect((await pages.next()).value).toMatchObject({ records: [{ id: 2 }] })
      expect((await pages.next()).done).toBe(true)
    })

    test('of no request are none', async () => {
      expect(await read()).toEqual({ records: [], failure: undefined, sent: 0 })
    })

    test('a chunk whose ids are all unknown is skipped, wherever it is', async () => {
      const found = { records: [{ id: 1 }], failure: undefined, sent: 2 }
      expect(await read(unknown('none'), loan(1))).toEqual(found)
      expect(await read(loan(1), unknown('none'))).toEqual(found)
    })

    test('where every id is unknown, what the service said last is the failure', async () => {
      const one = await read(unknown('first'))
      expect(one).toMatchObject({ records: [], failure: { message: 'first', status: 404 }, sent: 1 })
      const two = await read(unknown('first'), unknown('second'))
      expect(two).toMatchObject({ records: [], failure: { message: 'second', status: 404 }, sent: 2 })
    })

    test.each([
      ['another refusal', jsonReply({ message: 'no' }, 400)],
      ['a failure of the network', new KivaError('network', 'gone')],
      ['a failure of ours that happens to have a status', Object.assign(new Error('bug'), { status: 404 })],
    ])('%s ends it at once', async (_, answer) => {
      const { records, failure, sent } = await read(loan(1), answer, loan(2))
      expect({ records, sent }).toEqual({ records: [{ id: 1 }], sent: 2 })
      expect(failure).toBeInstanceOf(Error)
    })

    test('a wait that is told as a date counts from now', async () => {
      const late = textReply('', 503, { 'retry-after': 'Fri, 20 Nov 2026 12:00:09 GMT' })
      expect((await read(late)).failure).toMatchObject({ retryAfter: 9 })
    })
  })
})
