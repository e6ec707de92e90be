/** The requests to one origin: what is retried, what the events tell, and what a caller gets in the end. */
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/errors.ts'
import type { RunEvent } from '../../src/ports/events.ts'
import type { FetchOptions, HttpReply, Send } from '../../src/ports/http.ts'
import type { RetrySettings } from '../../src/transport/queue-state.ts'
import { OriginQueue } from '../../src/transport/retry.ts'
import { virtualClock } from '../harness/clock.ts'
import { jsonReply, noon, textReply } from '../harness.ts'

const never = new AbortController().signal
const quick: FetchOptions = { signal: never, retry: 'quick' }
const request = { method: 'GET', url: 'https://api.example.org/v1/loans/newest.json', headers: {} }
const page = jsonReply({ loans: [] })
const down = textReply('', 503)
const limit = jsonReply({ code: 'org.kiva.RateLimitExceeded', message: 'No more, please' }, 403)
const cause = new Error('ECONNRESET')
const broken = new KivaError('network', 'The connection broke', { transient: 'connection', cause })
const late = new KivaError('network', 'No response within 30s', { transient: 'timeout' })

/** Half of the longest wait. Only the last eight digits count. */
const nonce = () => `${'f'.repeat(24)}80000000`

/** Answers one after the other, then pages; an error is thrown. */
function queued(answers: readonly (HttpReply | Error)[], settings: Partial<RetrySettings> = {}) {
  const { now, sleep, passed } = virtualClock()
  const events: RunEvent[] = []
  const rest = [...answers]
  const times: number[] = []
  const send: Send = async () => {
    times.push(passed())
    const next = rest.shift() ?? page
    if (next instanceof Error) throw next
    return next
  }
  const queue = new OriginQueue({
    now,
    sleep,
    nonce,
    settings: { retries: 3, waitOnLimit: false, ...settings },
    emit: (event) => void events.push(event),
  })
  const fetch = (options: FetchOptions = quick) => queue.fetch(send, request, options)
  return { queue, fetch, events, times, now, sleep, passed }
}

/** The failure that a promise is rejected with. */
const failureOf = (promise: Promise<unknown>): Promise<KivaError> =>
  promise.then(
    () => expect.unreachable('nothing failed'),
    (error) => error,
  )

describe('a request that says nothing of retries is sent once', () => {
  test('a refusal is returned as a reply', async () => {
    const { fetch, events } = queued([down])
    expect(await fetch({ signal: never })).toBe(down)
    expect(events).toEqual([])
  })

  test('a failure is thrown as it is', async () => {
    const { fetch, events } = queued([broken])
    expect(await failureOf(fetch({ signal: never }))).toBe(broken)
    expect(events).toEqual([])
  })
})

describe('which failures are retried', () => {
  test('a timeout, only for a patient request', async () => {
    const quick = queued([late])
    expect(await failureOf(quick.fetch())).toBe(late)
    const patient = queued([late])
    expect(await patient.fetch({ signal: never, retry: 'patient' })).toBe(page)
    expect([quick.times.length, patient.times.length]).toEqual([1, 2])
  })

  test('no error of the code itself', async () => {
    const bug = new TypeError('x is not a function')
    const { fetch, times, events } = queued([bug])
    expect(await failureOf(fetch())).toBe(bug)
    expect([times.length, events]).toEqual([1, []])
  })

  test('none after the signal fired', async () => {
    const controller = new AbortController()
    const { queue, events } = queued([])
    const send: Send = async () => {
      controller.abort()
      throw broken
    }
    expect(await failureOf(queue.fetch(send, request, { signal: controller.signal, retry: 'quick' }))).toBe(
      broken,
    )
    expect(events).toEqual([])
  })

  test('an error of the service in a short document with status 200, and none in a longer one', async () => {
    const document = (length: number) =>
      textReply(JSON.stringify({ code: 'org.kiva.ServerMaintenance' }).padEnd(length))
    const short = queued([document(10_000)])
    expect(await short.fetch()).toBe(page)
    const long = document(10_001)
    expect(await queued([long]).fetch()).toBe(long)
  })
})

describe('the events of a retry', () => {
  test('tell each attempt, its wait, and the end of the wait', async () => {
    const { fetch, events } = queued([down, broken])
    await fetch()
    expect(events).toMatchObject([
      { kind: 'attempt', problem: { status: 503 }, tries: 1, maxTries: 4, wait: 250, givenUp: undefined },
      { kind: 'wait', reason: 'retry', problem: { status: 503 } },
      { kind: 'waited', wait: { kind: 'wait', reason: 'retry' } },
      { kind: 'attempt', problem: broken, tries: 2, maxTries: 4, wait: 500, givenUp: undefined },
      { kind: 'wait', reason: 'retry', problem: broken },
      { kind: 'waited', wait: { kind: 'wait', problem: broken } },
    ])
    const ends = events.map((event) => event.kind === 'wait' && event.until() - noon).filter(Boolean)
    expect(ends).toEqual([250, 750])
    expect(events.map((event) => event.kind === 'waited' && event.wait).filter(Boolean)).toEqual(
      events.filter(({ kind }) => kind === 'wait'),
    )
  })

  test('tell the end of a wait that a signal cut short', async () => {
    const controller = new AbortController()
    const { fetch, events, sleep, times } = queued([textReply('', 503, { 'retry-after': '20' })])
    const failed = failureOf(fetch({ signal: controller.signal, retry: 'quick' }))
    await sleep(100, never)
    const reason = new KivaError('interrupted', 'Interrupted')
    controller.abort(reason)
    expect(await failed).toBe(reason)
    expect(events.map(({ kind }) => kind)).toEqual(['attempt', 'wait', 'waited'])
    expect(times).toEqual([0])
  })

  test('tell the wait that the service asked for, if it is too long', async () => {
    const { fetch, events } = queued([textReply('', 503, { 'retry-after': '31' })])
    await failureOf(fetch())
    expect(events).toMatchObject([{ kind: 'attempt', tries: 1, maxTries: 4, wait: 31_000, givenUp: 'wait' }])
  })

  test('tell that there were too many tries', async () => {
    const { fetch, events } = queued([down, down], { retries: 1 })
    await failureOf(fetch())
    expect(events.at(-1)).toMatchObject({ kind: 'attempt', tries: 2, maxTries: 2, givenUp: 'tries' })
  })

  test('count no attempt that waits for the rate limit', async () => {
    const { fetch, events } = queued([limit, limit], { retries: 0, waitOnLimit: true })
    await fetch()
    expect(events.filter(({ kind }) => kind === 'attempt')).toMatchObject([
      { tries: 1, maxTries: 2, wait: 60_250, givenUp: undefined },
      { tries: 2, maxTries: 3, wait: 60_500, givenUp: undefined },
    ])
    expect(events.filter(({ kind }) => kind === 'wait')).toMatchObject([
      { reason: 'limit' },
      { reason: 'limit' },
    ])
  })
})

describe('the last failure', () => {
  test('of several tries says how many, and keeps the cause', async () => {
    const { fetch } = queued([broken, broken], { retries: 1 })
    const failure = await failureOf(fetch())
    expect(failure).toMatchObject({
      kind: 'network',
      message: 'The connection broke, tried 2 times',
      transient: 'connection',
    })
    expect(failure.cause).toBe(cause)
  })

  test('of one try is told as it is', async () => {
    const { fetch } = queued([broken], { retries: 0 })
    const failure = await failureOf(fetch())
    expect([failure.message, failure.hint, failure.cause]).toEqual(['The connection broke', undefined, cause])
  })

  test('of a rate limit adds the option to its hint', async () => {
    const { fetch } = queued([textReply('', 429)], { retries: 0 })
    expect(await failureOf(fetch())).toMatchObject({
      kind: 'rate-limited',
      message: 'too many requests (429)',
      hint: 'Wait 60 seconds before the next request. --wait-on-limit waits for you.',
    })
  })
})

describe('requests to one origin', () => {
  /** Spaces the next request by 10 s. */
  const few = { 'x-ratelimit-overall-limit': '60', 'x-ratelimit-overall-remaining': '6' }

  test('are spaced by the headers of a reply', async () => {
    const { fetch, times } = queued([jsonReply({}, 200, few)])
    await fetch()
    await fetch()
    expect(times).toEqual([0, 10_000])
  })

  test.each<[string, HttpReply]>([
    ['a refusal', jsonReply({}, 404, few)],
    ['an error with status 200', jsonReply({ code: 'org.kiva.Other', message: 'No' }, 200, few)],
    ['a cached reply', { ...jsonReply({}, 200, few), cacheAge: 1000 }],
  ])('are not spaced by the headers of %s', async (_, reply) => {
    const { fetch, times } = queued([reply])
    await fetch()
    await fetch()
    expect(times).toEqual([0, 0])
  })

  test('are no longer counted as concurrent when they are answered or have failed', async () => {
    const { fetch, times } = queued([broken, textReply('', 404), page, jsonReply({}, 200, few)])
    await failureOf(fetch({ signal: never }))
    for (const _ of [1, 2, 3]) await fetch()
    await fetch()
    expect(times).toEqual([0, 0, 0, 0, 10_000])
  })

  test('share their retries: none is left after 20, until they are refilled', async () => {
    const { queue, fetch, events, times } = queued(Array.from({ length: 100 }, () => down))
    for (let at = 0; at < 10; at += 1) await failureOf(fetch())
    // Six requests had three retries each, the seventh two, and the rest none.
    expect(times).toHaveLength(10 + 20)
    const last = () => events.findLast(({ kind }) => kind === 'attempt')
    expect(last()).toMatchObject({ tries: 1, givenUp: 'budget' })
    queue.refill()
    await failureOf(fetch())
    expect(times).toHaveLength(10 + 20 + 4)
    expect(last()).toMatchObject({ tries: 4, givenUp: 'tries' })
  })

  test('have more retries if one request may have more', async () => {
    const { queue, fetch, times } = queued(
      Array.from({ length: 100 }, () => down),
      { retries: 30 },
    )
    await failureOf(fetch())
    expect(times).toHaveLength(31)
    queue.refill()
    await failureOf(fetch())
    expect(times).toHaveLength(62)
  })

  test('get half a retry back for each success, and none for a refusal', async () => {
    const failures = Array.from({ length: 28 }, () => down)
    const { fetch, times } = queued([...failures, page, textReply('', 404), down, page, page, down])
    for (let at = 0; at < 8; at += 1) await failureOf(fetch())
    expect(times).toHaveLength(28)
    await fetch()
    await fetch()
    // One success and a refusal are not enough for a retry.
    await failureOf(fetch())
    expect(times).toHaveLength(31)
    await fetch()
    await fetch()
    // Two more successes are.
    await fetch()
    expect(times).toHaveLength(35)
  })
})
