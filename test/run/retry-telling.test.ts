/** What is told of trying again: nothing on a pipe, a passing line on a terminal, a line for each decision with -v. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../src/context.ts'
import { KivaError } from '../../src/errors.ts'
import type { HttpReply, Send } from '../../src/ports/http.ts'
import { places } from '../auth/play.ts'
import { virtualClock } from '../harness/clock.ts'
import { jsonReply, noon, type RunOptions, run, textReply } from '../harness.ts'

const page = jsonReply({ paging: { page: 1, total: 1, page_size: 20, pages: 1 }, loans: [{ id: 1 }] })
const limit = jsonReply({ code: 'org.kiva.RateLimitExceeded', message: 'No more, please' }, 403)

/** Always the same chance: half of the longest wait. */
const nonce = () => '80000000'.repeat(4)

/** Runs on a clock of its own; each answer is given once, then a page. */
function detailOptions(
  words: readonly string[],
  answers: readonly (HttpReply | KivaError)[],
  options: RunOptions = {},
) {
  const { now, sleep } = virtualClock()
  const rest = [...answers]
  const send: Send = async () => {
    const next = rest.shift() ?? page
    if (next instanceof KivaError) throw next
    return next
  }
  const all = ['loans', 'newest', '-o', 'json', ...words]
  return run(all, {
    send,
    now,
    ...options,
    env: { KIVA_RETRIES: '2', ...options.env },
    world: { sleep, nonce },
  })
}

/** What -v tells of decisions. */
const decisions = (stderr: string) => stderr.split('\n').filter((line) => line.startsWith('* '))

describe('with -v', () => {
  test('each attempt: which one, why, and how long until the next', async () => {
    const broken = new KivaError('network', 'api.kivaws.org broke off its answer', {
      transient: 'connection',
    })
    const { stderr } = await detailOptions(['-v'], [textReply('', 503, { 'retry-after': '7' }), broken])
    expect(decisions(stderr)).toEqual([
      '* attempt 1 of 3: The service failed (503); again in 7.3 s',
      '* attempt 2 of 3: api.kivaws.org broke off its answer; again in 0.5 s',
    ])
  })

  test('that the last one failed', async () => {
    const { stderr } = await detailOptions(
      ['-v'],
      Array.from({ length: 3 }, () => textReply('', 500)),
    )
    expect(decisions(stderr).at(-1)).toBe('* attempt 3 of 3: The service failed (500); given up')
  })

  test('that it would take too long', async () => {
    const { stderr } = await detailOptions(['-v'], [limit])
    expect(decisions(stderr)).toEqual([
      '* attempt 1 of 3: No more, please; given up, since it would take 60 s',
    ])
  })

  test('that the retries of the run are used up', async () => {
    const down = Array.from({ length: 200 }, () => textReply('', 500))
    const many = jsonReply({ paging: { page: 1, total: 90, page_size: 1, pages: 90 }, loans: [{ id: 1 }] })
    const words = ['-v', '--all', '--concurrency', '16', '--retries', '9']
    const { stderr } = await detailOptions(words, [many, ...down])
    expect(decisions(stderr).at(-1)).toMatch(/given up, since too much has failed in this run$/)
  })

  test('of waiting for the limit, which counts for none', async () => {
    const { stderr } = await detailOptions(['-v', '--wait-on-limit'], [limit, limit, textReply('', 500)])
    expect(decisions(stderr)).toEqual([
      '* attempt 1 of 4: No more, please; again in 61 s',
      '* attempt 2 of 5: No more, please; again in 61 s',
      '* attempt 3 of 5: The service failed (500); again in 1 s',
    ])
  })

  test('of slowing down', async () => {
    const headers = { 'x-ratelimit-overall-limit': '60', 'x-ratelimit-overall-remaining': '5' }
    const paging = { page: 1, total: 2, page_size: 1, pages: 2 }
    const first = jsonReply({ paging, loans: [{ id: 2 }] }, 200, headers)
    const { stderr } = await detailOptions(['-v', '--all'], [first])
    expect(decisions(stderr)).toEqual(['* few requests remain before the rate limit: the next one in 12 s'])
  })

  test('without the secrets that a service may repeat', async () => {
    const env = {
      KIVA_CLIENT_ID: 'app',
      KIVA_CLIENT_SECRET: 'hush-hush',
      KIVA_OAUTH_TOKEN: 'token-1',
      KIVA_OAUTH_TOKEN_SECRET: 'quiet-now',
    }
    const words = ['my', 'account', '-v']
    const { now, sleep } = virtualClock()
    const send: Send = async () => textReply('<title>quiet-now is down</title>', 503)
    const { stderr } = await run(words, {
      send,
      now,
      env: { ...places, KIVA_RETRIES: '1', ...env },
      world: { sleep },
    })
    expect(decisions(stderr)).toHaveLength(2)
    expect(stderr).not.toContain('quiet-now')
  })
})

describe('on a terminal', () => {
  // Loading it takes real time, in which the clock of the test would go on.
  beforeAll(() => Promise.all([import('ora'), import('../../src/output/terminal/width.ts')]))

  const columns = { terminal: 100 }

  test('the time until the next try is counted down, and nothing of it stays', async () => {
    const { stderr } = await detailOptions(['--wait-on-limit'], [limit], columns)
    for (const seconds of ['60 s', '42 s', '5.1 s'])
      expect(stderr).toContain(`Too many requests; trying again in ${seconds}`)
    expect(stderr).toMatch(/\r\x1b\[2K$/)
    expect(stderr.replace(/[^\r]*\r\x1b\[2K/g, '')).toBe('')
  })

  test('of any other failure what it is, behind the time', async () => {
    const { stderr } = await detailOptions([], [textReply('', 503, { 'retry-after': '9' })], columns)
    expect(stderr).toMatch(/Trying again in 8\.\d s: The service failed \(503\)/)
  })

  test.each([['--quiet'], ['--progress', 'none'], ['-v']])('not with %s %s', async (...words) => {
    const { stderr } = await detailOptions(['--wait-on-limit', ...words], [limit], columns)
    expect(stderr).not.toContain('trying again')
  })

  test('a signal ends the waiting, and the line is gone before it is told', async () => {
    const controller = new AbortController()
    const { now, sleep } = virtualClock()
    const waits: World['sleep'] = async (milliseconds, stop) => {
      if (now() - noon > 20_000) controller.abort(new KivaError('interrupted', 'Interrupted'))
      return sleep(milliseconds, stop)
    }
    const { code, stderr, requests } = await run(['loans', 'newest', '--wait-on-limit'], {
      terminal: 100,
      send: async () => limit,
      signal: controller.signal,
      now,
      world: { sleep: waits },
    })
    expect([code, requests.length]).toEqual([130, 1])
    expect(stderr).toMatch(/trying again in 4\d s\r\x1b\[2Kerror: Interrupted\n$/)
  })
})
