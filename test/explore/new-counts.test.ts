/** Saved commands in the facets pane: how many of their records are new, without opening them. */
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/core/http.ts'
import { jsonReply, run } from '../harness.ts'
import { openSession, type Session } from './session.ts'

/** A service with so many loans of each list, newest first, 20 a page. Every second one is of Food. */
function serviceWith(counts: { search: number }): Send {
  return async ({ url }) => {
    const total = url.includes('/loans/search') ? counts.search : 2
    const page = Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1)
    const loans = Array.from({ length: total }, (_, at) => {
      const id = total - at
      return { id, name: `Loan ${id}`, sector: id % 2 === 0 ? 'Food' : 'Retail' }
    })
    const paging = { page, total, page_size: 20, pages: Math.ceil(total / 20) }
    return jsonReply({ paging, loans: loans.slice((page - 1) * 20, page * 20) })
  }
}

const argv = ['explore', '--images', 'none', 'loans', 'newest']

const lineOf = async (session: Session, name: string) =>
  (await session.screen()).map((line) => line.slice(0, 28).trim()).find((line) => line.startsWith(name))

async function untilSearches(session: Session, count: number): Promise<void> {
  for (let round = 0; round < 100 && searches(session) < count; round++) await session.pass(200)
  expect(searches(session)).toBe(count)
}

const searches = ({ requests }: Session) => requests.filter(({ url }) => url.includes('/loans/search')).length

test('a saved command has the count of what is new since it was last opened, after one request', async () => {
  const state = new Map<string, string>()
  const counts = { search: 3 }
  const send = serviceWith(counts)
  const open = () => openSession({ argv, send, state, columns: 160, rows: 45 })
  await run(['saved', 'add', 'food', '--', 'loans', 'search', '--sector', 'Food'], { state })

  // Nothing is new before it was opened for the first time.
  const first = await open()
  await first.until('food')
  await first.pass(1000)
  expect(await lineOf(first, 'food')).toBe('food')
  expect(searches(first)).toBe(1)
  await first.press('f', 'G', 'enter')
  await first.until(' Food · 3 loans')
  expect(searches(first)).toBe(2)
  await first.end()

  counts.search = 5
  for (const _ of ['counting', 'does not count as opening']) {
    const session = await open()
    await session.until('+2')
    expect(await lineOf(session, 'food')).toMatch(/^food +\+2$/)
    await session.press('j', 'k')
    await session.pass(1000)
    expect(searches(session)).toBe(1)
    expect(session.mostAtOnce).toBe(1)
    await session.end()
  }
})

test('a saved command that explore cannot open, or whose request fails, has no count', async () => {
  const state = new Map<string, string>()
  await run(['saved', 'add', 'mine', '--', 'portfolio', 'show', 'robin1001'], { state })
  await run(['saved', 'add', 'food', '--', 'loans', 'search', '--sector', 'Food'], { state })
  const sound = serviceWith({ search: 3 })
  const send: Send = async (request, signal) =>
    request.url.includes('/loans/search') ? jsonReply({}, 400) : sound(request, signal)
  const session = await openSession({ argv, send, state, columns: 160, rows: 45 })
  await session.until('food')
  await session.pass(5000)
  expect([await lineOf(session, 'food'), await lineOf(session, 'mine')]).toEqual(['food', 'mine'])
  expect(searches(session)).toBe(1)
  expect((await session.screen()).join()).not.toContain('error')
  await session.end()
})

test.each(['saved run held Retail', 'held Retail'])(
  'a saved command that takes values is not in the pane, and is typed with them: %s',
  async (typed) => {
    const state = new Map<string, string>()
    await run(['saved', 'add', 'held', '--', 'loans', 'search', '--sector', '{1}'], { state })
    await run(['saved', 'add', 'food', '--', 'loans', 'search', '--sector', 'Food'], { state })
    const session = await openSession({
      argv,
      send: serviceWith({ search: 3 }),
      state,
      columns: 160,
      rows: 45,
    })
    await session.until('food')
    expect((await session.screen()).join('\n')).not.toContain('held')
    await session.press(':', typed, 'enter')
    await session.until('Retail ')
    expect(session.requests.some(({ url }) => url.includes('sector=Retail'))).toBe(true)
    await session.end()
  },
)

test('R counts again what could not be counted', async () => {
  const state = new Map<string, string>()
  await run(['saved', 'add', 'food', '--', 'loans', 'search'], { state })
  const sound = serviceWith({ search: 3 })
  let isDown = true
  const send: Send = async (request, signal) =>
    isDown && request.url.includes('/loans/search') ? jsonReply({}, 400) : sound(request, signal)
  const session = await openSession({ argv, send, state, columns: 160, rows: 45 })
  await session.until('food')
  await untilSearches(session, 1)
  isDown = false
  await session.pass(5000)
  expect(searches(session)).toBe(1)
  await session.press('R')
  await untilSearches(session, 2)
  await session.end()
})

describe('opened', () => {
  const saved = async (words: readonly string[]) => {
    const state = new Map<string, string>()
    await run(['saved', 'add', 'food', '--', 'loans', 'search', ...words], { state })
    return state
  }
  const openFood = async (state: Map<string, string>, send: Send) => {
    const session = await openSession({ argv, send, state, columns: 160, rows: 45 })
    await session.until('food')
    await session.pass(1000)
    await session.press('f', 'G', 'enter')
    await session.until('SECTOR')
    await session.pass(1000)
    return session
  }
  test.each([
    ['all', []],
    ['filtered', ['--where', '.sector == "Food"']],
  ])('nothing is new at the next time: %s', async (_, words) => {
    const state = await saved(words)
    const send = serviceWith({ search: 900 })
    await (await openFood(state, send)).end()
    for (const _ of ['second', 'third']) {
      const session = await openFood(state, send)
      expect((await session.screen()).join('\n')).not.toMatch(/\d new/)
      await session.end()
    }
  })

  test('records of later pages, read for the first time, are not new', async () => {
    const state = await saved([])
    const send = serviceWith({ search: 200 })
    await (await openFood(state, send)).end()
    const session = await openFood(state, send)
    for (let count = 0; count < 3; count++) await session.press('G', 'G')
    await session.until('all 200 loaded')
    expect((await session.screen()).join('\n')).not.toMatch(/\d new/)
    await session.end()
  })

  test('its count does not come back', async () => {
    const state = await saved([])
    const counts = { search: 3 }
    await (await openFood(state, serviceWith(counts))).end()
    counts.search = 5
    const session = await openFood(state, serviceWith(counts))
    expect((await session.screen()).join('\n')).toContain('2 new')
    // The other list takes the place of the saved command in the history.
    await session.press('H', ':', 'loans newest --limit 3', 'enter')
    await session.pass(2000)
    expect(await lineOf(session, 'food')).toBe('food')
    await session.end()
  })
})
