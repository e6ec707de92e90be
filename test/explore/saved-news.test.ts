/** Saved commands in the facets pane: how many of their records are new, without opening them. */
import { expect, test } from 'vitest'
import type { Send } from '../../src/ports/http.ts'
import { jsonReply, run } from '../harness.ts'
import { openSession, type Session } from './session.ts'

/** A service with so many loans of each list, newest first. */
function serviceWith(counts: { search: number }): Send {
  return async ({ url }) => {
    const total = url.includes('/loans/search') ? counts.search : 2
    const loans = Array.from({ length: total }, (_, at) => ({ id: total - at, name: `Loan ${total - at}` }))
    return jsonReply({ paging: { page: 1, total, page_size: 20, pages: 1 }, loans })
  }
}

const lineOf = async (session: Session, name: string) =>
  (await session.screen()).map((line) => line.slice(0, 28).trim()).find((line) => line.startsWith(name))

const searches = ({ requests }: Session) => requests.filter(({ url }) => url.includes('/loans/search')).length

test('a saved command tells what is new since it was last opened, with one request', async () => {
  const state = new Map<string, string>()
  const counts = { search: 3 }
  const send = serviceWith(counts)
  const argv = ['explore', '--images', 'none', 'loans', 'newest']
  const open = () => openSession({ argv, send, state, columns: 160, rows: 45 })
  await run(['saved', 'add', 'food', '--', 'loans', 'search', '--sector', 'Food'], { state })

  // Nothing is new before it was opened for the first time.
  const first = await open()
  await first.until('food')
  await first.pass(1000)
  expect(await lineOf(first, 'food')).toBe('food')
  expect(searches(first)).toBe(1)
  await first.press('f', 'G', 'enter')
  await first.until('loans search')
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

test('a saved command that explore cannot open, or whose request fails, tells nothing', async () => {
  const state = new Map<string, string>()
  await run(['saved', 'add', 'mine', '--', 'portfolio', 'show', 'robin1001'], { state })
  await run(['saved', 'add', 'food', '--', 'loans', 'search', '--sector', 'Food'], { state })
  const sound = serviceWith({ search: 3 })
  const send: Send = async (request, signal) =>
    request.url.includes('/loans/search') ? jsonReply({}, 400) : sound(request, signal)
  const argv = ['explore', '--images', 'none', 'loans', 'newest']
  const session = await openSession({ argv, send, state, columns: 160, rows: 45 })
  await session.until('food')
  await session.pass(5000)
  expect([await lineOf(session, 'food'), await lineOf(session, 'mine')]).toEqual(['food', 'mine'])
  expect(searches(session)).toBe(1)
  expect((await session.screen()).join()).not.toContain('error')
  await session.end()
})
