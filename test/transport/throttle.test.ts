/** Requests that take turns, as the pace allows. Time passes on a clock of the test. */
import { describe, expect, test } from 'vitest'
import type { World } from '../../src/context.ts'
import { Pace } from '../../src/transport/pace.ts'
import { throttle, type WaitFor } from '../../src/transport/throttle.ts'
import { virtualClock } from '../harness/clock.ts'
import { noon } from '../harness.ts'

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
