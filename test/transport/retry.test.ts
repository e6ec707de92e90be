/** Requests that are tried again, by whole commands on a clock that costs no time. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/errors.ts'
import type { HttpReply, HttpRequest, Send } from '../../src/ports/http.ts'
import { RetryBudget } from '../../src/transport/retry-budget.ts'
import { backoff, isRetryable, minWaitOf } from '../../src/transport/retry-policy.ts'
import { virtualClock } from '../harness/clock.ts'
import { jsonReply, type RunOptions, run, textReply } from '../harness.ts'

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
