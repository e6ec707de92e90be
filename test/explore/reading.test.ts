/** What a session reads, when, and what it keeps of it. */
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/core/http.ts'
import { withThousands } from '../../src/core/numbers.ts'
import { jsonReply } from '../harness.ts'
import { ManualClock, openSession, type Session, serviceOf } from './session.ts'

interface Service {
  total: number
  /** The reply to the next requests of the list. */
  status?: number | undefined
  /** Added to the amounts of all loans. */
  more?: number
  readonly pageSize?: number
  readonly headers?: Record<string, string>
}

/** Loans with ids from `total` down to 1. */
function send(service: Service): Send {
  const { pageSize = 20, headers = {} } = service
  return async ({ url }) => {
    const { total, status, more = 0 } = service
    const [, ids] = /\/loans\/([\d,]+)\.json/.exec(url) ?? []
    const loan = (id: number) => ({
      id,
      name: `Loan ${id}`,
      sector: id % 2 ? 'Food' : 'Retail',
      loan_amount: 100 + more,
    })
    if (ids !== undefined)
      return jsonReply({ loans: ids.split(',').map((id) => loan(Number(id))) }, 200, headers)
    if (status !== undefined) return jsonReply({}, status)
    const page = Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1)
    const loans = Array.from({ length: total }, (_, at) => loan(total - at))
    const paging = { page, total, page_size: pageSize, pages: Math.ceil(total / pageSize) }
    return jsonReply({ paging, loans: loans.slice((page - 1) * pageSize, page * pageSize) }, 200, headers)
  }
}

const open = (service: Service, words: readonly string[] = ['loans', 'search'], clock?: ManualClock) =>
  openSession({ argv: ['explore', '--images', 'none', ...words], send: send(service) }, clock)

/** Opens the list of a service whose replies take so many milliseconds. */
function openSlow(service: Service, milliseconds: number): Promise<Session> {
  const clock = new ManualClock()
  const slow: Send = async (request, signal) => {
    await clock.sleep(milliseconds, signal)
    return send(service)(request, signal)
  }
  return openSession({ argv: ['explore', '--images', 'none', 'loans', 'search'], send: slow }, clock)
}

const lists = ({ requests }: Session) => requests.filter(({ url }) => !/loans\/[\d,]+\.json/.test(url)).length
const status = async (session: Session) => (await session.screen()).at(-2)
const text = async (session: Session) => (await session.screen()).join('\n')

test('the list of a key is shown as it was left, without a request', async () => {
  const words = ['loans', 'search', '--sector', 'Food', '--limit', '20']
  const session = await openSession({ argv: ['explore', '--images', 'none', ...words], send: serviceOf() })
  await session.press('/', 'a', 'enter', 'down', 'down')
  const left = await text(session)
  expect(left).toMatch(/ Food · filter a · \d+ of 20 loaded/)
  await session.press('6')
  await session.until('[6 Lending actions]')
  await session.until(' loaded')
  const { length } = session.requests
  await session.press('1')
  expect(await text(session)).toBe(left)
  expect(session.requests).toHaveLength(length)
  await session.press('1')
  await session.until(' fundraising · 2')
  await session.press('H')
  expect(await text(session)).toBe(left)
  await session.end()
})

describe('R', () => {
  test('reads the whole list again after it failed', async () => {
    const service: Service = { total: 5 }
    const session = await open(service)
    service.status = 400
    await session.press('R')
    await session.until('error: ')
    expect((await session.screen())[1]).toContain('all 5 loaded')
    service.status = undefined
    service.total = 7
    await session.press('R')
    await session.until('all 7 loaded')
    expect(await text(session)).not.toContain('error: ')
    expect(lists(session)).toBe(3)
    await session.end()
  })

  test('reports ids that were not found', async () => {
    const session = await open({ total: 5 }, ['loans', 'show', '1', '2'])
    await session.press('R')
    expect(await text(session)).not.toContain('Not found')
    await session.end()
    const other = await openSession({
      argv: ['explore', '--images', 'none', 'loans', 'show', '1', '99'],
      send: async () => jsonReply({ loans: [{ id: 1, name: 'Loan 1' }] }),
    })
    await other.until('Not found: 99')
    await other.press('down')
    expect(await text(other)).not.toContain('Not found')
    await other.press('R')
    await other.until('Not found: 99')
    await other.end()
  })

  test('reads once if it is pressed again meanwhile', async () => {
    const session = await openSlow({ total: 5 }, 2000)
    await session.pass(3000)
    await session.until('all 5 loaded')
    const before = lists(session)
    await session.press('R')
    await session.press('R')
    await session.pass(10_000)
    expect(lists(session)).toBe(before + 1)
    await session.end()
  })
})

describe('R on a list that was read whole', () => {
  /** Opens a list of so many loans and reads it whole. */
  async function openWhole(total: number): Promise<Session> {
    const session = await open({ total })
    await session.press('A', 'enter')
    await session.until(`all ${withThousands(total)} loaded`)
    return session
  }

  test('reads a few pages again', async () => {
    const session = await openWhole(90)
    await session.press('R')
    await session.until('all 90 loaded')
    expect(lists(session)).toBe(10)
    await session.end()
  })

  test('asks before it reads many pages again, and keeps the rows meanwhile', async () => {
    const session = await openWhole(3000)
    const before = lists(session)
    await session.press('R')
    expect(await text(session)).toContain('Read 3,000 loans again? 150 requests, about 3 min.')
    await session.press('esc')
    expect((await session.screen())[1]).toContain('all 3,000 loaded')
    expect(lists(session)).toBe(before)
    await session.press('R', 'enter')
    await session.until('all 3,000 loaded')
    expect(lists(session)).toBe(before + 150)
    await session.end()
  })
})

describe('a watched list', () => {
  test('shows what is new and changed at once, and new rows after R', async () => {
    const service: Service = { total: 5 }
    const session = await open(service)
    await session.press('w')
    expect(await status(session)).toMatch(/^ watching /)
    service.total = 7
    await session.pass(31_000)
    expect(await status(session)).toMatch(/^ watching · 2 new · R shows the new ones +read 12:00:3\d UTC$/)
    service.more = 50
    await session.pass(31_000)
    expect(await status(session)).toMatch(
      /^ watching · asked \$100 → \$150 · 2 new · 5 changed · R shows the new ones/,
    )
    await session.press('R')
    await session.until('all 7 loaded')
    const rows = (await session.screen()).filter((line) => /Loan \d/.test(line)).slice(0, 7)
    expect(rows.map((row) => row[2])).toEqual(['+', '+', ' ', ' ', ' ', ' ', ' '])
    expect(await status(session)).toMatch(/^ watching · 2 new /)
    const before = lists(session)
    await session.pass(5000)
    expect(lists(session)).toBe(before)
    await session.end()
  })

  test('has nothing new if its filter lets nothing new through', async () => {
    const session = await open({ total: 30 }, ['loans', 'search', '--where', '.sector == "Food"'])
    await session.until('15 loaded')
    await session.press('w')
    await session.pass(61_000)
    expect(await status(session)).toMatch(/^ watching +read/)
    await session.end()
  })

  test('goes on once a low rate limit has passed', async () => {
    const clock = new ManualClock()
    const headers = { 'x-ratelimit-overall-limit': '60', 'x-ratelimit-overall-remaining': '5' }
    const session = await open({ total: 5, headers }, ['loans', 'search'], clock)
    expect((await session.screen())[0]).toContain('5/60')
    await session.press('w')
    const before = lists(session)
    await session.pass(150_000)
    expect(lists(session)).toBeGreaterThan(before)
    await session.end()
  })
})

describe('reading all pages', () => {
  test.each(['esc', 'A'])('is stopped by %s, and the rows stay', async (key) => {
    const session = await openSlow({ total: 99_960 }, 300)
    await session.pass(2000)
    await session.press('A')
    expect(await text(session)).toContain('Read 99,920 more loans? 4,996 requests, about 84 min.')
    await session.press('enter')
    await session.pass(3000)
    expect(await status(session)).toMatch(/^ reading all pages · esc stops /)
    await session.press(key)
    expect(await status(session)).toMatch(/^ Stopped\. A reads on\./)
    await session.pass(2000)
    const [, head = ''] = await session.screen()
    const before = lists(session)
    expect(before).toBeGreaterThan(5)
    expect(head).toMatch(/ 99,960 loans .* ([\d,]+) loaded$/)
    expect(head.replaceAll(',', '')).toContain(` ${before * 20} loaded`)
    await session.pass(60_000)
    expect(lists(session)).toBe(before)
    await session.press('A', 'enter')
    await session.pass(3000)
    expect(lists(session)).toBeGreaterThan(before + 5)
    await session.end()
  })

  test('lets details and R go first', async () => {
    const session = await openSlow({ total: 4000 }, 300)
    await session.pass(2000)
    await session.press('A', 'enter')
    await session.pass(1500)
    const before = session.requests.length
    await session.press('G')
    await session.pass(2000)
    expect(session.requests.slice(before).some(({ url }) => /loans\/[\d,]+\.json/.test(url))).toBe(true)
    await session.press('R')
    await session.pass(2000)
    expect(
      session.requests.filter(({ url }) => !url.includes('page=') && url.includes('search')),
    ).toHaveLength(2)
    expect(session.mostAtOnce).toBe(1)
    await session.end()
  })
})

test('sorting the loaded rows reads no page', async () => {
  const session = await open({ total: 4000 })
  await session.pass(1000)
  const before = lists(session)
  await session.press('o', 'down', 'enter', 'O')
  await session.pass(5000)
  expect(lists(session)).toBe(before)
  // At the last row, a key asks for the next page.
  await session.press('G', 'G')
  await session.pass(1000)
  expect(lists(session)).toBe(before + 1)
  await session.end()
})
