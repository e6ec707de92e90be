/** Tests the requests that a reading plans, from the beginning or from a resume point. */
import { describe, expect, test } from 'vitest'
import { catalogue } from '../../src/commands/catalogue.ts'
import { lenders } from '../../src/commands/resources/lenders.ts'
import { loans } from '../../src/commands/resources/loans.ts'
import { planReading } from '../../src/records/plan.ts'
import {
  hashIds,
  noResumePoint,
  onePage,
  type PlanPorts,
  type ReadingRequest,
  type ResumePoint,
} from '../../src/records/reading.ts'
import type { Id } from '../../src/records/record-ids.ts'
import type { ReadLimit } from '../../src/records/request.ts'
import { planRequests } from '../../src/records/unsent.ts'

const digest = (text: string) => `<${text}>`
const ports: PlanPorts = { baseUrl: 'https://api.example.org', appId: 'org.example.me', catalogue, digest }
const base = 'https://api.example.org/v1/'
const rest = { values: {}, extra: [], extent: onePage }
const path = (url: string) => url.replace(base, '').replace(/[?&]app_id=org\.example\.me/, '')

async function* stream(ids: readonly Id[]) {
  yield* ids
}

describe('a list by pages', () => {
  const plan = async (more: Partial<ReadingRequest> = {}) => {
    const planned = await planReading({ ...rest, endpoint: loans.endpoints.newest, ...more }, ports)
    if (planned.kind !== 'pages') throw new Error('no pages')
    return planned
  }

  test('the first request has no page number; all others do', async () => {
    const { first, request } = await plan()
    expect(first).toBe(1)
    expect([1, 2, 3].map((page) => path(request(page).url))).toEqual([
      'loans/newest.json',
      'loans/newest.json?page=2',
      'loans/newest.json?page=3',
    ])
  })

  test('--page sets the first page, and earlier pages can be requested too', async () => {
    const { first, request } = await plan({ values: { page: 4 } })
    expect(first).toBe(4)
    expect([3, 4, 5].map((page) => path(request(page).url))).toEqual(
      [3, 4, 5].map((page) => `loans/newest.json?page=${page}`),
    )
  })

  test('every request has the application id and the extra pairs', async () => {
    const { request } = await plan({ extra: [['x', '1']] })
    for (const page of [1, 2]) {
      const { searchParams } = new URL(request(page).url)
      expect([searchParams.get('app_id'), searchParams.get('x')]).toEqual(['org.example.me', '1'])
    }
  })

  const extents: Record<string, Partial<ReadLimit>> = {
    one: {},
    all: { all: true },
    limit: { limit: 30 },
    both: { all: true, limit: 30 },
  }
  test.each([
    ['one', undefined],
    ['all', Number.POSITIVE_INFINITY],
    ['limit', 30],
    ['both', 30],
  ])('the wanted records for the extent %s are %s', async (name, wanted) => {
    expect((await plan({ extent: { ...onePage, ...extents[name] } })).wanted).toBe(wanted)
  })

  test('an endpoint without pages is one request for every extent', async () => {
    const { endpoints } = catalogue['lending_actions'] ?? { endpoints: {} }
    const endpoint = endpoints['recent']
    if (!endpoint) throw new Error('no endpoint')
    const from = { ...noResumePoint, delivered: 5, next: 2 }
    for (const extent of [
      { ...onePage, all: true },
      { ...onePage, limit: 300 },
    ]) {
      expect((await plan({ endpoint, extent })).wanted).toBeUndefined()
      expect((await plan({ endpoint, extent, from })).wanted).toBeUndefined()
    }
  })

  describe('resumed', () => {
    const paging = { page: 2, total: 90, page_size: 20, pages: 5 }
    const from: ResumePoint = { ...noResumePoint, delivered: 12, next: 3, paging }

    test('it starts at the next page, with the last paging', async () => {
      const planned = await plan({ from, values: { page: 2 } })
      expect([planned.first, planned.paging]).toEqual([3, paging])
    })

    test.each([
      ['one', 0],
      ['all', Number.POSITIVE_INFINITY],
      ['limit', 18],
    ])('the remaining records for the extent %s are %s', async (name, wanted) => {
      expect((await plan({ from, extent: { ...onePage, ...extents[name] } })).wanted).toBe(wanted)
    })

    test('after a run that wrote no page, it starts from the beginning', async () => {
      const planned = await plan({ from: noResumePoint, values: { page: 2 } })
      expect([planned.first, planned.paging, planned.wanted]).toEqual([2, undefined, undefined])
    })
  })

  test('planRequests returns the first page of a list, in the given format', async () => {
    const found = []
    const request = { ...rest, endpoint: loans.endpoints.newest, values: { page: 3 } }
    for await (const { url } of planRequests(request, ports, 'xml')) found.push(path(url))
    expect(found).toEqual(['loans/newest.xml?page=3'])
  })
})

describe('a list of ids', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
  const idsRequest = (ids: readonly Id[], more: Partial<ReadingRequest> = {}): ReadingRequest => ({
    ...rest,
    endpoint: loans.endpoints.show,
    ids: stream(ids),
    ...more,
  })
  const planned = async (request: ReadingRequest) => {
    const found = []
    for await (const { url } of planRequests(request, ports)) found.push(path(url))
    return found
  }
  const chunk = (from: number, to: number) =>
    `loans/${numbers(to)
      .slice(from - 1)
      .join(',')}.json`

  test('ids come from the values or from a stream', async () => {
    const named = { ...rest, endpoint: lenders.endpoints.show, values: { lender_ids: ['bo', 'amy'] } }
    expect(await planned(named)).toEqual(['lenders/bo,amy.json'])
    expect(await planned(idsRequest([3, 1]))).toEqual(['loans/3,1.json'])
  })

  test('planRequests returns a request for every fifty loans', async () => {
    expect(await planned(idsRequest(numbers(120)))).toEqual([chunk(1, 50), chunk(51, 100), chunk(101, 120)])
  })

  test.each([
    ['that is the name of another endpoint', 'newest'],
    ['that leads to another path', '..'],
  ])('an id %s is a usage error before anything is sent', async (_, id) => {
    const request = idsRequest([id], { endpoint: lenders.endpoints.show })
    await expect(planReading(request, ports)).rejects.toMatchObject({ kind: 'usage' })
  })

  test('a wrong id of the second request is an error after the first one', async () => {
    const ids = [...numbers(50), 'newest']
    const requests = planRequests(idsRequest(ids, { endpoint: lenders.endpoints.show }), ports)
    expect(path((await requests.next()).value?.url ?? '')).toBe(`lenders/${numbers(50).join(',')}.json`)
    await expect(requests.next()).rejects.toMatchObject({ kind: 'usage' })
  })

  test('an empty list of ids is a bug', async () => {
    const none = { kind: 'bug', message: expect.stringContaining('ids') }
    await expect(planReading(idsRequest([]), ports)).rejects.toMatchObject(none)
    await expect(planReading({ ...idsRequest([]), ids: undefined }, ports)).rejects.toMatchObject(none)
  })

  describe('resumed', () => {
    const asked = (...chunks: (readonly Id[])[]) =>
      chunks.reduce((sum: string, ids) => hashIds(sum, ids, digest), '')
    const pointAfter = (next: number | undefined, sum: string): ResumePoint => ({
      ...noResumePoint,
      next,
      asked: sum,
    })
    const other = {
      kind: 'config',
      message: expect.stringContaining('the ids differ'),
      hint: expect.stringMatching(/\w\.$/),
    }

    test('it starts after the finished chunks, and counts them', async () => {
      const from = pointAfter(2, asked(numbers(50), numbers(100).slice(50)))
      expect(await planned(idsRequest(numbers(120), { from }))).toEqual([chunk(101, 120)])
      expect(await planReading(idsRequest(numbers(120), { from }), ports)).toMatchObject({ done: 2 })
    })

    test('it sends nothing if all chunks are finished', async () => {
      expect(await planned(idsRequest([1, 2], { from: pointAfter(1, asked([1, 2])) }))).toEqual([])
    })

    test('it starts from the beginning if no chunk is finished', async () => {
      const request = idsRequest([1, 2], { from: pointAfter(undefined, '') })
      expect(await planReading(request, ports)).toMatchObject({ kind: 'ids', done: 0 })
      expect(await planned(idsRequest([1, 2], { from: pointAfter(undefined, '') }))).toEqual([
        'loans/1,2.json',
      ])
    })

    test.each([
      ['other ids', [1, 3]],
      ['the ids in another order', [2, 1]],
      ['fewer ids', [1]],
      ['no ids', []],
    ])('%s are a config error', async (_, ids) => {
      const from = pointAfter(1, asked([1, 2]))
      await expect(planReading(idsRequest(ids, { from }), ports)).rejects.toMatchObject(other)
    })

    test('fewer chunks than the finished ones are a config error', async () => {
      const from = pointAfter(2, asked(numbers(50), [51]))
      await expect(planReading(idsRequest(numbers(50), { from }), ports)).rejects.toMatchObject(other)
    })
  })
})
