import { expect, test } from 'vitest'
import { Alarm, FramePacer } from '../../src/explore/display.ts'

/** A pacer with a clock that the test moves. */
function start() {
  const clock = { now: 10_000 }
  const frames = new FramePacer(() => clock.now)
  const pass = (milliseconds: number) => {
    clock.now += milliseconds
  }
  /** How long the next frame has to wait. */
  const wait = () => Math.max(0, frames.mayDrawAt() - clock.now)
  /** Waits for the last reply; returns how long. `replyAfter`: when it comes. */
  const last = async (endsSoon: boolean, replyAfter = Number.POSITIVE_INFINITY) => {
    const begin = clock.now
    await frames.lastReply(async (milliseconds) => {
      if (milliseconds >= replyAfter) frames.replied()
      pass(Math.min(milliseconds, replyAfter))
    }, endsSoon)
    return clock.now - begin
  }
  return { frames, pass, wait, last }
}

test('a terminal that replies gets the next frame after its reply', () => {
  const { frames, pass, wait } = start()
  expect(wait()).toBe(0)
  expect(frames.draws()).toBe(true)
  pass(300)
  frames.replied()
  expect(wait()).toBe(0)
  expect(frames.draws()).toBe(true)
  pass(300)
  expect(wait()).toBe(1700)
  expect(frames.mayDraw()).toBe(false)
  frames.replied()
  expect(frames.mayDraw()).toBe(true)
})

test('a line is slow if even the fastest reply takes more than 200 ms', () => {
  const { frames, pass } = start()
  expect(frames.isSlow).toBe(false)
  for (const [milliseconds, isSlow] of [
    [300, true],
    [201, true],
    [200, false],
    [900, false],
  ] as const) {
    frames.draws()
    pass(milliseconds)
    frames.replied()
    expect(frames.isSlow).toBe(isSlow)
  }
})

test('until the first reply there are ten frames a second, and one question', () => {
  const { frames, pass, wait } = start()
  expect(frames.draws()).toBe(true)
  expect(wait()).toBe(100)
  pass(100)
  expect(frames.draws()).toBe(false)
  expect(wait()).toBe(100)
})

test('a terminal that never replies is asked twice', () => {
  const { frames, pass, wait } = start()
  const asked = Array.from({ length: 100 }, () => {
    pass(100)
    return frames.draws()
  })
  expect(asked.filter(Boolean)).toHaveLength(2)
  expect(wait()).toBe(100)
})

test('a terminal that becomes mute gets ten frames a second after two lost replies', () => {
  const { frames, pass, wait } = start()
  frames.draws()
  frames.replied()
  frames.draws()
  for (const expected of [2000, 2000, 100, 100]) {
    expect(wait()).toBe(expected)
    pass(expected)
    frames.draws()
  }
  frames.replied()
  expect(wait()).toBe(0)
})

test('a resized terminal gets at most 30 frames a second', () => {
  const { frames, wait } = start()
  frames.draws()
  frames.replied()
  frames.resized()
  expect(wait()).toBe(33)
})

test('after a stop nothing waits for the reply that a shell may have read', () => {
  const { frames, wait } = start()
  frames.draws()
  frames.replied()
  frames.draws()
  expect(wait()).toBe(2000)
  frames.takenAgain()
  expect(wait()).toBe(0)
})

test('the end waits for the reply under way, and not for long after a signal', async () => {
  const { frames, last } = start()
  expect(await last(false)).toBe(0)
  frames.draws()
  expect(await last(true)).toBe(500)
  expect(await last(false)).toBe(500)
  frames.replied()
  frames.draws()
  expect(await last(false, 300)).toBe(300)
  expect(await last(false)).toBe(0)
})

test('a wake-up before the wait ends it', async () => {
  const alarm = new Alarm({ now: () => 0, sleep: () => new Promise<void>(() => {}) })
  alarm.ring()
  await alarm.pause()
  let isOver = false
  const paused = alarm.pause(1000).then(() => {
    isOver = true
  })
  await Promise.resolve()
  expect(isOver).toBe(false)
  alarm.ring()
  await paused
  expect(isOver).toBe(true)
})

test('a wait with an earlier end replaces the sleep, a later one uses it', async () => {
  const slept: { readonly milliseconds: number; readonly signal: AbortSignal; readonly end: () => void }[] =
    []
  const sleep = (milliseconds: number, signal: AbortSignal) =>
    new Promise<void>((end) => {
      slept.push({ milliseconds, signal, end })
    })
  const alarm = new Alarm({ now: () => 0, sleep })
  for (const milliseconds of [2000, 120, 300]) {
    const paused = alarm.pause(milliseconds)
    alarm.ring()
    await paused
  }
  expect(slept.map(({ milliseconds, signal }) => [milliseconds, signal.aborted])).toEqual([
    [2000, true],
    [120, false],
  ])
  const paused = alarm.pause(300)
  slept[1]?.end()
  await paused
  void alarm.pause(300)
  expect(slept.map(({ milliseconds }) => milliseconds)).toEqual([2000, 120, 300])
  alarm.close()
  expect(slept.at(-1)?.signal.aborted).toBe(true)
})
