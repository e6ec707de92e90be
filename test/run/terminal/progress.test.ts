/** Progress messages of complete commands, on a virtual clock. */

import { beforeAll, describe, expect, test } from 'vitest'
import { createSecrets } from '../../../src/auth/masking.ts'
import type { World } from '../../../src/core/context.ts'
import { KivaError } from '../../../src/core/errors.ts'
import type { Send } from '../../../src/core/http.ts'
import type { Sink } from '../../../src/core/streams.ts'
import { Progress, progressText } from '../../../src/run/terminal/progress.ts'
import { virtualClock } from '../../harness/clock.ts'
import { contextOf } from '../../harness/context.ts'
import { jsonReply, type RunOptions, run, textReply } from '../../harness.ts'
import { gated, textFormats } from '../../output/helpers.ts'

// Loading these modules takes real time, while the virtual clock of a test would go on.
beforeAll(() =>
  Promise.all([
    import('ora'),
    import('../../../src/output/terminal/width.ts'),
    import('../../../src/output/records/json.ts'),
  ]),
)

const size = 20
const pageIn = (url: string) => Number(new URL(url).searchParams.get('page') ?? 1)

/** Runs `loans newest` over `pages` pages, each of which takes `each` milliseconds. */
async function reading(words: readonly string[], pages: number, each: number, options: RunOptions = {}) {
  const clock = virtualClock()
  const send: Send = async ({ url }, signal) => {
    await clock.sleep(each, signal)
    const page = pageIn(url)
    const loans = Array.from({ length: size }, (_, at) => ({ id: page * size + at, name: 'Ada' }))
    return jsonReply({ paging: { page, total: pages * size, page_size: size, pages }, loans })
  }
  const world: Partial<World> = { sleep: clock.sleep, ...options.world }
  const ran = await run(['loans', 'newest', ...words], { send, now: clock.now, ...options, world })
  return { ...ran, seconds: clock.passed() / 1000 }
}

/** The text that a terminal shows after the run. */
const shown = (written: string) => written.replace(/[^\n]*\r\x1b\[2K/g, '')
/** Every state of the status line, without its spinner. */
const states = (stderr: string) =>
  stderr
    .split(/\r\x1b\[2K|\n/)
    .map((line) => line.replace(/^. /u, ''))
    .filter((line) => line.includes(' · ') && !line.includes(' · next: '))

const alone = ['--all', '--concurrency', '1', '-o', 'ndjson']

describe('the status line on stderr', () => {
  const stderrTerminal = 100

  test('shows records, pages, speed and the time left, and is removed at the end', async () => {
    const { code, stderr } = await reading(alone, 250, 100, { stderrTerminal })
    expect(code).toBe(0)
    const line = /^1,240 records · 62 of 250 pages · (19\d|200) records\/s · (19|20)s left$/
    expect(states(stderr)).toContainEqual(expect.stringMatching(line))
    expect(shown(stderr)).toBe('')
  })

  test.each([
    '--where false',
    '--order id',
    '--jq empty',
    '--slurp --jq length',
    '-o parquet --out a.parquet',
    '-o chart',
  ])('counts the records read, also before any is written: %s', async (line) => {
    const words = ['--all', '--concurrency', '1', ...line.split(' ')]
    // Loads the modules, as above.
    await reading(words, 1, 0)
    const { stderr } = await reading(words, 50, 400, { stderrTerminal })
    expect(states(stderr)).toContainEqual(expect.stringMatching(/^800 records · 40 of 50 pages · 50 records/))
  })

  test('appears only after 300ms', async () => {
    expect((await reading(alone, 3, 90, { stderrTerminal })).stderr).toBe('')
    expect((await reading(alone, 5, 90, { stderrTerminal })).stderr).not.toBe('')
  })

  test('is a plain line from time to time with KIVA_PLAIN', async () => {
    const stdout: Sink = { isTerminal: false, isPipe: true, columns: 80, write: async () => {} }
    for (const world of [{}, { stdout }]) {
      const env = { KIVA_PLAIN: '1' }
      const { stderr } = await reading(alone, 250, 100, { stderrTerminal, env, world })
      expect(stderr).toMatch(/^(?:[\d,]+ records, \d+ of 250 pages, [\d,]+ records\/s, \d+s left\n){2}$/)
    }
  })

  test('shows the host for a single request', async () => {
    const { stderr } = await reading(['-o', 'ndjson'], 250, 1000, {
      stderrTerminal,
      env: { NO_COLOR: '1' },
    })
    expect(stderr).toContain('Waiting for api.kivaws.org …')
    expect(states(stderr)).toEqual([])
    expect(shown(stderr)).toBe('20 of 5,000 loans · next: --limit 50 or --all\n')
  })

  test('shows the number of pages for --limit and --page', async () => {
    const { stderr } = await reading(['--limit', '95', '-o', 'ndjson', '--concurrency', '1'], 250, 400, {
      stderrTerminal,
    })
    expect(states(stderr).every((line) => line.includes(' of 5 pages · '))).toBe(true)
    expect(states(stderr).length).toBeGreaterThan(0)
    const later = await reading(['--page', '248', ...alone], 250, 400, { stderrTerminal })
    expect(states(later.stderr)[0]).toMatch(/· 248 of 250 pages ·/)
  })

  test('shows no total for ids from standard input', async () => {
    const ids = Array.from({ length: 200 }, (_, at) => at + 1)
    const clock = virtualClock()
    const send: Send = async ({ url }, signal) => {
      await clock.sleep(400, signal)
      const asked = url.match(/loans\/([\d,]+)/)?.[1]?.split(',') ?? []
      return jsonReply({ loans: asked.map((id) => ({ id: Number(id) })) })
    }
    const words = ['loans', 'show', '-', '-o', 'ndjson', '--concurrency', '1']
    const { stderr } = await run(words, {
      send,
      stdin: ids.join('\n'),
      now: clock.now,
      stderrTerminal,
      world: { sleep: clock.sleep },
    })
    expect(states(stderr)).toContainEqual(expect.stringMatching(/^100 records · 2 pages · \d+ records\/s$/))
  })

  test('shows the wait for the rate limit', async () => {
    const refusal = jsonReply({ code: 'org.kiva.RateLimitExceeded', message: 'No more' }, 403)
    const clock = virtualClock()
    let asked = 0
    const send: Send = async ({ url }) => {
      asked += 1
      const page = pageIn(url)
      const paging = { page, total: 9, page_size: 1, pages: 9 }
      return asked === 4 ? refusal : jsonReply({ paging, loans: [{ id: page }] })
    }
    const { stderr, code } = await run(['loans', 'newest', ...alone, '--wait-on-limit'], {
      send,
      now: clock.now,
      stderrTerminal,
      world: { sleep: clock.sleep },
    })
    expect(code).toBe(0)
    expect(states(stderr)).toContain('3 records · 3 of 9 pages · Rate limit reached, retry in 42s')
    expect(shown(stderr)).toBe('')
  })

  test('says what long work counts, and ends no later than the work does', async () => {
    const nouns = { records: 'loans', pages: 'requests' }
    const page = { pages: 31, number: 31, lastPage: 1240, records: 1500, before: 0, nouns }
    const facts = { url: '', hasManyPages: true, bytes: 0, wait: undefined, began: 0, now: 10_000 }
    const text = (until?: number) => progressText({ ...facts, page: { ...page, until } }, createSecrets())
    expect(text()).toBe('1,500 loans · 31 of 1,240 requests · 150 loans/s · 7min left')
    expect(text(30_000)).toBe('1,500 loans · 31 of 1,240 requests · 150 loans/s · 20s left')
    expect(text(5000)).toMatch(/ 0s left$/)
  })

  test('is removed if the run fails or is interrupted', async () => {
    const controller = new AbortController()
    const clock = virtualClock()
    const send =
      (onPage5: () => ReturnType<Send>): Send =>
      async ({ url }, signal) => {
        await clock.sleep(400, signal)
        const page = pageIn(url)
        if (page === 5) return onPage5()
        return jsonReply({ paging: { page, total: 9, page_size: 1, pages: 9 }, loans: [{ id: page }] })
      }
    const options = { now: clock.now, stderrTerminal, world: { sleep: clock.sleep } }
    const words = ['loans', 'newest', '--all', '--concurrency', '1', '-o', 'table']
    const failed = await run(words, { ...options, send: send(async () => textReply('', 500)) })
    expect(failed.code).toBe(9)
    expect(states(failed.stderr).length).toBeGreaterThan(0)
    expect(shown(failed.stderr)).toMatch(/^error: stopped after [^\n]*\nhint: [^\n]*\n$/)
    const interrupt = async () => {
      controller.abort(new KivaError('interrupted', 'Interrupted'))
      throw controller.signal.reason
    }
    const ended = await run(words, { ...options, signal: controller.signal, send: send(interrupt) })
    expect([ended.code, shown(ended.stderr)]).toEqual([130, 'error: Interrupted\n'])
    // The cursor is never hidden, so it need not be restored.
    expect(ended.stderr).not.toContain('?25')
  })
})

describe('no progress is printed', () => {
  test.each([
    ['on a pipe', [], undefined],
    ['with --quiet', ['--quiet'], 80],
    ['with --progress none', ['--progress', 'none'], 80],
  ])('%s', async (_, words, stderrTerminal) => {
    const { stderr, code } = await reading(
      [...alone, ...words],
      50,
      400,
      stderrTerminal ? { stderrTerminal } : {},
    )
    expect([code, stderr]).toEqual([0, ''])
  })

  test('as a status line with -v', async () => {
    const { stderr } = await reading([...alone, '-v'], 5, 400, { stderrTerminal: 100 })
    expect(stderr).not.toContain('\x1b[2K')
  })
})

describe('records and status line on the same terminal', () => {
  /** Both streams on one terminal. */
  function oneTerminal() {
    let written = ''
    const sink: Sink = {
      isTerminal: true,
      columns: 100,
      write: async (chunk) => {
        written += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
      },
    }
    return { sinks: { stdout: sink, stderr: sink }, written: () => written }
  }

  // A map uses the same dots as the spinner.
  test.each(textFormats.filter((name) => name !== 'map'))(
    'are never mixed, and the status line is removed: %s',
    async (format) => {
      const words = ['--all', '--concurrency', '2', '-o', format]
      const screen = oneTerminal()
      expect((await reading(words, 12, 700, { world: screen.sinks })).code).toBe(0)
      const quiet = oneTerminal()
      await reading([...words, '--progress', 'none'], 12, 700, { world: quiet.sinks })
      expect(screen.written()).toContain('Waiting for api.kivaws.org')
      // A document says which command made it.
      expect(shown(screen.written())).toBe(quiet.written().replace(' --progress none', ''))
      // The status line is drawn only at the start of a line, or over itself.
      expect(screen.written()).not.toMatch(/[^\n\r\]K][⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] /)
    },
  )

  test.each([
    ['a pipe whose reader writes to the terminal', true, ['-o', 'ndjson']],
    ['a pipe, in the middle of a line', true, ['-o', 'json']],
    ['a file', false, ['-o', 'ndjson']],
  ])('the status line is gone before each write to %s', async (_, isPipe, words) => {
    const screen = oneTerminal()
    const atWrites: string[] = []
    const stdout: Sink = {
      isTerminal: false,
      isPipe,
      columns: 80,
      write: async () => void atWrites.push(screen.written()),
    }
    const all = ['--all', '--concurrency', '2', ...words]
    await reading(all, 6, 700, { world: { ...screen.sinks, stdout } })
    const isGone = (text: string) => text === '' || text.endsWith('\r\x1b[2K')
    expect(atWrites.length).toBeGreaterThan(3)
    expect(atWrites.every(isGone)).toBe(isPipe)
    // It comes back while the next page is read.
    expect(states(screen.written()).length).toBeGreaterThan(3)
    expect(isGone(screen.written())).toBe(true)
  })

  test('no status line is drawn after the request has finished', async () => {
    const clock = virtualClock()
    const { context, stderr } = contextOf({
      terminal: 80,
      send: async () => textReply(''),
      now: clock.now,
      world: { sleep: clock.sleep },
    })
    const request = { method: 'GET', url: 'https://api.example.org/', headers: {} }
    await context.fetch(request, { signal: context.signal })
    await context.stdout.write('Ada\n', 'people')
    await clock.sleep(10_000, context.signal)
    expect(stderr.text()).toBe('')
  })

  test('the status line is drawn between the pages of a table', async () => {
    const screen = oneTerminal()
    await reading(['--all', '--concurrency', '1', '-o', 'table'], 12, 700, { world: screen.sinks })
    expect(states(screen.written()).length).toBeGreaterThan(0)
  })
})

describe('--progress json', () => {
  const linesOf = (stderr: string) =>
    stderr
      .split('\n')
      .filter((line) => line.startsWith('{"progress"'))
      .map((line) => JSON.parse(line).progress)

  test('prints a line per second and one at the end, in a pipe too', async () => {
    const { stderr, stdout, seconds } = await reading([...alone, '--progress', 'json'], 100, 99)
    const lines = linesOf(stderr)
    expect(seconds).toBeCloseTo(9.9)
    expect(lines).toHaveLength(10)
    expect(lines[4]).toEqual({
      records: 1000,
      pages: 50,
      pages_total: 100,
      bytes: expect.any(Number),
      records_per_second: 200,
      seconds_left: 5,
      waiting_seconds: 0,
    })
    expect(lines.at(-1)).toMatchObject({ records: 2000, pages: 100, bytes: stdout.length, seconds_left: 0 })
    expect(stderr.split('\n').every((line) => line === '' || line.startsWith('{"progress"'))).toBe(true)
  })

  test('counts records of an earlier run, but not for the speed', async () => {
    const clock = virtualClock()
    const { out, written } = gated({ color: false }, false)
    const settings = { progress: 'json', quiet: false, verbosity: 0, plain: undefined } as const
    const ports = { now: clock.now, sleep: clock.sleep, stderr: out, settings, env: {} }
    const progress = new Progress({ ...ports, secrets: createSecrets() })
    const request = { method: 'GET', url: 'https://api.example.org/', headers: {} }
    const exchange = { request, began: clock.now() }
    await progress.onEvent({ kind: 'request', exchange })
    const read = { pages: 5, number: 405, lastPage: 505, records: 100, before: 40_000 }
    await progress.onEvent({ kind: 'page', ...read })
    await clock.sleep(500, new AbortController().signal)
    await progress.onEvent({ kind: 'written', chunk: '\n' })
    await progress.onEvent({ kind: 'failure', exchange, isCanceled: false, milliseconds: 500 })
    await clock.sleep(500, new AbortController().signal)
    await progress.end()
    expect(linesOf(written()).at(-1)).toMatchObject({
      records: 40_100,
      records_per_second: 100,
      seconds_left: 20,
    })
  })

  test('prints JSON lines on a terminal, without a status line', async () => {
    const { stderr } = await reading([...alone, '--progress', 'json'], 30, 99, { stderrTerminal: 80 })
    expect(stderr).not.toContain('\x1b[2K')
    expect(linesOf(stderr).length).toBeGreaterThan(2)
  })

  test('prints nothing with --quiet', async () => {
    const { stderr } = await reading([...alone, '--progress', 'json', '--quiet'], 30, 99)
    expect(stderr).toBe('')
  })

  test('is printed before the error of a failed run', async () => {
    const { stderr, code } = await reading(['--progress', 'json', '-o', 'json'], 1, 10, {
      send: async () => textReply('', 500),
    })
    expect(code).toBe(6)
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line))[0])
    expect(lines).toEqual(['progress', 'error'])
  })
})
