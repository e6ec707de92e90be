import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/core/errors.ts'
import type { Machine } from '../../src/core/process.ts'
import { soundMachine } from '../harness/world.ts'
import { jsonReply, noon, type RunOptions, run } from '../harness.ts'

interface Found {
  readonly check: string
  readonly state: string
  readonly found: string
  readonly next?: string
}

const utf8 = { LANG: 'C.UTF-8' }
const sick = (machine: Partial<Machine>) => ({
  world: { machine: async () => ({ ...soundMachine, ...machine }) },
})

/** Answers like the API. */
const send = async () => jsonReply({ release: { id: 'x' } })

/** Runs doctor, and returns its findings by the name of the check. */
async function examine(words: readonly string[] = [], options: RunOptions = {}) {
  const { code, stdout, stderr, requests } = await run(['doctor', '-o', 'json', ...words], {
    send,
    ...options,
    env: { ...utf8, ...options.env },
  })
  const findings: readonly Found[] = JSON.parse(stdout)
  return { code, stderr, requests, found: Object.fromEntries(findings.map((one) => [one.check, one])) }
}

describe('a machine without problems', () => {
  test('exits with 0, and with --offline sends nothing', async () => {
    const { code, stderr, requests, found } = await examine(['--offline'])
    expect([code, stderr, requests]).toEqual([0, '', []])
    expect(found['service']).toBeUndefined()
    expect((await examine(['--offline', '--network'])).requests).toEqual([])
    expect(Object.values(found).filter(({ state }) => state !== 'ok')).toEqual([])
    expect(found['@me']?.found).toBe('no lender id: use kiva config set lender <lender id>')
    const named = await examine(['--offline'], { env: { KIVA_LENDER: 'robin1001' } })
    expect(named.found['@me']?.found).toBe('robin1001, from the setting lender')
    expect(found['kiva']?.found).toMatch(/^\d+\.\d+\.\d+\S*, on Node\.js 24\.21\.0, linux x64$/)
    expect(found['cache folder']?.found).toBe('/cache (mode 0700)')
    expect(found['config folder']?.found).toBe('/config (does not exist yet)')
    expect(found['output']?.found).toBe('json, from --output')
    expect(found['proxy']?.found).toBe('none for https://api.kivaws.org')
  })

  test.each([
    ['Node.js 20.20.2', '2026-04-30', undefined, undefined],
    ['Node.js 20.20.2', '2026-05-01', '20 reached its end of life in 2026-04', 'Use Node.js 22 or later,'],
    ['Node.js 20.18.1', '2027-05-01', '20 reached its end of life in 2026-04', 'Use Node.js 24 or later,'],
    ['Node.js 22.22.0', '2027-04-30', undefined, undefined],
    ['Node.js 22.22.0', '2027-05-01', '22 reached its end of life in 2027-04', 'Use Node.js 24 or later,'],
    ['Node.js 24.21.0', '2028-04-30', undefined, undefined],
    ['Node.js 24.21.0', '2028-05-01', '24 reached its end of life in 2028-04', 'Use Node.js 26 or later,'],
    ['Node.js 26.0.0', '2029-04-30', undefined, undefined],
    ['Node.js 26.0.0', '2029-05-01', '26 reached its end of life in 2029-04', 'Use the newest Node.js,'],
    ['Node.js 28.0.0', '2030-01-01', undefined, undefined],
    ['Bun 20.0.0', '2030-01-01', undefined, undefined],
  ])('%s on %s: warns after the end of life, and exits with 0', async (runtime, day, ended, next) => {
    const { world } = sick({ runtime })
    const now = () => Date.parse(`${day}T23:59:59Z`)
    const { code, found } = await examine(['--offline'], { world: { ...world, now } })
    expect([code, found['kiva']?.state]).toEqual([0, 'ok'])
    expect(found['Node.js']).toEqual(
      ended && {
        check: 'Node.js',
        state: 'warning',
        found: `Node.js ${ended} and gets no security fixes`,
        next: `${next} or install the executable of kiva, which needs no Node.js.`,
      },
    )
  })

  test('reports a mirror only if there is one, and says what it needs', async () => {
    const place = { name: 'mirror', path: '/data/mirror.sqlite' }
    const missing = await examine(['--offline'], sick({ places: () => [{ ...place, isThere: false }] }))
    expect(missing.found['mirror']).toMatchObject({
      state: 'ok',
      found: '/data/mirror.sqlite (does not exist yet)',
    })
    const there = { ...place, mode: '0600', isThere: true }
    const { code, found } = await examine(['--offline'], sick({ places: () => [there] }))
    expect([code, found['mirror']]).toEqual([
      0,
      {
        check: 'mirror',
        state: 'warning',
        found: 'the mirror needs SQLite, which Node.js 20.0.0 does not have',
        next: 'Run kiva with Node.js 22.16 or later.',
      },
    ])
  })

  test('warns of a folder whose file names others can list', async () => {
    const places = () => [
      { name: 'config folder', path: '/my config', mode: '0755', isThere: true },
      { name: 'state folder', path: '/state', mode: '0700', isThere: true },
    ]
    const { code, found } = await examine(['--offline'], sick({ places }))
    expect(code).toBe(0)
    expect(found['config folder']).toMatchObject({
      state: 'warning',
      found: '/my config (mode 0755): other users can list its files',
      next: "Run: chmod 700 '/my config'",
    })
    expect(found['state folder']?.state).toBe('ok')
  })

  test('prints words on a terminal, within its width', async () => {
    const { code, stdout } = await run(['doctor'], {
      send,
      terminal: 100,
      env: { ...utf8, TERM: 'xterm', NO_COLOR: '1' },
    })
    expect(code).toBe(0)
    expect(stdout).toMatch(/\n\nNo problems found\.\n$/)
    expect(stdout).toMatch(/^ok {7}kiva {18}\d/)
    expect(stdout).toContain('a terminal, 100 columns, TERM=xterm')
    expect(stdout).toMatch(/^ok +color +no: NO_COLOR$/m)
    const narrow = await run(['doctor'], { send, terminal: 60, env: { LANG: 'C', NO_COLOR: '1' } })
    expect(narrow.stdout).toMatch(/^warning {2}locale +LANG=C: characters[^→]+\n {31}→ Set LANG/m)
    expect(Math.max(...narrow.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60)
  })

  test('prints the same text with color, apart from the rows about output', async () => {
    const ask = async (env: Record<string, string>) =>
      (await run(['doctor'], { send, terminal: 100, env: { LANG: 'C', KIVA_TIMEOUT: 'soon', ...env } }))
        .stdout
    const painted = await ask({ TERM: 'xterm' })
    expect(painted).toMatch(/^\x1b\[36mok {7}\x1b\[39m\x1b\[2mkiva {18}\x1b\[22m\d/m)
    expect(painted).toContain('\x1b[33mwarning  \x1b[39m\x1b[2mlocale')
    expect(painted).toContain('\x1b[1m\x1b[33mproblem  \x1b[39m\x1b[22m\x1b[2mtimeout')
    const bare = (text: string) =>
      text.replace(/\x1b\[\d+m/g, '').replace(/^ok +(stdout|color|pictures) .*\n/gm, '')
    expect(bare(painted)).toBe(bare(await ask({ NO_COLOR: '1' })))
  })
})

describe('each problem has a next step, and the exit code is 3', () => {
  test.each<[string, readonly string[], RunOptions, string, string]>([
    ['settings', [], { files: new Map([['config', '{']]) }, 'invalid JSON', 'kiva config edit'],
    ['timeout', [], { env: { KIVA_TIMEOUT: 'soon' } }, 'for KIVA_TIMEOUT', 'Fix KIVA_TIMEOUT, or unset it.'],
    [
      'login',
      [],
      { env: { KIVA_CLIENT_ID: 'x', KIVA_OAUTH_TOKEN: 'tokentoken' } },
      'incomplete credentials',
      'Set all of',
    ],
    [
      'config folder',
      [],
      sick({
        places: () => [
          {
            name: 'config folder',
            isThere: false,
            problem: new KivaError('config', 'HOME is not set', { hint: 'Set it.' }),
          },
        ],
      }),
      'HOME is not set',
      'Set it.',
    ],
    [
      'proxy',
      [],
      sick({
        proxyFor: () => {
          throw new KivaError('config', 'HTTPS_PROXY does not name a proxy', { hint: 'Unset it.' })
        },
      }),
      'does not name a proxy',
      'Unset it.',
    ],
    [
      'service',
      [],
      { send: async () => jsonReply({ code: 'org.kiva.ServerError', message: 'no' }, 503) },
      'https://api.kivaws.org responded 503: no',
      'Try again later',
    ],
    [
      'service',
      ['--network'],
      {
        send: async () => {
          throw new KivaError('network', 'nobody knows the name', { hint: 'Check it.' })
        },
      },
      'nobody knows the name',
      'Check it.',
    ],
  ])('%s', async (check, words, options, said, next) => {
    const { code, stderr, found } = await examine(words, options)
    expect(code).toBe(3)
    expect(found[check]?.state).toBe('problem')
    expect(found[check]?.found).toContain(said)
    expect(found[check]?.next).toContain(next)
    expect(JSON.parse(stderr).error.kind).toBe('config')
  })

  test('the same problem in several checks counts once', async () => {
    const found = new KivaError('config', 'HOME is not set')
    const places = () =>
      ['config folder', 'cache folder'].map((name) => ({ name, isThere: false, problem: found }))
    const { stderr } = await examine([], sick({ places }))
    expect(JSON.parse(stderr).error.message).toBe('1 problem found')
  })

  test('problems come first, then warnings; the error counts the problems', async () => {
    const { stdout, stderr } = await run(['doctor'], {
      terminal: 100,
      env: { LANG: 'C', KIVA_TIMEOUT: 'soon', NO_COLOR: '1' },
      send: async () => {
        throw new KivaError('network', 'nobody knows the name', { hint: 'Check it.' })
      },
    })
    const states = [...stdout.matchAll(/^(?:ok|warning|problem)\b/gm)].map(([state]) => state)
    expect(states.slice(0, 4)).toEqual(['problem', 'problem', 'warning', 'ok'])
    expect(states.slice(4).every((state) => state === 'ok')).toBe(true)
    expect(stdout).not.toContain('No problems found')
    expect(stderr).toContain('error: 2 problems found\n')
  })

  test('an invalid variable counts once', async () => {
    const { stderr } = await examine([], { env: { KIVA_TIMEOUT: 'soon' } })
    expect(JSON.parse(stderr).error.message).toBe('1 problem found')
  })
})

describe('a warning does not change the exit code', () => {
  const missing = new KivaError('config', 'HOME is not set')

  test.each<[string, RunOptions]>([
    ['data folder', sick({ places: () => [{ name: 'data folder', isThere: false, problem: missing }] })],
    ['locale', { env: { LANG: 'C' } }],
    ['locale', { env: { LANG: '' } }],
    ['NODE_EXTRA_CA_CERTS', sick({ readsMoreAuthorities: true })],
  ])('%s', async (check, options) => {
    const { code, found } = await examine([], options)
    expect([code, found[check]?.state]).toEqual([0, 'warning'])
  })
})

describe('an entry of NO_PROXY that matches no host', () => {
  const uselessBypass = { entry: 'https://api.kivaws.org', variable: 'NO_PROXY' }
  const proxyFor = () => ({ address: 'http://proxy.example:3128', variable: 'HTTPS_PROXY' })

  test('is a warning if a proxy is used', async () => {
    const { code, found } = await examine([], sick({ proxyFor, uselessBypass }))
    expect([code, found['proxy']]).toEqual([
      0,
      {
        check: 'proxy',
        state: 'warning',
        found:
          'http://proxy.example:3128, from HTTPS_PROXY: "https://api.kivaws.org" in NO_PROXY matches no host',
        next: 'List hosts without a scheme or path in NO_PROXY, such as api.kivaws.org.',
      },
    ])
  })

  test('is not told otherwise', async () => {
    for (const machine of [{ uselessBypass }, { proxyFor }])
      expect((await examine([], sick(machine))).found['proxy']?.state).toBe('ok')
  })
})

describe('the network', () => {
  const date = (ahead: number) => new Date(noon + ahead * 1000).toUTCString()
  const answering = (headers: Readonly<Record<string, string>>, status = 200): RunOptions => ({
    send: async ({ url }) => {
      const reply = jsonReply({ release: { id: 'x' } }, url.includes('/v1/') ? status : 301)
      return { ...reply, headers: { ...reply.headers, ...headers } }
    },
  })

  test('sends one request to the API and one to the authorization page', async () => {
    const limits = { 'x-ratelimit-overall-limit': '60', 'x-ratelimit-overall-remaining': '58', date: date(0) }
    const { code, requests, found } = await examine([], answering(limits))
    expect(code).toBe(0)
    expect(requests.map(({ url }) => url).toSorted()).toEqual([
      'https://api.kivaws.org/v1/releases/api/current.json',
      'https://www.kiva.org/',
    ])
    expect(found['service']?.found).toBe('https://api.kivaws.org responded 200 in 0ms')
    expect(found['authorization page']?.found).toBe('https://www.kiva.org responded 301 in 0ms')
    expect(found['rate limit']?.found).toBe('overall 58 of 60 left')
    expect(found['clock']?.found).toBe("same as the API's")
  })

  test('a limit without what is left of it is not reported', async () => {
    const limits = { 'x-ratelimit-overall-limit': '60', 'x-ratelimit-specific-remaining': '5' }
    expect((await examine([], answering(limits))).found['rate limit']?.found).toBe('not reported by the API')
  })

  test('a secret that the API repeats is masked', async () => {
    const { found } = await examine([], {
      env: {
        KIVA_CLIENT_ID: 'x',
        KIVA_CLIENT_SECRET: 'hush-client',
        KIVA_OAUTH_TOKEN: 'hush-token',
        KIVA_OAUTH_TOKEN_SECRET: 'hush-secret',
      },
      send: async () => jsonReply({ code: 'org.kiva.ServerError', message: 'no hush-secret here' }, 503),
    })
    expect(found['service']?.found).toBe('https://api.kivaws.org responded 503: no *** here')
  })

  test.each([
    [1, 'ok', "same as the API's"],
    [-2, 'ok', "2s ahead of the API's"],
    [30, 'ok', "30s behind the API's"],
    [-60, 'ok', "60s ahead of the API's"],
    [300, 'problem', "300s behind the API's"],
  ])('a clock that is off by %i s', async (ahead, state, said) => {
    const { found } = await examine(['--network'], answering({ date: date(ahead) }))
    expect(found['clock']?.state).toBe(state)
    expect(found['clock']?.found).toContain(said)
  })

  test.each([undefined, '0', 'foo 1', 'Fri, 31 Nov 2026 12:00:00 GMT'])(
    'the clock is not compared with the date %j',
    async (given) => {
      const { found } = await examine([], answering(given === undefined ? {} : { date: given }))
      expect(found['clock']).toMatchObject({ state: 'ok', found: 'not reported by the API' })
    },
  )

  test('the clock is not compared with the date of a cached response', async () => {
    const options = { ...answering({ date: date(0) }), cached: new Map() }
    await examine(['--cache', '1d'], options)
    const { code, requests, found } = await examine(['--cache', '1d'], { ...options, now: noon + 3_600_000 })
    expect([code, requests.map(({ url }) => url)]).toEqual([0, ['https://www.kiva.org/']])
    expect(found['clock']).toMatchObject({
      state: 'ok',
      found: 'not compared: the response is from the cache',
    })
  })

  test('--sandbox checks the sandbox and sends nothing', async () => {
    const { code, requests, found } = await examine(['--sandbox'])
    expect([code, requests]).toEqual([0, []])
    expect(found['service']?.found).toContain('the sandbox responded 200')
    expect(found['authorization page']?.found).toContain('the sandbox responded')
  })
})
