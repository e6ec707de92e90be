/** `--watch` in complete commands, with changing services and a virtual clock. */
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/core/errors.ts'
import type { Send } from '../../src/core/http.ts'
import type { Json } from '../../src/core/json.ts'
import { virtualClock } from '../harness/clock.ts'
import { takenScreen } from '../harness/screen.ts'
import { noon } from '../harness/world.ts'
import { jsonReply, type RunOptions, run, textSink } from '../harness.ts'

const loan = (id: number, funded = 0, more = {}) => ({
  id, name: `Loan ${id}`, status: 'fundraising', loan_amount: 100, funded_amount: funded, ...more,
}) // biome-ignore format: one record

/** Runs with one answer per round, then presses Ctrl-C. */
function watched(
  words: readonly string[],
  answers: readonly (readonly Json[] | Send)[],
  options: RunOptions & { size?: { columns: number; rows: number } } = {},
) {
  const clock = virtualClock()
  const interrupt = new AbortController()
  const asked: number[] = []
  const screen = takenScreen(options.size ?? { columns: 81, rows: 10 })
  const send: Send = async (request, signal) => {
    const answer = answers[asked.length]
    asked.push(clock.passed())
    if (!answer) {
      interrupt.abort(new KivaError('interrupted', 'Interrupted'))
      throw interrupt.signal.reason
    }
    return typeof answer === 'function' ? answer(request, signal) : jsonReply({ loans: answer as Json })
  }
  const { now, sleep } = clock
  const world = { now, sleep, ...screen.world, ...options.world }
  const ran = run(words.includes('--color') ? words : [...words, '--color', 'never'], {
    signal: interrupt.signal,
    send,
    ...options,
    world,
  })
  return ran.then((result) => ({ ...result, asked, frames: screen.frames, closed: screen.closed() }))
}

const newest = ['loans', 'newest', '--watch', '30s']

const events = (stdout: string) =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

describe('in a pipe', () => {
  test.each([[[]], [['-o', 'json']], [['-o', 'ndjson']]])('each change is a JSON line: %j', async (more) => {
    const { code, stdout, asked } = await watched(
      [...newest, ...more],
      [
        [loan(1), loan(2)],
        [loan(1), loan(2)],
        [loan(3), loan(1, 50)],
        // Of the loan that is gone.
        [loan(2, 100, { status: 'funded' })],
      ],
    )
    expect(code).toBe(130)
    expect(asked).toEqual([0, 30_000, 60_000, 60_000, 90_000])
    expect(events(stdout)).toEqual([
      { event: 'added', item: loan(1) },
      { event: 'added', item: loan(2) },
      { event: 'added', item: loan(3) },
      { event: 'changed', item: loan(1, 50), changes: { funded_amount: { from: 0, to: 50 } } },
      { event: 'removed', item: loan(2), now: 'funded' },
    ])
  })

  test('--fields limits the fields of records and changes', async () => {
    const answers = [[loan(1)], [loan(1, 50, { use: 'other' })]]
    const { stdout } = await watched([...newest, '--fields', 'id,funded_amount'], answers)
    expect(events(stdout)).toEqual([
      { event: 'added', item: { id: 1, funded_amount: 0 } },
      {
        event: 'changed',
        item: { id: 1, funded_amount: 50 },
        changes: { funded_amount: { from: 0, to: 50 } },
      },
    ])
  })

  test('--limit may read several pages per round', async () => {
    const page =
      (records: readonly Json[]): Send =>
      async ({ url }) =>
        jsonReply({
          paging: { page: /page=2/.test(url) ? 2 : 1, total: 4, page_size: 2, pages: 2 },
          loans: records as Json,
        })
    const { stdout } = await watched(
      [...newest, '--limit', '3'],
      [page([loan(1), loan(2)]), page([loan(3), loan(4)])],
    )
    expect(events(stdout).map(({ item }) => item.id)).toEqual([1, 2, 3])
  })

  test('numbers keep their digits, and control characters are escaped', async () => {
    const odd: Send = async () => ({
      ...jsonReply({}),
      body: new TextEncoder().encode(
        '{"loans":[{"id":1,"n":0.10000000000000000001,"name":"\\u009b31m\\u202e"}]}',
      ),
    })
    const { stdout } = await watched(newest, [odd])
    expect(stdout).toBe(
      '{"event":"added","item":{"id":1,"n":0.10000000000000000001,"name":"\\u009b31m\\u202e"}}\n',
    )
  })

  test('a 503 is reported, and the next round continues', async () => {
    const down: Send = async () => jsonReply({}, 503)
    const { code, stdout, stderr, asked } = await watched(newest, [[loan(1)], down, [loan(1, 5)]])
    expect([code, asked]).toEqual([130, [0, 30_000, 60_000, 90_000]])
    expect(events(stdout).map(({ event }) => event)).toEqual(['added', 'changed'])
    expect(stderr).toMatch(/503|maintenance|unavailable/i)
  })

  test('a rate limit delays the next round', async () => {
    const limited: Send = async () =>
      jsonReply({ code: 'org.kiva.RateLimitExceeded' }, 403, { 'retry-after': '120' })
    const { asked } = await watched(newest, [[loan(1)], limited, [loan(1)]])
    expect(asked[2]).toBeGreaterThanOrEqual(60_000)
  })

  test.each([
    [400, 5],
    [401, 4],
    [404, 5],
  ])('HTTP %i ends the watch with exit code %i', async (status, expected) => {
    const refused: Send = async () => jsonReply({}, status)
    const { code, asked } = await watched(newest, [[loan(1)], refused, [loan(1)]])
    expect([code, asked.length]).toEqual([expected, 2])
  })

  test('unknown ids are reported, and the others are watched', async () => {
    const { code, stdout, stderr } = await watched(
      ['loans', 'show', '1', '9', '--watch', '30s'],
      [[loan(1)], [loan(1, 5)]],
    )
    expect([code, events(stdout).map(({ event }) => event)]).toEqual([130, ['added', 'changed']])
    expect(stderr).toContain('not found: 9')
  })

  test('a closed stdout ends the watch successfully', async () => {
    const { code, asked } = await watched(newest, [[loan(1)], [loan(2)]], { readerLeavesAfter: 10 })
    expect([code, asked]).toEqual([0, [0]])
  })
})

describe('--until', () => {
  test('ends the watch with exit code 0 once it is true for all records', async () => {
    const { code, asked } = await watched(
      [...newest, '--until', 'all(.[]; .funded_amount >= 100)'],
      [[loan(1), loan(2)], [loan(1, 100), loan(2)], [loan(1, 100), loan(2, 100)], [loan(1)]],
    )
    expect([code, asked.length]).toEqual([0, 3])
  })

  test.each(['false', 'null', 'empty', 'true, false'])('%s does not end the watch', async (expression) => {
    const { code, asked } = await watched([...newest, '--until', expression], [[loan(1)], [loan(1)]])
    expect([code, asked.length]).toEqual([130, 3])
  })

  test('with a syntax error is a usage error before any request', async () => {
    const { code, asked } = await watched([...newest, '--until', 'length >'], [[loan(1)]])
    expect([code, asked]).toEqual([2, []])
  })

  test('ends the watch with a usage error if the expression fails before an event is printed', async () => {
    const { code, stdout, stderr } = await watched([...newest, '--until', '.name'], [[]])
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/the array of 0 records\b/)])
  })

  test.each([
    ['--until', '.name', /the array of 1 record\b/],
    ['--where', '.funded_amount | if . > 0 then error("late") else true end', /late/],
  ])('ends the watch with exit code 9 if %s fails after events', async (option, text, reason) => {
    const words = ['loans', 'show', '1', '--watch', '30s', option, text]
    const { code, stdout, stderr } = await watched(words, [[loan(1)], [loan(1, 5)]])
    expect([code, events(stdout).length], stderr).toEqual([9, 1])
    expect(stderr).toMatch(reason)
  })
})

describe('on a terminal', () => {
  const onScreen = { terminal: 81 }

  test('the first result of --jq decides the columns, on whatever pages the others are', async () => {
    const page =
      (number: number, records: readonly Json[]): Send =>
      async () =>
        jsonReply({ paging: { page: number, total: 4, page_size: 2, pages: 2 }, loans: records })
    const pages = [page(1, [loan(1), loan(2)]), page(2, [loan(3), loan(4)])]
    const headOf = async (jq: string) => {
      const words = [...newest, '--limit', '4', '--concurrency', '1', '--jq', jq]
      const { frames } = await watched(words, pages, onScreen)
      return frames.at(-1)?.split('\n')[0]?.trim().split(/ {2,}/)
    }
    expect(await headOf('if .id < 3 then . else {id, name} end')).toContain('ASKED')
    expect(await headOf('if .id < 3 then {id, name} else . end')).not.toContain('ASKED')
  })

  test('new and changed records are marked, and the last line counts down', async () => {
    const { code, frames, closed, stdout } = await watched(
      [...newest, '--fields', 'id,funded_amount'],
      [[loan(1), loan(2)], [loan(3), loan(1, 50)], [loan(2, 100, { status: 'funded' })]],
      onScreen,
    )
    expect([code, closed, stdout]).toEqual([130, true, ''])
    expect(frames[0]).toBe(
      '  ID  FUNDED AMOUNT\n   1             $0\n   2             $0\n\nevery 30s · last 12:00:00 UTC',
    )
    expect(frames).toContain(
      '  ID  FUNDED AMOUNT\n   1             $0\n   2             $0\n\nevery 30s · last 12:00:00 UTC · next in 12s',
    )
    expect(frames).toContain(
      [
        '  ID  FUNDED AMOUNT',
        '+  3             $0',
        '~  1            $50',
        '',
        '  added     3',
        '  changed   1  funded $0 → $50',
        '  removed   2  funded',
        '',
        'every 30s · last 12:00:30 UTC · 1 changed, 1 added, 1 removed · next in 30s',
      ].join('\n'),
    )
  })

  test('relative times are updated', async () => {
    const date = new Date(noon - 59_000).toISOString()
    const entry: Send = async () => jsonReply({ journal_entries: [{ id: 1, subject: 'News', date }] })
    const { frames } = await watched(
      ['journal-entries', 'search', '--watch', '30s', '-o', 'table'],
      [entry, entry],
      onScreen,
    )
    expect(frames[0]).toContain('just now')
    expect(frames.at(-1)).toContain('1min ago')
  })

  test('records that do not fit are counted, and a new screen size is used', async () => {
    const size = { columns: 81, rows: 6 }
    const all = Array.from({ length: 9 }, (_, at) => loan(at + 1))
    const grow: Send = async () => {
      size.rows = 20
      return jsonReply({ loans: all })
    }
    const { frames } = await watched([...newest, '--fields', 'id'], [all, grow], { ...onScreen, size })
    expect(frames[0]?.split('\n')).toEqual([
      '  ID',
      '   1',
      '   2',
      '  … 7 more',
      '',
      expect.stringContaining('every'),
    ])
    expect(frames.at(-1)?.split('\n')).toHaveLength(12)
  })

  test('the changed lines of a detail page are marked', async () => {
    const { frames } = await watched(['loans', 'show', '1', '--watch', '30s'], [[loan(1)], [loan(1, 50)]], {
      ...onScreen,
      size: { columns: 81, rows: 30 },
    })
    const lines = frames.at(-1)?.split('\n') ?? []
    expect(lines[0]).toMatch(/^ {2}Loan 1/)
    expect(lines.filter((line) => line.startsWith('~'))).toEqual([expect.stringContaining('$50')])
  })

  test('the marks are colored', async () => {
    const { frames } = await watched(
      [...newest, '--color', 'always'],
      [[loan(1)], [loan(1, 50), loan(2)]],
      onScreen,
    )
    expect(frames.at(-1)).toContain('\n\x1b[33m~\x1b[39m ')
    expect(frames.at(-1)).toContain('\n\x1b[36m+\x1b[39m ')
  })

  test('an error is shown in the last line, and the records stay', async () => {
    const down: Send = async () => jsonReply({ message: '\x1b]0;evil\x07\u202eevil' }, 503)
    const { frames } = await watched([...newest, '--fields', 'id'], [[loan(1)], down], onScreen)
    expect(frames.at(-1)).toMatch(/^ {2}ID\n {3}1\n\nevery 30s · last 12:00:00 UTC · retry in 1s · API error/)
    expect(frames.join('')).not.toMatch(/\x1b|\x07|\u202e/)
  })

  test('control characters from the API are removed', async () => {
    const evil = '\x1b[?1049l\x1b]8;;https://evil.example\x1b\\evil\r\n\u009b2J'
    const { frames } = await watched(newest, [[loan(1, 0, { name: evil })]], onScreen)
    expect(frames.join('')).not.toMatch(/\x1b|\r|\u009b/)
    expect(frames[0]?.split('\n')).toHaveLength(4)
  })

  test('an empty list is reported', async () => {
    const { frames } = await watched(newest, [[]], onScreen)
    expect(frames[0]).toMatch(/^ {2}No loans found\.\n\nevery/)
  })

  test('the last records are printed to stdout after --until', async () => {
    const ended = await watched(
      [...newest, '--fields', 'id', '--until', 'length > 1'],
      [[loan(1)], [loan(1), loan(2)]],
      onScreen,
    )
    expect([ended.code, ended.closed, ended.stdout]).toEqual([0, true, 'ID\n 1\n 2\n'])
  })

  test('stderr output is deferred until the screen is closed', async () => {
    const stderr = textSink(81)
    let before = ''
    const screen = takenScreen({ columns: 81, rows: 10 })
    const takeScreen = async () => {
      const taken = await screen.world.takeScreen()
      return {
        ...taken,
        close: async () => {
          before = stderr.text()
        },
      }
    }
    await watched([...newest, '-v'], [[loan(1)]], { ...onScreen, world: { takeScreen, stderr } })
    expect([before.includes('GET'), stderr.text().includes('GET')]).toEqual([false, true])
  })
})

describe('a usage error without any request:', () => {
  test.each<[readonly string[], RunOptions, string]>([
    [['--watch', '1s'], {}, '--watch must be at least 5s'],
    [['--watch', '0s'], {}, 'for --watch: expected 1s to 1d'],
    [['--watch', '2d'], {}, 'for --watch: expected 1s to 1d'],
    [['--watch', 'often'], {}, 'for --watch: expected a duration'],
    [['--until', 'true'], {}, '--until requires --watch'],
    [['--watch', '30s', '--out', 'a.json'], {}, '--out cannot be used with --watch'],
    [['--watch', '30s', '--wire', 'json'], {}, '--wire cannot be used with --watch'],
    [['--watch', '30s', '--dry-run'], {}, '--dry-run cannot be used with --watch'],
    [['--watch', '30s', '-o', 'xml'], {}, '--watch cannot be used with -o xml'],
    [['--watch', '30s', '-o', 'table'], {}, '--watch cannot be used with -o table'],
    [['--watch', '30s'], { terminal: 80, env: { TERM: 'dumb' } }, '--watch cannot be used with -o table'],
  ])('%j %j', async (words, options, expected) => {
    const { code, stderr, requests } = await run(['loans', 'newest', ...words], options)
    expect([code, requests]).toEqual([2, []])
    expect(stderr).toContain(expected)
  })

  test('ids from standard input', async () => {
    const { code, stderr } = await run(['loans', 'show', '-', '--watch', '30s'], { stdin: '1\n' })
    expect([code, stderr]).toEqual([2, expect.stringContaining('standard input')])
  })
})

describe('a long list', () => {
  /** 101 pages of 20 loans. */
  const page: Send = async ({ url }) => {
    const at = Number(new URL(url).searchParams.get('page') ?? 1)
    const paging = { page: at, total: 2020, page_size: 20, pages: 101 }
    return jsonReply({ paging, loans: [loan(at)] })
  }
  const words = ['loans', 'search', '--filter', 'loan', '--watch', '30s']
  const question = 'Read 100 more pages, about 2min at 60 requests per minute? [y/N] '

  test('is asked for once, before the screen is taken', async () => {
    // The question after the first page, and two rounds.
    const answers = Array.from({ length: 1 + 2 * 101 }, () => page)
    const { frames, stderr, asked } = await watched(words, answers, { terminal: 80, stdin: 'y\n' })
    expect(stderr.split(question)).toHaveLength(2)
    expect(asked.length).toBe(answers.length + 1)
    expect(frames.length).toBeGreaterThan(0)
  })

  test('is not watched after a no', async () => {
    const { code, frames, asked, stderr } = await watched(words, [page], { terminal: 80, stdin: 'n\n' })
    expect([code, frames, asked.length]).toEqual([2, [], 1])
    expect(stderr).toContain(question)
  })

  test('is not watched where nobody can be asked', async () => {
    const { code, stdout, asked } = await watched(words, [page])
    expect([code, stdout, asked.length]).toEqual([2, '', 1])
  })
})
