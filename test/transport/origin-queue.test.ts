/** The requests to one origin: what is retried, what the events tell, and what a caller gets in the end. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/core/errors.ts'
import type { RunEvent } from '../../src/core/events.ts'
import type { FetchOptions, HttpReply, HttpRequest, Send } from '../../src/core/http.ts'
import { originQueue } from '../../src/transport/origin-queue.ts'
import { RetryBudget, type RetrySettings } from '../../src/transport/pace.ts'
import { backoff, isRetryable, minWaitOf } from '../../src/transport/wait-after.ts'
import { virtualClock } from '../harness/clock.ts'
import { jsonReply, noon, type RunOptions, run, textReply } from '../harness.ts'

describe('origin queue', () => {
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
    const queue = originQueue({
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

    test('only a failure without a reply needs a new connection for the next try', async () => {
      const sent: unknown[] = []
      const answers = [down, broken, late, down]
      const send: Send = async ({ needsNewConnection }) => {
        sent.push(needsNewConnection)
        const next = answers.shift() ?? page
        if (next instanceof Error) throw next
        return next
      }
      const options = { signal: never, retry: 'patient' } as const
      expect(await queued([], { retries: 4 }).queue.fetch(send, request, options)).toBe(page)
      expect(sent).toEqual([undefined, undefined, true, true, undefined])
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
      expect(events).toMatchObject([
        { kind: 'attempt', tries: 1, maxTries: 4, wait: 31_000, givenUp: 'wait' },
      ])
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
      expect([failure.message, failure.hint, failure.cause]).toEqual([
        'The connection broke',
        undefined,
        cause,
      ])
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
})

/** Requests that are tried again, by whole commands on a clock that costs no time. */
describe('retry', () => {
  const page = jsonReply({ paging: { page: 1, total: 1, page_size: 20, pages: 1 }, loans: [{ id: 1 }] })
  const limit = { code: 'org.kiva.RateLimitExceeded', message: 'No more, please' }
  const maintenance = { code: 'org.kiva.ServerMaintenance', message: 'Back soon' }
  const broken = new KivaError('network', 'api.kivaws.org broke off its answer', { transient: 'connection' })
  const late = new KivaError('network', 'api.kivaws.org did not respond within 30s', { transient: 'timeout' })

  /** What is answered, one after the other; an error is thrown. What comes after the last is a page. */
  const saying = (...answers: readonly (HttpReply | Error)[]): Send => {
    const rest = [...answers]
    return async () => {
      const next = rest.shift() ?? page
      if (next instanceof Error) throw next
      return next
    }
  }

  /** Runs with three retries on a clock of its own; with what has passed on it. */
  async function retrying(words: readonly string[], send: Send, options: RunOptions = {}) {
    const clock = virtualClock()
    const { now, sleep } = clock
    const env = { KIVA_RETRIES: '3', ...options.env }
    const ran = await run(words, { ...options, send, now, env, world: { sleep, ...options.world } })
    return { ...ran, passed: clock.passed(), tries: ran.requests.length }
  }

  const newest = ['loans', 'newest', '-o', 'json']
  const problemIn = (stderr: string) => JSON.parse(stderr.split('\n').at(-2) ?? '').error

  describe('what may pass is tried again, in silence on a pipe', () => {
    test.each([
      ['408', textReply('', 408)],
      ['425', textReply('', 425)],
      ['429', textReply('', 429)],
      ['500', textReply('', 500)],
      ['502, with a web page', textReply('<h1>Bad Gateway</h1>', 502)],
      ['503', textReply('', 503)],
      ['504', textReply('', 504)],
      ['maintenance with 503', jsonReply(maintenance, 503)],
      ['maintenance with 200', jsonReply(maintenance)],
      ['a connection that broke', broken],
    ])('%s', async (_, answer) => {
      const { code, stderr, stdout, tries } = await retrying(newest, saying(answer, answer))
      expect([code, stderr, JSON.parse(stdout), tries]).toEqual([0, '', [{ id: 1 }], 3])
    })

    test('a document of --wire too', async () => {
      const { code, tries } = await retrying(['loans', 'newest', '--wire', 'json'], saying(broken))
      expect([code, tries]).toEqual([0, 2])
    })
  })

  describe('what will not pass is told at once, as it is', () => {
    test.each([
      ['400', textReply('', 400), 5],
      ['401', textReply('', 401), 4],
      ['403 without a word of a limit', textReply('', 403), 4],
      ['404', textReply('', 404), 5],
      ['501', textReply('', 501), 6],
      ['a redirect', textReply('', 302, { location: 'https://other.example' }), 7],
      ['a name that is not known', new KivaError('network', 'The address was not found'), 7],
      ['an answer that took too long', late, 7],
      ['what is no JSON', textReply('{"loans":['), 1],
    ])('%s', async (_, answer, expected) => {
      const { code, stderr, stdout, tries } = await retrying(newest, saying(answer))
      expect([code, stdout, tries]).toEqual([expected, '', 1])
      expect(stderr).not.toContain('tried')
    })
  })

  describe('how often', () => {
    const down: Send = async () => textReply('', 503)

    test.each([
      [{}, [], 4, ', tried 4 times'],
      [{ KIVA_RETRIES: '1' }, [], 2, ', tried 2 times'],
      [{ KIVA_RETRIES: '1' }, ['--retries', '5'], 6, ', tried 6 times'],
      [{}, ['--retries', '0'], 1, ''],
    ])('%j %j: %i', async (env, words, times, told) => {
      const { code, stderr, tries } = await retrying([...newest, ...words], down, { env })
      expect([code, tries]).toEqual([6, times])
      expect(problemIn(stderr)).toMatchObject({
        kind: 'service',
        status: 503,
        message: `API error (503)${told}`,
      })
    })

    test('three times where nothing is said', async () => {
      expect((await retrying(newest, down, { env: { KIVA_RETRIES: '' } })).tries).toBe(4)
    })

    test.each(['-1', '101', 'many', '1.5'])('--retries %s is a usage error', async (value) => {
      const { code, stderr, tries } = await retrying([...newest, `--retries=${value}`], down)
      expect([code, tries]).toEqual([2, 0])
      expect(stderr).toContain('for --retries: expected a whole number from 0 to 100')
    })
  })

  describe('how long', () => {
    const told = (seconds: number, status = 503) => textReply('', status, { 'retry-after': String(seconds) })

    test('full jitter: from nothing up to twice as much each time, and never more than 30 s', () => {
      const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 200 }), chances, (tries, chance) => {
          const most = Math.min(30_000, 500 * 2 ** (tries - 1))
          expect(backoff(tries, chance)).toBe(Math.round(chance * most))
        }),
      )
    })

    test('at least as long as Retry-After says, in seconds or by a date', () => {
      const now = Date.UTC(2026, 10, 20, 12)
      const problem = new KivaError('service', 'no', { status: 503 })
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 86_400 }), (seconds) => {
          const date = new Date(now + seconds * 1000).toUTCString()
          expect(minWaitOf(problem, told(seconds), now)).toBe(seconds * 1000)
          expect(minWaitOf(problem, textReply('', 503, { 'retry-after': date }), now)).toBe(seconds * 1000)
        }),
      )
    })

    test('a whole run waits so long', async () => {
      const { code, passed } = await retrying(newest, saying(told(5), told(7, 429)))
      expect(code).toBe(0)
      expect(passed).toBeGreaterThanOrEqual(12_000)
      expect(passed).toBeLessThan(12_000 + 500 + 1000)
    })

    test('chance is taken from the nonce', async () => {
      const nonce = () => 'f'.repeat(32)
      const { passed } = await retrying(newest, saying(broken, broken), { world: { nonce } })
      expect(passed).toBe(500 + 1000)
    })

    test('more than 30 s is not waited for', async () => {
      const failed = await retrying(newest, saying(told(31)))
      expect([failed.code, failed.tries, failed.passed]).toEqual([6, 1, 0])
      expect(problemIn(failed.stderr)).toMatchObject({ message: 'API error (503)', retry_after: 31 })
      expect((await retrying(newest, saying(told(30)))).code).toBe(0)
    })

    test('only a rate limit is waited for by --wait-on-limit', async () => {
      expect((await retrying([...newest, '--wait-on-limit'], saying(told(31)))).code).toBe(6)
    })
  })

  describe('a rate limit', () => {
    const refused = jsonReply(limit, 403)

    test('of the service ends the run at once; the hint names --wait-on-limit', async () => {
      const { code, stderr, tries, passed } = await retrying(newest, saying(refused))
      expect([code, tries, passed]).toEqual([8, 1, 0])
      expect(problemIn(stderr)).toMatchObject({
        kind: 'rate-limited',
        message: 'No more, please',
        hint: 'Wait 60 seconds before the next request. --wait-on-limit waits for you.',
      })
    })

    test('is known by its headers too', async () => {
      const headers = { 'x-ratelimit-overall-remaining': '0' }
      expect((await retrying(newest, saying(textReply('', 403, headers)))).code).toBe(8)
    })

    test('is waited for with --wait-on-limit, however often, and whatever --retries says', async () => {
      const { code, stderr, tries, passed } = await retrying(
        [...newest, '--wait-on-limit', '--retries', '0'],
        saying(...Array.from({ length: 12 }, () => refused)),
      )
      expect([code, stderr, tries]).toEqual([0, '', 13])
      expect(passed).toBeGreaterThanOrEqual(12 * 60_000)
    })

    test('by 429 is tried again like the rest', async () => {
      const { code, stderr, tries } = await retrying(newest, async () => textReply('', 429))
      expect([code, tries]).toEqual([8, 4])
      expect(problemIn(stderr).message).toBe('too many requests (429), tried 4 times')
    })
  })

  /** A list of so many pages, by a function that may fail instead of answering. */
  const listOf =
    (pages: number, answer: (request: HttpRequest, number: number) => HttpReply | undefined): Send =>
    async (request) => {
      const number = Number(new URL(request.url).searchParams.get('page') ?? 1)
      const paging = { page: number, total: pages, page_size: 1, pages }
      return answer(request, number) ?? jsonReply({ paging, loans: [{ id: number }] })
    }
  const all = ['loans', 'newest', '--all', '-o', 'ndjson']
  const countIn = (stdout: string) => stdout.split('\n').length - 1

  describe('pages that are read side by side', () => {
    test('go on while every fifth answer is a failure', async () => {
      let count = 0
      const send = listOf(300, () => (++count % 5 === 0 ? textReply('', 502) : undefined))
      const { code, stdout } = await retrying([...all, '--concurrency', '8'], send)
      expect([code, countIn(stdout)]).toEqual([0, 300])
    })

    test('end soon when nothing works any more: they have their retries together', async () => {
      let count = 0
      const send = listOf(300, () => (++count > 40 ? textReply('', 502) : undefined))
      const { code, stdout, tries } = await retrying([...all, '--concurrency', '8', '--retries', '9'], send)
      expect([code, countIn(stdout)]).toEqual([9, 40])
      // 20 retries, and what was under way.
      expect(tries).toBeLessThanOrEqual(40 + 8 + 20)
    })

    test('all wait for the rate limit that one of them met', async () => {
      const clock = virtualClock()
      const { now, sleep } = clock
      const sent: number[] = []
      let isMet = false
      const send = listOf(40, (_, number) => {
        sent.push(clock.passed())
        if (number !== 12 || isMet) return undefined
        isMet = true
        return jsonReply(limit, 403)
      })
      const slow: Send = async (request, signal) => {
        await sleep(10 + (sent.length % 7), signal)
        return send(request, signal)
      }
      const words = [...all, '--concurrency', '4', '--wait-on-limit']
      const { code, stdout } = await run(words, { send: slow, now, world: { sleep } })
      expect([code, countIn(stdout)]).toEqual([0, 40])
      const gaps = sent.map((time, at) => time - (sent[at - 1] ?? 0))
      expect(gaps.filter((gap) => gap > 1000)).toHaveLength(1)
      expect(Math.max(...gaps)).toBeGreaterThan(59_000)
      // Those that were under way, and no more.
      const before = gaps.findIndex((gap) => gap > 1000)
      expect(before).toBeLessThanOrEqual(12 + 4)
    })

    test('ask again after an answer that took too long: it is one of many', async () => {
      let count = 0
      const send = listOf(10, () => {
        if (++count === 4) throw late
        return undefined
      })
      expect(await retrying(all, send)).toMatchObject({ code: 0, tries: 11 })
    })
  })

  describe('slowing down before the limit', () => {
    test('not where requests are not counted, as by the sandbox', async () => {
      const words = ['--sandbox', ...all, '--concurrency', '64']
      expect(
        await retrying(
          words,
          listOf(1, () => undefined),
        ),
      ).toMatchObject({ code: 0, passed: 0 })
    })

    /** Counts by the minute, as the service does, and takes a tenth of a second. */
    const limited = (clock: ReturnType<typeof virtualClock>, most: number, pages: number) => {
      let refusals = 0
      let [minute, used] = [0, 0]
      const send = listOf(pages, () => {
        const now = Math.floor(clock.now() / 60_000)
        if (now !== minute) [minute, used] = [now, 0]
        if (used >= most) refusals += 1
        else used += 1
        return used >= most && refusals > 0 ? jsonReply(limit, 403) : undefined
      })
      const told: Send = async (request, signal) => {
        const reply = await send(request, signal)
        const headers = {
          'x-ratelimit-overall-limit': String(most),
          'x-ratelimit-overall-remaining': String(most - used),
        }
        await clock.sleep(100, signal)
        return { ...reply, headers: { ...reply.headers, ...headers } }
      }
      return { send: told, refusals: () => refusals }
    }

    test.each([
      { most: 60, concurrency: 1, offset: 0 },
      { most: 60, concurrency: 8, offset: 0 },
      { most: 60, concurrency: 8, offset: 41_000 },
      { most: 500, concurrency: 8, offset: 3_000 },
    ])('$most a minute, $concurrency at once: none is refused, and few minutes are lost', async (given) => {
      const { most, concurrency, offset } = given
      const clock = virtualClock(Date.UTC(2026, 10, 20, 12) + offset)
      const service = limited(clock, most, 5 * most)
      const { code, stdout, stderr } = await run([...all, '--concurrency', String(concurrency)], {
        send: service.send,
        now: clock.now,
        world: { sleep: clock.sleep },
      })
      expect([code, stderr, countIn(stdout), service.refusals()]).toEqual([0, '', 5 * most, 0])
      expect(clock.passed()).toBeLessThan(7 * 60_000)
    })
  })

  test('a retry budget gives way to now and then, and not to an outage', () => {
    const budget = new RetryBudget(3)
    const taken = () => Array.from({ length: 100 }, () => budget.take()).filter(Boolean).length
    expect(taken()).toBe(20)
    budget.succeed()
    expect(budget.take()).toBe(false)
    budget.succeed()
    expect(budget.take()).toBe(true)
    for (let at = 0; at < 1000; at += 1) budget.succeed()
    expect(taken()).toBe(20)
    // Who asks for more for one request has it.
    expect(
      Array.from(
        { length: 60 },
        (
          (many) => () =>
            many.take()
        )(new RetryBudget(50)),
      ).filter(Boolean),
    ).toHaveLength(50)
  })

  test('patience alone decides on what took too long', () => {
    expect([isRetryable(late, true), isRetryable(late, false), isRetryable(broken, false)]).toEqual([
      true,
      false,
      true,
    ])
  })
})
