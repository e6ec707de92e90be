/** Today and Portfolio: pages whose lines open, the marks that only a key moves, and where a lender's session starts. */
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/core/errors.ts'
import type { Send } from '../../src/core/http.ts'
import { day } from '../../src/core/time.ts'
import { memoryState } from '../harness/memory-state.ts'
import { noon, run } from '../harness.ts'
import { click, ManualClock, openSession, type SessionOptions, serviceOf } from './session.ts'

/** One market for all sessions. */
const market = serviceOf()

const env = { KIVA_LENDER: 'robin1001' }
const saved = 'loans search --status fundraising --sector Food'

/** What a lender keeps: a saved command and a shortlist. */
async function kept(): Promise<Map<string, string>> {
  const state = new Map([['shortlists/spring.txt', '2101484\n2101529\n2100080\n']])
  await run(['saved', 'add', 'food', '--', ...saved.split(' ')], { state })
  return state
}

const open = async (options: SessionOptions = {}, clock?: ManualClock) =>
  openSession({ argv: ['explore'], env, state: await kept(), send: market, ...options }, clock)

type Session = Awaited<ReturnType<typeof open>>

const screenOf = async (session: Session) => (await session.screen()).join('\n')
const atCursor = async (session: Session) =>
  (await session.screen()).find((line) => line.startsWith('>')) ?? ''

/** What `kiva today` would print. It moves no mark. */
const today = async (state: Map<string, string>) =>
  JSON.parse((await run(['today', '-o', 'json', '--peek'], { state, env, send: market })).stdout)

describe('the session of a lender', () => {
  test('starts at Today, at once with what is known, and its lines open before the look is here', async () => {
    const clock = new ManualClock()
    const send: Send = async (request, signal) => {
      await clock.sleep(60_000, signal)
      return market(request, signal)
    }
    const session = await open({ send }, clock)
    await session.until('Reading the changes …')
    const screen = await screenOf(session)
    expect(screen).toMatch(/Saved commands\n>? +food +loans search --status fundraising --sector Food/)
    expect(screen).toMatch(/Shortlists\n +spring +3 ids/)
    expect(screen).toContain('running today · esc stops')
    // Opening a line stops the look, whose page would cover the list.
    session.send('\r')
    await session.until('[1 Loans]')
    await session.pass(200_000)
    await session.until('fundraising · Food')
    expect(await screenOf(session)).not.toContain('── today')
    await session.press('H')
    expect(await screenOf(session)).not.toContain('Reading the changes')
    await session.end()
  })

  test('stops the look with esc, and with the key of a list', async () => {
    const clock = new ManualClock()
    const send: Send = async (request, signal) => {
      if (request.url.includes('/lenders/')) await clock.sleep(60_000, signal)
      return market(request, signal)
    }
    const session = await open({ send }, clock)
    await expect.poll(() => session.requests.some(({ url }) => url.includes('/lenders/'))).toBe(true)
    session.send('\x1b')
    await session.until('Stopped.')
    await session.quiet()
    await session.press('7')
    await session.until('running today')
    await session.press('j', '3')
    await session.until('[3 Teams]')
    await session.pass(200_000)
    expect(await screenOf(session)).toContain('[3 Teams]')
    // What was known before the look is nothing to come back to.
    await session.press('7')
    await session.until('running today')
    await session.end()
  })

  test.each<[string, SessionOptions, string]>([
    ['without a lender', { env: {} }, '[1 Loans]'],
    ['with a command line', { argv: ['explore', 'teams', 'search'] }, '[3 Teams]'],
    ['with --print', { argv: ['explore', '--print', 'ids'] }, '[1 Loans]'],
  ])('starts at a list %s', async (_, options, place) => {
    const session = await open(options)
    await session.until(place)
    expect(await screenOf(session)).not.toContain('── today')
    await session.end()
  })

  test('reads no list behind the page', async () => {
    const session = await open()
    await session.until('mark as seen')
    const paths = session.requests.map(({ url }) => new URL(url).pathname)
    expect(paths.filter((path) => path === '/v1/loans/search.json')).toHaveLength(2)
    await session.press('1')
    await session.until('[1 Loans]')
    expect(await screenOf(session)).toContain('>  2101484')
    await session.end()
  })

  test.each([
    ['Today', ['j', 'j'], []],
    ['Portfolio', ['8', 'j'], []],
    ['Today, left for Portfolio', ['8'], ['7']],
  ])('has %s as in another width once the terminal has it, without a request', async (_, keys, after) => {
    const sessions = await Promise.all([open({ columns: 80 }), open({ columns: 110 })])
    for (const session of sessions) {
      await session.until('mark as seen')
      for (const key of keys) {
        await session.press(key)
        if (key === '8') await session.until('── portfolio show')
      }
    }
    const [narrow, wide] = sessions
    const before = narrow.requests.length
    expect(await screenOf(narrow)).not.toBe(await screenOf(wide))
    await narrow.resize(110, 24)
    for (const session of sessions) await session.press(...after)
    const expected = await screenOf(wide)
    await expect.poll(() => screenOf(narrow)).toBe(expected)
    expect(narrow.requests.length).toBe(before)
    for (const session of sessions) await session.end()
  })

  test('in text mode begins with the numbered page, and seen marks it', async () => {
    const state = await kept()
    const { stdout } = await run(['explore', '--plain'], {
      ...{ state, env, send: market, terminal: 80 },
      stdin: '2\nseen\ntoday\nseen\nquit\n',
    })
    expect(stdout).toMatch(/Saved commands:\n1\. food: first look: 32 records marked\n/)
    expect(stdout).toMatch(/2\. 2101484, /)
    expect(stdout).toContain('fundraising, #2101484')
    expect(stdout).toContain('Marked as seen')
    expect((await today(state)).first_look).toBe(false)
  })
})

describe('Today', () => {
  test('opens its lines, and leads back to the line', async () => {
    const session = await open()
    await session.until('mark as seen')
    // One column is the cursor's, one stays free.
    const title = (await session.screen()).find((line) => line.startsWith(' Today '))
    expect([title?.endsWith('robin1001'), title?.length]).toEqual([true, 79])
    expect(await atCursor(session)).toMatch(/food +first look/)
    await session.press('down')
    expect(await atCursor(session)).toMatch(/2101484 +Hạnh/)
    await session.press('down', 'enter')
    await session.until('#2101529')
    await session.press('H')
    await session.until('── today')
    expect(await atCursor(session)).toContain('2101529')
    const { length } = session.requests
    await session.press('1')
    await session.until('[1 Loans]')
    await session.press('7')
    await session.until('[7 Today]')
    expect(await atCursor(session)).toContain('2101529')
    expect(session.requests.slice(length).filter(({ url }) => url.includes('/lenders/'))).toEqual([])
    const row = (await session.screen()).findIndex((line) => line.includes('food'))
    session.send(click(row, 6))
    await session.until('[1 Loans]')
    await session.until('fundraising · Food')
    expect((await session.end()).code).toBe(0)
  })

  test('moves no mark, until a key does', async () => {
    const state = await kept()
    const before = await today(state)
    const look = async (...keys: readonly string[]) => {
      const session = await open({ state })
      await session.until('mark as seen')
      await session.press(...keys)
      await session.end()
    }
    await look('R', 'enter', '7')
    expect(await today(state)).toEqual(before)
    expect(before.first_look).toBe(true)
    await look('m')
    const { first_look, saved: commands, portfolio } = await today(state)
    expect([first_look, commands[0].new, portfolio.changes]).toEqual([false, 0, []])
  })

  test('says that marks cannot be saved', async () => {
    const state = await kept()
    const folder = memoryState(state)
    const update = async () => {
      throw new KivaError('config', 'the disk is full')
    }
    const session = await open({ world: { state: async () => ({ ...folder, update }) } })
    await session.until('mark as seen')
    await session.press('m')
    await session.until('error: the disk is full')
    await session.end()
  })

  test('q quits', async () => {
    const session = await open()
    await session.until('mark as seen')
    await session.press('q')
    expect(session.isOver).toBe(true)
    expect((await session.end()).code).toBe(0)
  })
})

describe('Portfolio', () => {
  test.each(['sector', 'country', 'partner', 'year', 'status', 'gender'])(
    'a group by %s opens its loans',
    async (by) => {
      const send = market
      const { stdout } = await run(['portfolio', 'show', 'robin1001', '--by', by, '-o', 'json'], { send })
      const [group] = JSON.parse(stdout).by[by]
      const session = await open({ send })
      await session.press(':', `portfolio show robin1001 --by ${by}`, 'enter')
      await session.until('── portfolio show')
      await session.press('enter')
      await session.until('[2 Lenders]')
      await session.press('A', 'enter')
      await session.until(`${group.loans} loans`)
      await session.end()
    },
  )

  test('the rest of the groups opens all of them, and esc leads back', async () => {
    const session = await open()
    await session.press('8')
    await session.until('[8 Portfolio]')
    await session.press('down', 'down', 'down')
    expect(await atCursor(session)).toMatch(/\d+ more/)
    await session.press('enter')
    await session.until('--by sector --top 15')
    await session.press('esc')
    expect(await atCursor(session)).toMatch(/\d+ more/)
    await session.end()
  })

  test('without a lender says how to be known', async () => {
    const session = await open({ env: {} })
    await session.press('8')
    await session.until('error: no lender id for @me')
    await session.end()
  })
})

test('after a fortnight, the lines of Today are what kiva today prints', async () => {
  const state = await kept()
  await run(['today', '-o', 'json'], { state, env, send: market })
  const later = noon + 14 * day
  const send = serviceOf({ day: 14 })
  const session = await open({ state, send, columns: 120, rows: 50 }, new ManualClock(later))
  await session.until('mark as seen')
  const printed = await run(['today', '-o', 'json', '--peek'], { state, env, send, now: later })
  const { saved: commands, shortlists, portfolio } = JSON.parse(printed.stdout)
  const ids = [
    ...commands[0].first.map(({ id }: { id: number }) => id),
    ...shortlists.loans.map(({ item }: { item: { id: number } }) => item.id),
    ...portfolio.changes.map(({ item }: { item: { id: number } }) => item.id),
  ].map(String)
  const seen: string[] = []
  let before = ''
  for (;;) {
    const line = await atCursor(session)
    if (line === before) break
    before = line
    const [id] = /\d{7}/.exec(line) ?? []
    if (id !== undefined && !line.includes('shortlist remove')) seen.push(id)
    await session.press('down')
  }
  expect(seen).toEqual(ids)
  expect(commands[0].new).toBeGreaterThan(3)
  expect(portfolio.changes.length).toBeGreaterThan(10)
  await session.end()
})
