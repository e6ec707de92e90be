/** Derived fields and filters in runs where something goes wrong, changes, or is saved. */
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/core/errors.ts'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { virtualClock } from '../harness/clock.ts'
import { jsonReply, noon, type RunOptions, run, textReply } from '../harness.ts'

const size = 20
const hour = 3_600_000
const iso = (time: number) => new Date(time).toISOString()
const urlOf = ({ url }: HttpRequest) => new URL(url)
const pageOf = (request: HttpRequest) => Number(urlOf(request).searchParams.get('page') ?? 1)
const pathOf = (request: HttpRequest) => urlOf(request).pathname.slice(3).replace('.json', '')

const loan = (id: number, more: JsonObject = {}): JsonObject => ({
  id,
  name: `Loan ${id}`,
  status: 'fundraising',
  loan_amount: 100 * (1 + (id % 7)),
  funded_amount: 50,
  partner_id: id % 3,
  posted_date: iso(noon - 48 * hour),
  planned_expiration_date: iso(noon + 48 * hour),
  ...more,
})
const down = (first: number, count: number) => Array.from({ length: count }, (_, at) => first - at)
const loans = (first: number, count: number) => down(first, count).map((id) => loan(id))

const page = (list: readonly Json[], number: number, key = 'loans') =>
  jsonReply({
    paging: { page: number, total: list.length, page_size: size, pages: Math.ceil(list.length / size) },
    [key]: list.slice((number - 1) * size, number * size),
  })

/** A list of loans, with details for each. */
function listing(list: readonly JsonObject[] = loans(100, 90)): Send {
  return async (request) => {
    if (pathOf(request) === '/loans/search') return page(list, pageOf(request))
    if (pathOf(request) === '/partners')
      return page(
        [1, 2, 3].map((id) => ({ id, name: `Partner ${id}` })),
        pageOf(request),
        'partners',
      )
    const ids = pathOf(request).slice('/loans/'.length).split(',').map(Number)
    return jsonReply({ loans: ids.map((id) => loan(id, { borrowers: [{ gender: 'F' }] })) })
  }
}

const search = (words: readonly string[], options: RunOptions) =>
  run(['loans', 'search', ...words], { send: listing(), ...options })
const ids = (stdout: string): readonly number[] => JSON.parse(stdout).map((one: { id: number }) => one.id)
const idsOfLines = (text = '') =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id)

/** Every kind of filter, and the ids that it keeps of the 90 loans. */
const filters: readonly (readonly [words: readonly string[], kept: readonly number[]])[] = [
  [['--where', '.id % 10 == 0'], down(100, 90).filter((id) => id % 10 === 0)],
  [
    ['--order', 'id', '--limit', '5'],
    [11, 12, 13, 14, 15],
  ],
  [
    ['--order', 'id:desc', '--at-most', '2:partner_id'],
    [100, 99, 98, 97, 96, 95],
  ],
]

describe('a list that changes while it is read', () => {
  /** From page 2 on, three new loans stand at the top, so that each page repeats three loans. */
  const growing: Send = async (request) =>
    page(pageOf(request) === 1 ? loans(100, 90) : loans(103, 93), pageOf(request))

  test.each(filters)('%j keeps each loan once', async (words, kept) => {
    const { code, stdout, stderr } = await search([...words, '--concurrency', '1'], { send: growing })
    expect([code, ids(stdout)]).toEqual([0, kept])
    expect(stderr).toContain('The list changed while it was read')
  })

  test('with --strict-paging it is an error, after the records', async () => {
    const words = ['--where', '.id > 90', '--concurrency', '1', '--strict-paging']
    const { code, stdout } = await search(words, { send: growing })
    expect([code, ids(stdout)]).toEqual([9, down(100, 10)])
  })

  test('a repeated page is dropped', async () => {
    const list = [...loans(100, 40), ...loans(80, 20), ...loans(60, 10)]
    const { stdout } = await search(['--where', '.id <= 80', '--with', 'funding'], { send: listing(list) })
    expect(ids(stdout)).toEqual(down(80, 30))
  })
})

describe('a rate limit in the middle', () => {
  const limit = textReply('{"code":"org.kiva.RateLimitExceeded","message":"Too many requests"}', 429, {
    'content-type': 'application/json',
    'retry-after': '40',
  })
  /** Limits the second request for details once, or always. */
  const limited = (times: number): Send => {
    const inner = listing()
    let [details, refused] = [0, 0]
    return async (request, signal) => {
      if (pathOf(request) !== '/loans/search') details += 1
      if (details > 1 && refused < times) {
        refused += 1
        return limit
      }
      return inner(request, signal)
    }
  }
  const words = ['--with', 'people', '--all', '-o', 'ndjson', '--concurrency', '1']

  test('of details: --wait-on-limit waits and prints everything once', async () => {
    const { now, sleep, passed } = virtualClock()
    const { code, stdout } = await search([...words, '--wait-on-limit'], {
      send: limited(1),
      now,
      world: { sleep },
    })
    expect([code, idsOfLines(stdout)]).toEqual([0, down(100, 90)])
    expect(passed()).toBeGreaterThanOrEqual(40_000)
  })

  test('of details: otherwise the pages before it are printed', async () => {
    const { code, stdout, stderr } = await search(words, { send: limited(Number.POSITIVE_INFINITY) })
    expect([code, idsOfLines(stdout)]).toEqual([9, down(100, 40)])
    expect(stderr).toContain('Too many requests')
  })

  test('with --order nothing is printed, because the best may be missing', async () => {
    const { code, stdout } = await search([...words, '--order', 'id'], {
      send: limited(Number.POSITIVE_INFINITY),
    })
    expect([code, stdout]).toEqual([8, ''])
  })
})

describe('--out', () => {
  test.each([
    [filters[0]?.[0] ?? [], 'Wrote 9 loans to /o.json', '9 of 90 loans match'],
    [filters[1]?.[0] ?? [], 'Wrote 5 loans to /o.json', '5 of 90 loans'],
    [['--new', '--limit', '30'], 'Wrote 30 loans to /o.json', '30 new loans'],
  ])('with %j says how many records the file has', async (words, wrote, footer) => {
    const { folder, stderr } = await search([...words, '--out', '/o.json'], {})
    expect(stderr).toContain(wrote)
    expect(stderr).toContain(footer)
    expect(JSON.parse(folder.get('/o.json') ?? '')).toHaveLength(Number(/\d+/.exec(wrote)?.[0]))
  })

  test('a file without matches is an empty list', async () => {
    const { code, folder, stderr } = await search(['--where', 'false', '--out', '/o.json'], {})
    expect([code, folder.get('/o.json')]).toEqual([0, '[]\n'])
    expect(stderr).toContain('Wrote 0 loans to /o.json')
  })
})

describe('--resume', () => {
  test.each([1, 2, 3, 4, 5].flatMap((page) => ['ndjson', 'json'].map((format) => [page, format] as const)))(
    'after a failure at page %i, %s is the same as of a run in one go',
    async (failing, format) => {
      const words = ['--where', '.derived.funding.left > 300', '--with', 'funding,partner,people']
      const line = [...words, '-o', format, '--concurrency', '1']
      const whole = await search(line, {})
      const send: Send = async (request, signal) => {
        if (pathOf(request) === '/loans/search' && pageOf(request) === failing)
          throw new KivaError('network', 'connection reset')
        return listing()(request, signal)
      }
      const first = await search([...line, '--out', '/o', '--checkpoint', '/c'], { send })
      expect(first.code).toBe(failing === 1 ? 7 : 9)
      const { folder } = first
      const again = folder.has('/c') ? ['--resume', '/c'] : ['--checkpoint', '/c']
      const second = await search([...line, '--out', '/o', ...again], { folder })
      expect(second.code).toBe(0)
      expect(folder.get('/o')).toBe(whole.stdout)
      const third = await search([...line, '--out', '/o', '--resume', '/c'], { folder })
      expect(third.stderr).toContain('already complete: the matches of 90 loans')
    },
  )

  test('another --where is another command', async () => {
    const line = ['--where', '.id > 20', '-o', 'ndjson', '--out', '/o']
    const { folder } = await search([...line, '--checkpoint', '/c'], {})
    const other = await search(['--where', '.id > 30', ...line.slice(2), '--resume', '/c'], { folder })
    expect([other.code, JSON.parse(other.stderr).error.message]).toEqual([3, expect.stringContaining('/c')])
  })
})

test('--missing with --where and --with saves the ids that were not found', async () => {
  const send: Send = async (request) => {
    const asked = pathOf(request).slice('/loans/'.length).split(',').map(Number)
    return jsonReply({ loans: asked.filter((id) => id < 90).map((id) => loan(id)) })
  }
  const { code, stdout, folder } = await run(
    ['loans', 'show', '88', '99', '89', '--where', '.id == 89', '--with', 'funding', '--missing', '/m'],
    { send },
  )
  expect([code, ids(stdout), folder.get('/m')]).toEqual([9, [89], '99\n'])
})

test('missing ids of --only come without a hint about --missing, which such lists do not have', async () => {
  const { code, stderr } = await run(['partners', 'list', '--only', '1,77'], { send: listing() })
  expect([code, JSON.parse(stderr).error.hint]).toEqual([9, 'The other one was printed.'])
})

describe('--watch', () => {
  /** Reads once per answer, then ends as with Ctrl-C. */
  async function watched(words: readonly string[], answers: readonly (readonly JsonObject[])[]) {
    const { now, sleep } = virtualClock()
    const interrupt = new AbortController()
    let round = 0
    const send: Send = async (request) => {
      // The loans that are gone are looked up by their ids.
      if (pathOf(request) !== '/loans/search') return textReply('{"code":"org.kiva.InvalidId"}', 404)
      const list = answers[round]
      if (pageOf(request) * size >= (list?.length ?? 0)) round += 1
      if (list) return page(list, pageOf(request))
      interrupt.abort(new KivaError('interrupted', 'Interrupted'))
      throw interrupt.signal.reason
    }
    const line = ['loans', 'search', '--watch', '30s', '--concurrency', '1', ...words]
    const { stdout } = await run(line, { send, now, world: { sleep }, signal: interrupt.signal })
    return stdout
      .split('\n')
      .slice(0, -1)
      .map((text) => JSON.parse(text))
      .map(({ event, item }) => `${event} ${item.id}`)
  }

  test('with --where, a loan that begins to match is added, and one that ceases is removed', async () => {
    const rounds = [
      [loan(3), loan(2, { funded_amount: 200 })],
      [loan(3, { funded_amount: 400 }), loan(2)],
    ]
    expect(await watched(['--where', '.funded_amount > 100'], rounds)).toEqual([
      'added 2',
      'added 3',
      'removed 2',
    ])
  })

  test('each round reads all pages and filters anew', async () => {
    const rounds = [loans(60, 60), [loan(61), ...loans(60, 60)]]
    expect(await watched(['--order', 'id:desc', '--limit', '2'], rounds)).toEqual([
      'added 60',
      'added 59',
      'added 61',
      'removed 59',
    ])
  })
})

describe('text from the API', () => {
  const hostile = '\x1b[2J\x1b]0;owned\x07\u202eevil'
  const send: Send = async (request, signal) =>
    pathOf(request) === '/partners'
      ? page([{ id: 1, name: hostile, status: hostile }], 1, 'partners')
      : listing([loan(1, { partner_id: 1, name: hostile, status: hostile, posted_date: hostile })])(
          request,
          signal,
        )

  test.each([
    ['a table', ['--with', 'partner,funding']],
    ['columns', ['--with', 'partner,funding', '--across']],
    ['chosen fields', ['--fields', 'id,derived.partner.name,derived.why']],
    ['a chart', ['--by', 'derived.partner.name']],
    ['a sorted list', ['--with', 'partner', '--order', 'derived.partner.status', '--at-most', '1:name']],
  ])('is sanitized in derived fields of %s', async (_, words) => {
    // The harness compares everything written to a terminal with the allowed sequences.
    const { code, stdout } = await search(words, { send, terminal: 200 })
    expect(code).toBe(0)
    expect(stdout).toContain('owned')
    expect(stdout).not.toMatch(/\x1b\[2J|\x1b\]0|\u202e/)
  })

  test('of a failing --where is sanitized in its message', async () => {
    const { code, stderr } = await search(['--where', '.name | tonumber'], { send, terminal: 200 })
    expect(code).toBe(2)
    expect(stderr).not.toMatch(/\x1b\[2J|\x1b\]0|\u202e/)
  })
})

describe('kiva api', () => {
  test.each([
    ['loans/search', '--with', 'funding', '--limit', '1'],
    ['loans/search', '--fields', 'id,derived.funding.left', '--limit', '3'],
    ['loans/search', '--not-lent-by', 'robin1001', '--limit', '2'],
    ['loans/7,8', '--with', 'people'],
  ])('prints the same as the command of %s %s %s', async (path, ...words) => {
    const command = path === 'loans/search' ? ['loans', 'search'] : ['loans', 'show', '7', '8']
    const options = { send: listing() }
    const [api, own] = [
      await run(['api', path, ...words], options),
      await run([...command, ...words], options),
    ]
    expect([api.code, own.code, api.stdout]).toEqual([0, 0, own.stdout])
  })

  test.each([
    ['partners', '--with funding', '--with cannot be used with /partners'],
    ['some/list', '--with funding', '--with cannot be used with /some/list'],
    ['teams/search', '--not-lent-by ada', '--not-lent-by cannot be used with /teams/search'],
    ['teams/search', '--with funding', 'invalid value "funding" for --with'],
  ])('%s %s is refused', async (path, words, message) => {
    const { code, stderr, requests } = await run(['api', path, ...words.split(' ')])
    expect([code, requests, JSON.parse(stderr).error.message]).toEqual([2, [], message])
  })
})
