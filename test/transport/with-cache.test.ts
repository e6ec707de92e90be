/** `--cache` and `--offline`, by the requests that they send, with a clock that a test moves. */
import { describe, expect, test } from 'vitest'
import { parseDuration } from '../../src/cli/option-values.ts'
import { KivaError } from '../../src/core/errors.ts'
import type { HttpReply, Send } from '../../src/core/http.ts'
import type { CacheEntry } from '../../src/core/store.ts'
import { withCache } from '../../src/transport/with-cache.ts'
import { memoryCache } from '../harness/memory-cache.ts'
import { jsonReply, noon, type Ran, run, textReply } from '../harness.ts'

const second = 1000
const minute = 60 * second

const release = (build: string, headers: HttpReply['headers'] = {}) =>
  jsonReply({ release: { build } }, 200, headers)
const notModified = (headers: HttpReply['headers'] = {}): HttpReply => ({
  status: 304,
  headers,
  body: new Uint8Array(),
})

/** Runs that share a cache; each says what the service would answer now, and how long after noon it is. */
function runs(...words: readonly string[]) {
  const cached = new Map<string, CacheEntry>()
  return (after: number, reply: HttpReply | Send, ...more: readonly string[]): Promise<Ran> =>
    run(['releases', 'current', '-o', 'ndjson', ...words, ...more], {
      cached,
      now: noon + after,
      send: typeof reply === 'function' ? reply : async () => reply,
    })
}

const buildOf = ({ stdout }: Ran): string => JSON.parse(stdout).build

describe('an answer is used again', () => {
  test('while it is younger than was said, and no longer', async () => {
    const ask = runs('--cache', '10m')
    expect((await ask(0, release('first'))).requests).toHaveLength(1)
    const young = await ask(10 * minute - 1, release('second'))
    expect([buildOf(young), young.requests]).toEqual(['first', []])
    const old = await ask(10 * minute, release('second'))
    expect([buildOf(old), old.requests.length]).toEqual(['second', 1])
    expect(buildOf(await ask(19 * minute, release('third')))).toBe('second')
  })

  test('by KIVA_CACHE too, and not without being asked for', async () => {
    const cached = new Map<string, CacheEntry>()
    const words = ['releases', 'current']
    for (const [env, requests] of [
      [{ KIVA_CACHE: '1d' }, 1],
      [{ KIVA_CACHE: '1d' }, 0],
      [{}, 1],
    ] as const) {
      const ran = await run(words, { cached, env, send: async () => release('one') })
      expect([ran.code, ran.requests.length]).toEqual([0, requests])
    }
  })

  test('for the same request only: another address, page or format is another one', async () => {
    const cached = new Map<string, CacheEntry>()
    const lines = ['', '--page 2', '--wire xml', '--app-id org.example', '--base-url https://a.example']
    for (const expected of [1, 0]) {
      for (const line of lines) {
        const words = ['loans', 'newest', '--cache', '1h', ...line.split(' ').filter(Boolean)]
        const { code, requests } = await run(words, { cached })
        expect([line, code, requests.length]).toEqual([line, 0, expected])
      }
    }
  })

  test('not in the run that has got it: who asks twice wants to know what has changed', async () => {
    let now = noon
    let loans = [1, 2, 3, 4, 5, 6].map((id) => ({ id }))
    const send: Send = async ({ url }) => {
      const page = Number(new URL(url).searchParams.get('page') ?? 1)
      const paging = { page, total: loans.length, page_size: 2, pages: 3 }
      const reply = jsonReply({ paging, loans: loans.slice(2 * page - 2, 2 * page) })
      loans = loans.filter(({ id }) => id !== 1)
      return reply
    }
    const words = ['loans', 'newest', '--all', '--concurrency', '1', '--cache', '1h', '-o', 'ndjson']
    const { stdout } = await run(words, { now: () => ++now, send })
    // 3 has moved to the first page.
    expect(stdout.match(/\d/g)?.sort()).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  test('not when a clock that was wrong has kept it in the future', async () => {
    const ask = runs('--cache', '10m')
    await ask(60 * minute, release('future'))
    expect(buildOf(await ask(0, release('now')))).toBe('now')
  })

  test('at the age that a cache on the way gave it', async () => {
    const ask = runs('--cache', '10m')
    await ask(0, release('first', { age: '540' }))
    expect(buildOf(await ask(minute - 1, release('second')))).toBe('first')
    expect(buildOf(await ask(minute, release('second')))).toBe('second')
  })
})

describe('an older answer', () => {
  const etag = '"abc"'
  const modified = 'Fri, 20 Nov 2026 09:00:00 GMT'

  test.each([
    ['an entity tag', { etag }, { 'if-none-match': etag }],
    ['a date', { 'last-modified': modified }, { 'if-modified-since': modified }],
    ['both', { etag, 'last-modified': modified }, { 'if-none-match': etag, 'if-modified-since': modified }],
  ])('is asked about by %s, and is fresh again where it still holds', async (_, given, asked) => {
    const ask = runs('--cache', '10m')
    await ask(0, release('first', { ...given, age: '30' }))
    const confirmed = await ask(20 * minute, notModified())
    expect([confirmed.code, buildOf(confirmed)]).toEqual([0, 'first'])
    expect(confirmed.requests).toEqual([expect.objectContaining({ headers: expect.objectContaining(asked) })])
    const again = await ask(30 * minute - 1, release('second'))
    expect([buildOf(again), again.requests]).toEqual(['first', []])
    expect((await ask(30 * minute, notModified())).requests).toHaveLength(1)
  })

  test('gives way to another one', async () => {
    const ask = runs('--cache', '10m')
    await ask(0, release('first', { etag }))
    expect(buildOf(await ask(20 * minute, release('second', { etag: '"def"' })))).toBe('second')
    const third = await ask(40 * minute, notModified())
    expect(buildOf(third)).toBe('second')
    expect(third.requests[0]?.headers).toMatchObject({ 'if-none-match': '"def"' })
  })

  test('without a tag or a date is asked for anew', async () => {
    const ask = runs('--cache', '10m')
    await ask(0, release('first'))
    const { requests, stdout } = await ask(20 * minute, release('second'))
    expect(stdout).toContain('second')
    expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual(['accept', 'user-agent'])
  })

  test('is asked for anew where a 304 speaks of another one', async () => {
    const ask = runs('--cache', '10m')
    await ask(0, release('first', { etag }))
    const { requests, stdout } = await ask(20 * minute, async ({ headers }) =>
      headers['if-none-match'] ? notModified({ etag: '"other"' }) : release('second'),
    )
    expect(stdout).toContain('second')
    expect(requests).toHaveLength(2)
  })

  test('is no excuse for a failure', async () => {
    const ask = runs('--cache', '10m')
    await ask(0, release('first', { etag, 'cache-control': 'stale-if-error=86400' }))
    const { code, stdout } = await ask(20 * minute, jsonReply({}, 503))
    expect([code, stdout]).toEqual([6, ''])
  })
})

describe('not kept is', () => {
  test.each<[string, HttpReply, number]>([
    ['what the service forbids', release('a', { 'cache-control': 'no-store' }), 0],
    ['what is private', release('a', { 'cache-control': 'private, max-age=600' }), 0],
    ['what another request may not get', release('a', { vary: '*' }), 0],
    ['a refusal', jsonReply({ code: 'org.kiva.InvalidIdentifier', message: 'No' }, 404), 5],
    [
      'maintenance, though with status 200',
      jsonReply({ code: 'org.kiva.ServerMaintenance', message: 'Later' }),
      6,
    ],
    [
      "a firewall's page",
      textReply('<html>Are you a robot?</html>', 200, { 'content-type': 'text/html' }),
      7,
    ],
    [
      "a firewall's page with the type of JSON",
      textReply('<html>Are you a robot?</html>', 200, { 'content-type': 'application/json' }),
      7,
    ],
  ])('%s', async (_, reply, code) => {
    const ask = runs('--cache', '10m')
    expect((await ask(0, reply)).code).toBe(code)
    const { requests, stdout } = await ask(second, release('b'))
    expect(requests).toHaveLength(1)
    expect(stdout).toContain('"b"')
  })

  test('what the service only wants to be asked about: the length of time that was given counts', async () => {
    const ask = runs('--cache', '10m')
    await ask(0, release('a', { 'cache-control': 'no-cache, must-revalidate, max-age=0', expires: '0' }))
    expect((await ask(second, release('b'))).requests).toEqual([])
  })

  test('a cookie, and what is about one exchange', async () => {
    const cached = new Map<string, CacheEntry>()
    const passing = { 'set-cookie': 'session=1', 'x-ratelimit-overall-remaining': '0', 'retry-after': '60' }
    const send = async () => release('a', { ...passing, etag: '"abc"' })
    await run(['releases', 'current', '--cache', '1h'], { cached, send })
    const [kept] = cached.values()
    expect(JSON.stringify(kept?.about)).toContain('abc')
    expect(JSON.stringify(kept?.about)).not.toMatch(/set-cookie|ratelimit|retry-after/)
  })

  test('the answer to a signed request', async () => {
    const cached = new Map<string, CacheEntry>()
    const env = {
      KIVA_CLIENT_ID: 'org.example.app',
      KIVA_CLIENT_SECRET: 'a-client-secret',
      KIVA_OAUTH_TOKEN: 'a-token-that-works',
      KIVA_OAUTH_TOKEN_SECRET: 'a-token-secret',
      KIVA_CACHE: '1d',
    }
    const send = async () => jsonReply({ user_account: { id: 1 } }, 200, { 'cache-control': 'public' })
    for (const _ of [1, 2]) {
      const { code, requests } = await run(['my', 'account'], { env, cached, send })
      expect([code, requests.length]).toEqual([0, 1])
    }
    expect(cached.size).toBe(0)
    const offline = await run(['my', 'account', '--offline', '-o', 'json'], { env, cached, send })
    expect([offline.code, offline.stdout, offline.requests]).toEqual([5, '', []])
    expect(offline.stderr).toContain('signed requests are never cached')
  })

  test("the sandbox's: it answers in this process, with or without the cache", async () => {
    const cached = new Map<string, CacheEntry>()
    for (const words of [['--cache', '1d'], ['--offline']]) {
      const { code } = await run(['--sandbox', 'releases', 'current', ...words], { cached })
      expect([code, cached.size]).toEqual([0, 0])
    }
  })
})

describe('-v tells', () => {
  test('what came from the cache, and how old it is', async () => {
    const ask = runs('--cache', '10m', '-v')
    expect((await ask(0, release('a', { etag: '"abc"' }))).stderr).not.toContain('cache')
    expect((await ask(20 * second, release('b'))).stderr).toMatch(
      /^< 200, \d+ bytes, 0ms, from cache, 20s old$/m,
    )
    expect((await ask(9 * minute, release('b'))).stderr).toContain('from cache, 9min old')
    expect((await ask(20 * minute, notModified())).stderr).toContain('from cache, 0s old')
  })

  test('once that the cache is of no use; without it nothing is told, and the answer is the same', async () => {
    const world = {
      cache: async () => {
        throw new KivaError('config', '/cache is a symbolic link, so it is not used')
      },
    }
    const words = ['releases', 'current', '--cache', '10m', '-o', 'ndjson']
    const silent = await run(words, { world, send: async () => release('a') })
    expect([silent.code, silent.stdout, silent.stderr]).toEqual([0, '{"build":"a"}\n', ''])
    const told = await run([...words, '-v'], { world, send: async () => release('a') })
    expect([told.code, told.stdout]).toEqual([0, '{"build":"a"}\n'])
    expect(told.stderr.match(/cache error: .*$/gm)).toEqual([
      'cache error: /cache is a symbolic link, so it is not used',
    ])
  })
})

describe('trouble with the cache is reported once', () => {
  const broken = new KivaError('config', 'The cache cannot be read')
  const request = (id: number) => ({ method: 'GET', url: `https://api.example.org/${id}.json`, headers: {} })
  const fail = async () => {
    throw broken
  }

  /** Sends two requests through a cache whose named methods fail; returns the reported problems. */
  async function reported(reply: HttpReply, ...methods: readonly ('get' | 'set')[]): Promise<unknown[]> {
    const problems: unknown[] = []
    const store = {
      ...memoryCache(new Map()),
      ...Object.fromEntries(methods.map((method) => [method, fail])),
    }
    const send = withCache(async () => reply, minute, {
      now: () => noon,
      cache: async () => store,
      onError: async (problem) => void problems.push(problem),
    })
    for (const id of [1, 2]) expect(await send(request(id), new AbortController().signal)).toBe(reply)
    return problems
  }

  test('when entries cannot be read, or written, or both', async () => {
    expect(await reported(release('a'), 'get')).toEqual([broken])
    expect(await reported(release('a'), 'set')).toEqual([broken])
    expect(await reported(release('a'), 'get', 'set')).toEqual([broken])
  })

  test('and a reply that may not be stored is none', async () => {
    expect(await reported(release('a'))).toEqual([])
    expect(await reported(release('a', { 'cache-control': 'no-store' }))).toEqual([])
  })
})

describe('--offline', () => {
  const never: Send = async () => expect.unreachable('somebody was asked')
  const unconnected = { connect: async () => expect.unreachable('the network was opened') }

  test('answers from the cache, however old', async () => {
    const cached = new Map<string, CacheEntry>()
    const words = ['releases', 'current', '-o', 'ndjson']
    await run([...words, '--cache', '30s'], { cached, send: async () => release('a') })
    const year = 365 * 24 * 60 * minute
    const options = { cached, now: noon + year, ...unconnected }
    const { code, stdout, stderr } = await run([...words, '--offline', '-v'], options)
    expect([code, stdout]).toEqual([0, '{"build":"a"}\n'])
    expect(stderr).toContain('from cache, 365d old')
  })

  test('fails for what is not there, and says what that is and how to get it', async () => {
    const { code, stdout, stderr } = await run(
      ['loans', 'show', '84', '--offline', '-o', 'json'],
      unconnected,
    )
    expect([code, stdout]).toEqual([5, ''])
    expect(JSON.parse(stderr).error).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/^not in the cache: .*\/v1\/loans\/84\.json$/),
      hint: expect.stringContaining('--cache'),
    })
  })

  test('fails where the cache cannot be used, with what mends it', async () => {
    const cache = async () => {
      throw new KivaError('config', '/cache may be changed by others', { hint: 'Run: chmod 700 /cache' })
    }
    const { code, stderr } = await run(['releases', 'current', '--offline'], {
      world: { cache },
      ...unconnected,
    })
    expect(code).toBe(3)
    expect(stderr).toContain('--offline cannot read the cache: /cache may be changed by others')
    expect(stderr).toContain('chmod 700')
  })

  test('begins no login', async () => {
    const env = { KIVA_CLIENT_ID: 'org.example.app', KIVA_CLIENT_SECRET: 'a-client-secret' }
    const { code, stderr } = await run(['login', '--start', '--offline'], {
      env,
      send: never,
      ...unconnected,
    })
    expect(code).toBe(5)
    expect(stderr).toContain('--offline cannot be used with POST')
  })
})

test.each(['10', 'm', '10 m', '-1m', '1.5h', '10min', '1h30m', ''])(
  '--cache %j is no length of time',
  async (text) => {
    const { code, stderr, requests } = await run(['loans', 'newest', '--cache', text])
    expect([code, requests]).toEqual([2, []])
    expect(stderr).toContain('--cache')
    expect(stderr).toContain('10m')
  },
)

test.each([
  ['0s', 0],
  ['30s', 30],
  ['10m', 600],
  ['2h', 7200],
  ['1d', 86_400],
])('%s are %i seconds', (text, seconds) => {
  expect(parseDuration('--cache', text)).toBe(seconds * second)
})
