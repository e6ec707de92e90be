/** Commands that print a page, run within a session: what they print, stopping them, and what they cannot do. */
import { expect, test } from 'vitest'
import type { Send } from '../../src/core/http.ts'
import { ManualClock, openSession, serviceOf } from './session.ts'

const screenOf = async (session: Awaited<ReturnType<typeof openSession>>) =>
  (await session.screen()).join('\n')

test('portfolio show prints its page, which esc closes', async () => {
  const session = await openSession()
  await session.press(':', 'portfolio show robin1001', 'enter')
  await session.until('── portfolio show robin1001 · lines 1 to 19 of ')
  const first = await screenOf(session)
  expect(first).toContain('Robin')
  expect(first).toContain(' ↑↓ move  enter open  R run again  y copy command  esc close')
  expect(session.mostAtOnce).toBe(1)
  await session.press('G')
  expect(await screenOf(session)).toContain('kiva portfolio calendar robin1001')
  await session.press('esc')
  expect(await screenOf(session)).toContain('>  2101484')
  await session.end()
})

test('today prints what changed, also where a part fails', async () => {
  const state = new Map([['shortlists/spring.txt', '2101484\n2101529\n']])
  const session = await openSession({ state })
  await session.press(':', 'tod', 'enter')
  await session.until('── today')
  expect(await screenOf(session)).toContain('Hạnh')
  await session.end()
  const service = serviceOf()
  const broken = serviceOf({ faults: ['maintenance'] })
  const send: Send = (request, signal) =>
    (request.url.includes('/lenders/') ? broken : service)(request, signal)
  const other = await openSession({ state, send, env: { KIVA_LENDER: 'robin1001' } })
  await other.press(':', 'today', 'enter')
  await other.until('── today')
  await other.press('G')
  expect(await screenOf(other)).toContain('failed: The service is being looked after')
  await other.end()
})

test('shortlist commands change the lists that the session knows', async () => {
  const state = new Map<string, string>()
  const session = await openSession({ state })
  await session.press(':', 'shortlist add spring 7 8', 'enter')
  await session.until('Added 2 ids to spring.')
  await session.press('esc')
  await session.press(':', 'shortlist add spring -', 'enter')
  await session.until('error: - cannot be used in explore: stdin is used for keys')
  await session.press(':', 'shortlist remove spring', 'enter')
  await session.until('Deleted spring with 2 ids:')
  await session.end()
  expect([...state.keys()].filter((name) => name.startsWith('shortlists/'))).toEqual([])
})

test('portfolio suggest opens a list, headed by its words', async () => {
  const session = await openSession({ columns: 160 })
  await session.press(':', 'portfolio suggest robin1001', 'enter')
  await session.until(
    ' fundraising · 1 per country, 1 per partner · not lent by robin1001 · first 10 loans · by loans of robin1001 in country, in partner, in sector',
  )
  await session.end()
})

test('esc stops a command, whose requests end', async () => {
  const [clock, service] = [new ManualClock(), serviceOf()]
  const send: Send = async (request, signal) => {
    if (request.url.includes('/lenders/robin')) await clock.sleep(20_000, signal)
    return service(request, signal)
  }
  const session = await openSession({ send }, clock)
  await session.press(':', 'portfolio show robin1001', 'enter')
  await session.until('running portfolio show robin1001 · esc stops')
  await session.press('esc')
  await session.until('Stopped.')
  await session.press('2')
  await session.until(' newest · ')
  await session.end()
})

test('a command that fails says why, and one that asks or serves is named with how to run it', async () => {
  const session = await openSession()
  await session.press(':', 'portfolio show nobody-at-all', 'enter')
  await session.until('error: ')
  expect((await session.screen()).at(-2)).toMatch(/error: .*not found/)
  await session.press(':', 'config list', 'enter')
  await session.until('kiva config list is not a list or a record · Quit and run: kiva config list')
  await session.end()
})
