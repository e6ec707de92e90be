/** Sessions against a service with faults, with rate limits, and with hostile text. */
import { describe, expect, test } from 'vitest'
import { type FaultName, faultNames } from '../../src/commands/actions/sandbox.ts'
import type { Send } from '../../src/core/http.ts'
import { run } from '../harness.ts'
import { offencesIn } from '../recorder/judge.ts'
import { click, ManualClock, openSession, type Session, type SessionOptions, serviceOf } from './session.ts'

/** Returns the number of records that the second line of the screen tells. */
async function loaded(session: Session): Promise<number> {
  const [, line = ''] = await session.screen()
  return Number(/([\d,]+) loaded/.exec(line)?.[1]?.replaceAll(',', '') ?? Number.NaN)
}

const banner = async (session: Session) =>
  (await session.screen()).find((line) => line.startsWith(' error: '))?.trim()

/** Faults after which the command line fails too. The others change only what a page holds. */
const failing: ReadonlySet<FaultName> = new Set([
  'rate-limit',
  'server-error',
  'maintenance',
  'redirect',
  'cut',
  'reset',
  'reset-body',
  'wrong-charset',
  'wrong-encoding',
  'gzip-bomb',
  'huge-body',
  'deep-json',
])

describe('the fault', () => {
  test.each(faultNames)('%s ends no session and loses no row', async (name) => {
    const clock = new ManualClock()
    const sound = serviceOf({ loans: 1000, clock })
    const broken = serviceOf({ loans: 1000, faults: [{ name, probability: 1 }], clock })
    let isBroken = false
    const send: Send = (request, signal) => (isBroken ? broken : sound)(request, signal)
    const argv = ['loans', 'newest']
    // Requests for photos would change which of several errors the next request gets.
    const options = { argv: ['explore', '--images', 'none', ...argv], send, columns: 110, rows: 30 }
    const session = await openSession(options, clock)
    const before = await loaded(session)
    expect(before).toBeGreaterThanOrEqual(20)

    isBroken = true
    let most = before
    const stays = async () => {
      const now = await loaded(session)
      expect(now).toBeGreaterThanOrEqual(most)
      most = now
    }
    for (const key of ['G', 'G', 'enter', 'J', 'left', '/', 'a', 'esc', 'v', 'esc', 'g', 'G']) {
      await session.press(key)
      await stays()
    }
    await session.pass(4000)
    await stays()
    if (failing.has(name)) {
      const { stderr, code } = await run([...argv, '--page', '3'], { send: broken, now: clock.now })
      expect(code).toBeGreaterThan(0)
      const { message } = JSON.parse(stderr).error
      // The words of some failures are loaded when they are needed.
      await session.until(' error: ')
      expect(await banner(session)).toContain(`error: ${message}`.slice(0, 50))
      expect(await banner(session)).toMatch(/R retries$/)
      // Still broken: another request, and the rows stay.
      const { length } = session.requests
      await session.press('R')
      expect(session.requests.length).toBeGreaterThan(length)
      await stays()
      expect(await banner(session)).toMatch(/R retries$/)
    }

    isBroken = false
    await session.pass(5000)
    await session.press('R')
    await session.pass(5000)
    if (failing.has(name)) expect(await loaded(session)).toBeGreaterThan(most)
    expect(await banner(session)).toBeUndefined()
    expect(session.mostAtOnce).toBe(1)
    expect(session.isOver).toBe(false)
    expect((await session.end()).code).toBe(0)
  })

  test('reset, a lost connection, says from when the rows are', async () => {
    const clock = new ManualClock()
    let isOffline = false
    const [sound, broken] = [serviceOf({ clock }), serviceOf({ faults: ['reset'], clock })]
    const send: Send = (request, signal) => (isOffline ? broken : sound)(request, signal)
    const session = await openSession(
      { argv: ['explore', '--images', 'none', 'loans', 'newest'], send },
      clock,
    )
    const status = async () => (await session.screen()).at(-2)
    expect(await status()).toMatch(/read 12:00:\d\d UTC$/)
    isOffline = true
    await session.press('G')
    await session.pass(60_000)
    await session.until(' error: ')
    expect(await status()).toMatch(/from 12:00 UTC, no network$/)
    isOffline = false
    await session.press('R')
    expect(await status()).toMatch(/read 12:01:\d\d UTC$/)
    await session.end()
  })

  test('of the first page leaves an error, a hint and a way on in place of rows', async () => {
    let isBroken = true
    const [sound, broken] = [serviceOf(), serviceOf({ faults: ['maintenance'] })]
    const send: Send = (request, signal) => (isBroken ? broken : sound)(request, signal)
    const session = await openSession({ argv: ['explore', 'loans', 'newest'], send })
    const lines = await session.screen()
    expect(lines[3]).toBe(' error: The service is being looked after and will be back soon')
    expect(lines[4]).toMatch(/^ hint: /)
    expect(lines).toContain(' R retries')
    isBroken = false
    await session.press('R')
    expect(await loaded(session)).toBeGreaterThanOrEqual(20)
    await session.end()
  })
})

describe('the rate limit', () => {
  const list = ['explore', 'loans', 'search']

  /** Opens a session after others have sent so many searches in this minute. */
  async function openAfter(searches: number, options: SessionOptions = {}) {
    const clock = new ManualClock()
    const inner = serviceOf({ rateLimit: true, clock })
    const refused: string[] = []
    const send: Send = async (request, signal) => {
      const reply = await inner(request, signal)
      if (reply.status === 403) refused.push(request.url)
      return reply
    }
    const request = {
      method: 'GET',
      url: 'https://api.kivaws.org/v1/loans/search.json',
      headers: {},
    } as const
    for (let sent = 0; sent < searches; sent++) await send(request, new AbortController().signal)
    const session = await openSession({ argv: list, send, ...options }, clock)
    return { session, refused }
  }

  test('leaves room: below half of it nothing is read ahead', async () => {
    const { session: free } = await openAfter(0)
    expect(free.requests.length).toBeGreaterThan(1)
    const { session } = await openAfter(16)
    expect((await session.screen())[0]).toMatch(/ 13\/30$/)
    expect(session.requests).toHaveLength(1)
    // What is needed for the record in focus is still read.
    await session.press('enter')
    expect(session.requests).toHaveLength(2)
  })

  test('keeps its last fifth for what keys ask for', async () => {
    const { session } = await openAfter(24)
    expect((await session.screen())[0]).toMatch(/ 5\/30$/)
    await session.press('enter', 'J', 'J', 'left')
    await session.pass(1000)
    expect(session.requests).toHaveLength(1)
    await session.press('G')
    await session.pass(20_000)
    expect(session.requests).toHaveLength(2)
  })

  test('is never exceeded: requests wait with a countdown while everything loaded works', async () => {
    const { session, refused } = await openAfter(0)
    for (let page = 0; page < 40; page++) await session.press('G')
    expect((await session.screen()).at(-2)).toMatch(/^ waiting \d+s for the rate limit/)
    const { length } = session.requests
    const before = await loaded(session)
    await session.press('g', '/', 'kenya')
    expect((await session.screen())[1]).toMatch(/ filter kenya · \d+ of \d+ loaded/)
    await session.press('enter', 'enter', 'left', 'esc')
    expect(await loaded(session)).toBe(before)
    expect(session.requests).toHaveLength(length)
    await session.pass(61_000)
    expect(session.requests.length).toBeGreaterThan(length)
    expect(await loaded(session)).toBeGreaterThan(before)
    expect(refused).toEqual([])
    expect(session.mostAtOnce).toBe(1)
    await session.end()
  })

  test('is not exceeded by reading all pages either', async () => {
    const { session, refused } = await openAfter(0)
    await session.press('A', 'enter')
    await session.pass(300_000)
    expect((await session.screen())[1]).toMatch(/ 2,000 loans · .* loaded/)
    expect(refused).toEqual([])
    expect(session.mostAtOnce).toBe(1)
    await session.end()
  })
})

describe('hostile text', () => {
  const send = serviceOf({ faults: ['hostile-text'], loans: 300 })
  const tabs = [
    ['loans', 'newest'],
    ['lenders', 'newest'],
    ['teams', 'search'],
    ['partners', 'list'],
    ['journal-entries', 'search'],
    ['lending-actions', 'recent'],
    ['loans', 'show', '2100001', '2100002'],
  ]
  const keys =
    'j enter down J r left f down left / a enter o down enter esc s esc ? esc ! esc v v v space m m y i y j'

  test.each(tabs)('of %s %s stays data', async (...tab) => {
    const size = { columns: 130, rows: 30 }
    const session = await openSession({ argv: ['explore', ...tab], send, ...size })
    await session.press(...keys.split(' '))
    session.send(click(2, 40))
    await session.resize(60, 18)
    await session.press('enter', 'down', 'space', 'left', 'y', 'y', 'x', 'enter')
    // The real terminal shows the cursor again when it is given back.
    const text = `${session.terminal.written()}\x1b[?25h`
    const occasions = new Set(['color', 'explore'] as const)
    expect(offencesIn({ text, stream: 'stdout', occasions })).toEqual([])
    expect(session.isOver).toBe(false)
    await session.end()
  })

  test.each(['ids', 'json', 'ndjson', 'url'])('printed as %s passes the gate', async (format) => {
    const options = { argv: ['explore', 'lenders', 'newest', '--print', format], send }
    const session = await openSession(options)
    await session.press('space', 'space', 'j', 'space', 'enter')
    const { code, stdout } = await session.end()
    expect(code).toBe(0)
    expect(stdout).not.toBe('')
    expect(offencesIn({ text: stdout, stream: 'stdout', occasions: new Set(['color'] as const) })).toEqual([])
  })
})
