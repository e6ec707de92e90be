/** How fast requests follow each other, by the rate limit headers of replies. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { World } from '../../src/core/context.ts'
import { Pace, throttle, type WaitFor } from '../../src/transport/pace.ts'
import { virtualClock } from '../harness/clock.ts'
import { noon } from '../harness.ts'

describe('pace', () => {
  const start = 1_000_000
  const minute = 60_000

  /** The headers of one limit. */
  const limitOf = (remaining: number | string, limit: number | string = 60, name = 'overall') => ({
    [`x-ratelimit-${name}-limit`]: String(limit),
    [`x-ratelimit-${name}-remaining`]: String(remaining),
  })

  let pace: Pace
  beforeEach(() => {
    pace = new Pace()
  })

  /** Sends so many requests at the same time. */
  function send(count: number, at = start): void {
    for (let sent = 0; sent < count; sent += 1) pace.sent(at)
  }

  /** The time from the last request to the next one, after one request is answered with these headers. */
  function spacingAfter(headers: Readonly<Record<string, string>> | undefined, at = start): number {
    pace.sent(at)
    pace.answered(at, headers)
    return Math.max(0, pace.opensAt - at)
  }

  describe('requests are not spaced', () => {
    test('at first', () => {
      expect(pace.opensAt).toBe(0)
    })

    test.each([
      ['the reply has no limit', {}],
      ['the reply has a limit without a count', { 'x-ratelimit-overall-limit': '60' }],
      ['the reply has a count without a limit', { 'x-ratelimit-overall-remaining': '1' }],
      ['the limit is 0', limitOf(0, 0)],
      ['the count is negative', limitOf(-1)],
      ['the limit is no number', limitOf(1, 'many')],
      ['more than a tenth of the limit remains', limitOf(7)],
      ['the whole limit remains', limitOf(1, 1)],
    ])('while %s', (_, headers) => {
      expect(spacingAfter(headers)).toBe(0)
    })

    test('while more requests remain than were ever concurrent', () => {
      send(8)
      pace.answered(start, limitOf(9, 20))
      expect(pace.opensAt).toBe(0)
      pace.answered(start, limitOf(8, 20))
      expect(pace.opensAt).toBeGreaterThan(start)
    })

    test('after a clock was set back, either', () => {
      pace.sent(start)
      pace.answered(start, {})
      expect(pace.opensAt).toBeLessThanOrEqual(start - minute)
    })
  })

  describe('the last requests of a window are spread over the rest of it', () => {
    test.each([
      [limitOf(6), 10_000],
      [limitOf(5), 12_000],
      [limitOf(5, 60, 'specific'), 12_000],
      [limitOf(6, 500), 10_000],
      [limitOf(49, 500), 1225],
    ])('%j: one every %i ms', (headers, spacing) => {
      expect(spacingAfter(headers)).toBe(spacing)
    })

    test('never with more than 30 s between two of them', () => {
      expect(spacingAfter(limitOf(1))).toBe(30_000)
      expect(spacingAfter(limitOf(0))).toBe(30_000)
    })

    test('counted from the last request that was sent', () => {
      pace.sent(start)
      pace.answered(start + 400, limitOf(6))
      expect(pace.opensAt).toBe(start + 10_000)
      pace.sent(start + 10_000)
      expect(pace.opensAt).toBe(start + 20_000)
    })

    test('less the requests that are under way', () => {
      send(4)
      pace.answered(start, limitOf(6))
      expect(pace.opensAt).toBe(start + minute / 3)
      pace.answered(start, limitOf(5))
      pace.answered(start, limitOf(4))
      pace.answered(start, limitOf(4))
      expect(pace.opensAt).toBe(start + minute / 4)
    })

    test('at least one of them, if more requests are under way than remain', () => {
      send(5)
      pace.answered(start, limitOf(3))
      expect(pace.opensAt).toBe(start + 30_000)
    })

    test('by the time that is left', () => {
      spacingAfter(limitOf(6))
      expect(spacingAfter(limitOf(5), start + minute / 2)).toBe(6000)
    })

    test('no faster than the limit allows as a whole, however little time is left', () => {
      spacingAfter(limitOf(6))
      expect(spacingAfter(limitOf(6), start + minute - 1)).toBe(1000)
      expect(spacingAfter(limitOf(6), start + 5 * minute)).toBe(1000)
    })

    test('rounded up to whole milliseconds', () => {
      expect(spacingAfter(limitOf(1, 7))).toBe(30_000)
      expect(spacingAfter(limitOf(1, 7), start + minute)).toBe(8572)
    })

    test('by the slower one of the two limits', () => {
      const both = (overall: number, specific: number) => ({
        ...limitOf(overall),
        ...limitOf(specific, 60, 'specific'),
      })
      expect(spacingAfter(both(6, 5))).toBe(12_000)
      expect(spacingAfter(both(5, 6))).toBe(12_000)
    })

    test.each([
      { 'x-ratelimit-specific-limit': '60' },
      { 'x-ratelimit-specific-remaining': '0' },
      limitOf('?', 60, 'specific'),
    ])('by one of them, if the other one is %j', (other) => {
      expect(spacingAfter({ ...limitOf(6), ...other })).toBe(10_000)
    })
  })

  describe('a new window', () => {
    test('begins when more remain than before: the rest is a whole window again', () => {
      spacingAfter(limitOf(2), start)
      expect(spacingAfter(limitOf(6), start + minute)).toBe(10_000)
    })

    test('does not begin with a reply that overtook another one', () => {
      send(3)
      pace.answered(start, limitOf(2))
      pace.answered(start, limitOf(4))
      pace.answered(start, limitOf(3))
      // The highest count that three concurrent requests explain.
      expect(spacingAfter(limitOf(6), start + minute / 2)).toBe(minute / 2 / 6)
    })

    test('begins with a count that concurrent requests do not explain', () => {
      send(3)
      for (const remaining of [4, 3, 2]) pace.answered(start, limitOf(remaining))
      expect(spacingAfter(limitOf(6), start + minute / 2)).toBe(10_000)
    })

    test('ends the spacing, as soon as a reply tells of it', () => {
      expect(spacingAfter(limitOf(3))).toBe(20_000)
      expect(spacingAfter(limitOf(59), start + 20_000)).toBe(0)
    })
  })

  test('a failed request changes no spacing, and is no longer under way', () => {
    expect(spacingAfter(limitOf(6))).toBe(10_000)
    expect(spacingAfter(undefined, start + 10_000)).toBe(10_000)
    expect(spacingAfter(limitOf(5), start + 20_000)).toBe(8000)
  })

  describe('a pause', () => {
    test('holds all requests until it ends', () => {
      pace.pause(start + 5000)
      expect(pace.opensAt).toBe(start + 5000)
      expect([start, start + 4999, start + 5000].map((now) => pace.isPaused(now))).toEqual([
        true,
        true,
        false,
      ])
    })

    test('is not shortened by another one', () => {
      pace.pause(start + 5000)
      pace.pause(start + 1000)
      expect(pace.opensAt).toBe(start + 5000)
      pace.pause(start + 9000)
      expect(pace.opensAt).toBe(start + 9000)
    })

    test('and the spacing both hold: the later end counts', () => {
      spacingAfter(limitOf(6))
      pace.pause(start + 5000)
      expect(pace.opensAt).toBe(start + 10_000)
      pace.pause(start + 15_000)
      expect(pace.opensAt).toBe(start + 15_000)
    })
  })
})

/** Requests that take turns, as the pace allows. Time passes on a clock of the test. */
describe('throttle', () => {
  const never = new AbortController().signal

  /** A pace, its turns, and what was waited for. */
  function throttled(pace = new Pace()) {
    const { now, sleep, passed } = virtualClock()
    const waits: { readonly reason: string; readonly until: number }[] = []
    const slept: number[] = []
    const noted: World['sleep'] = (milliseconds, signal) => {
      slept.push(milliseconds)
      return sleep(milliseconds, signal)
    }
    const waitFor: WaitFor = async ({ reason, until }, work) => {
      waits.push({ reason, until: until() - noon })
      await work()
    }
    const turn = throttle(pace, { now, sleep: noted }, waitFor)
    return { pace, turn, waits, slept, passed, sleep }
  }

  /** Spaces requests by so many milliseconds, from 10 s to 30 s. */
  function spaced(milliseconds: number): Pace {
    const pace = new Pace()
    pace.sent(noon)
    pace.answered(noon, {
      'x-ratelimit-overall-limit': '60',
      'x-ratelimit-overall-remaining': String(60_000 / milliseconds),
    })
    return pace
  }

  test('as long as nothing limits them, requests do not wait', async () => {
    const { turn, waits, slept } = throttled()
    await Promise.all([turn(never), turn(never), turn(never)])
    expect([waits, slept]).toEqual([[], []])
  })

  test('a pause that is over is not waited for', async () => {
    const { pace, turn, waits } = throttled()
    pace.pause(noon)
    await turn(never)
    expect(waits).toEqual([])
  })

  test('a pause is waited for as a limit, with its end', async () => {
    const { pace, turn, waits, passed } = throttled()
    pace.pause(noon + 2500)
    await turn(never)
    expect([waits, passed()]).toEqual([[{ reason: 'limit', until: 2500 }], 2500])
  })

  test('a request waits exactly as long as it may, and fails at once if it were longer', async () => {
    const { pace, turn, waits, passed } = throttled()
    pace.pause(noon + 2500)
    await expect(turn(never, 2499)).rejects.toMatchObject({ kind: 'rate-limited' })
    expect([waits, passed()]).toEqual([[], 0])
    await turn(never, 2500)
    expect(passed()).toBe(2500)
  })

  test('the spacing is waited for as a pace, one request after the other', async () => {
    const { turn, waits, passed } = throttled(spaced(30_000))
    const times: number[] = []
    await Promise.all([1, 2, 3].map(() => turn(never).then(() => times.push(passed()))))
    expect(times).toEqual([30_000, 60_000, 90_000])
    expect(waits).toEqual(times.map((until) => ({ reason: 'pace', until })))
  })

  test('a wait checks the pace every second, and never sleeps beyond its end', async () => {
    const { pace, turn, slept } = throttled()
    pace.pause(noon + 2500)
    await turn(never)
    expect(slept).toEqual([1000, 1000, 500])
    pace.pause(noon + 4500)
    await turn(never)
    expect(slept.slice(3)).toEqual([1000, 1000])
  })

  describe('a pace that changes meanwhile', () => {
    test('makes the wait longer', async () => {
      const { pace, turn, waits, sleep, passed } = throttled()
      pace.pause(noon + 2000)
      const waited = turn(never)
      await sleep(1500, never)
      pace.pause(noon + 8000)
      await waited
      expect([passed(), waits.length]).toEqual([8000, 1])
    })

    test('ends the wait within a second', async () => {
      const { pace, turn, sleep, passed } = throttled(spaced(30_000))
      const waited = turn(never)
      await sleep(1500, never)
      pace.sent(noon + 1500)
      pace.answered(noon + 1500, {})
      await waited
      expect(passed()).toBe(2000)
    })
  })

  test('a signal ends the wait with its reason, and the next request goes on waiting', async () => {
    const { pace, turn, sleep, passed } = throttled()
    pace.pause(noon + 5000)
    const controller = new AbortController()
    const given = turn(controller.signal)
    const next = turn(never)
    const reason = new Error('not needed any more')
    await sleep(1500, never)
    controller.abort(reason)
    await expect(given).rejects.toBe(reason)
    expect(passed()).toBe(1500)
    await next
    expect(passed()).toBeGreaterThanOrEqual(5000)
  })

  test('a request counts as sent when its turn comes', async () => {
    const { pace, turn } = throttled()
    await Promise.all([turn(never), turn(never)])
    pace.answered(noon, { 'x-ratelimit-overall-limit': '60', 'x-ratelimit-overall-remaining': '4' })
    // One of the two is under way, so three remain.
    expect(pace.opensAt).toBe(noon + 20_000)
  })
})
