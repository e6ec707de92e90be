/** Messages about retries: a status line on a terminal, and a line for each decision with -v. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../src/core/context.ts'
import { KivaError } from '../../src/core/errors.ts'
import type { HttpReply, Send } from '../../src/core/http.ts'
import { places } from '../auth/play.ts'
import { virtualClock } from '../harness/clock.ts'
import { jsonReply, noon, type RunOptions, run, textReply } from '../harness.ts'

const page = jsonReply({ paging: { page: 1, total: 1, page_size: 20, pages: 1 }, loans: [{ id: 1 }] })
const limit = jsonReply({ code: 'org.kiva.RateLimitExceeded', message: 'No more, please' }, 403)

/** Fixes the random jitter to half of the longest wait. */
const nonce = () => '80000000'.repeat(4)

/** Runs on a virtual clock; each of the answers is sent once, then a page. */
function runWithReplies(
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

/** The lines of -v about retry decisions. */
const decisions = (stderr: string) => stderr.split('\n').filter((line) => line.startsWith('* '))

describe('-v prints', () => {
  test('the number, error and wait of each failed attempt', async () => {
    const broken = new KivaError('network', 'api.kivaws.org broke off its answer', {
      transient: 'connection',
    })
    const { stderr } = await runWithReplies(['-v'], [textReply('', 503, { 'retry-after': '7' }), broken])
    expect(decisions(stderr)).toEqual([
      '* attempt 1 of 3: API error (503); retry in 7.3s',
      '* attempt 2 of 3: api.kivaws.org broke off its answer; retry in 0.5s',
    ])
  })

  test('that the last attempt failed', async () => {
    const { stderr } = await runWithReplies(
      ['-v'],
      Array.from({ length: 3 }, () => textReply('', 500)),
    )
    expect(decisions(stderr).at(-1)).toBe('* attempt 3 of 3: API error (500); giving up')
  })

  test('that the wait would be too long', async () => {
    const { stderr } = await runWithReplies(['-v'], [limit])
    expect(decisions(stderr)).toEqual(['* attempt 1 of 3: No more, please; giving up: the wait would be 60s'])
  })

  test('that the retry budget of the run is used up', async () => {
    const down = Array.from({ length: 200 }, () => textReply('', 500))
    const many = jsonReply({ paging: { page: 1, total: 90, page_size: 1, pages: 90 }, loans: [{ id: 1 }] })
    const words = ['-v', '--all', '--concurrency', '16', '--retries', '9']
    const { stderr } = await runWithReplies(words, [many, ...down])
    expect(decisions(stderr).at(-1)).toMatch(/giving up: too many failures in this run$/)
  })

  test('waits for the rate limit, which do not count as attempts', async () => {
    const { stderr } = await runWithReplies(['-v', '--wait-on-limit'], [limit, limit, textReply('', 500)])
    expect(decisions(stderr)).toEqual([
      '* attempt 1 of 4: No more, please; retry in 61s',
      '* attempt 2 of 5: No more, please; retry in 61s',
      '* attempt 3 of 5: API error (500); retry in 1s',
    ])
  })

  test('that requests are slowed down', async () => {
    const headers = { 'x-ratelimit-overall-limit': '60', 'x-ratelimit-overall-remaining': '5' }
    const paging = { page: 1, total: 2, page_size: 1, pages: 2 }
    const first = jsonReply({ paging, loans: [{ id: 2 }] }, 200, headers)
    const { stderr } = await runWithReplies(['-v', '--all'], [first])
    expect(decisions(stderr)).toEqual(['* slowing down for the rate limit: next request in 12s'])
  })

  test('nothing about requests that are canceled before their turn', async () => {
    const headers = { 'x-ratelimit-overall-limit': '60', 'x-ratelimit-overall-remaining': '5' }
    const paging = { page: 1, total: 90, page_size: 1, pages: 90 }
    const first = jsonReply({ paging, loans: [{ id: 2 }] }, 200, headers)
    const words = ['-v', '--all', '--concurrency', '9']
    const { stderr } = await runWithReplies(words, [first, textReply('', 400)])
    // One line is about the second page, which fails, and one about the third.
    expect(decisions(stderr)).toEqual(Array(2).fill('* slowing down for the rate limit: next request in 12s'))
  })

  test('errors of the service with masked secrets', async () => {
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
  // Loading these modules takes real time, while the virtual clock of the test would go on.
  beforeAll(() => Promise.all([import('ora'), import('../../src/output/terminal/width.ts')]))

  const columns = { terminal: 100 }

  test('the status line counts down to the next try and is removed', async () => {
    const { stderr } = await runWithReplies(['--wait-on-limit'], [limit], columns)
    for (const seconds of ['60s', '42s', '5.1s'])
      expect(stderr).toContain(`Rate limit reached, retry in ${seconds}`)
    expect(stderr).toMatch(/\r\x1b\[2K$/)
    expect(stderr.replace(/[^\r]*\r\x1b\[2K/g, '')).toBe('')
  })

  test('the status line shows the error after the wait', async () => {
    const { stderr } = await runWithReplies([], [textReply('', 503, { 'retry-after': '9' })], columns)
    expect(stderr).toMatch(/Retry in 8\.\ds: API error \(503\)/)
  })

  test.each([['--quiet'], ['--progress', 'none'], ['-v']])('no status line with %s %s', async (...words) => {
    const { code, requests, stderr } = await runWithReplies(['--wait-on-limit', ...words], [limit], columns)
    expect([code, requests.length]).toEqual([0, 2])
    expect(stderr).not.toContain('\x1b[2K')
    const said = words.includes('-v') ? [expect.stringContaining('; retry in ')] : []
    expect(decisions(stderr)).toEqual(said)
  })

  test('a signal ends the wait, and the status line is removed before the error', async () => {
    const controller = new AbortController()
    const { now, sleep } = virtualClock()
    const waits: World['sleep'] = async (milliseconds, stop) => {
      if (now() - noon > 20_000) controller.abort(new KivaError('interrupted', 'interrupted'))
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
    expect(stderr).toMatch(/retry in 4\ds\r\x1b\[2Kerror: interrupted\n$/)
  })
})
