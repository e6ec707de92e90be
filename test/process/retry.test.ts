/** Retries on real sockets, and signals that end the wait. Needs `npm run build`. */
import type { RequestListener, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { openTerminal } from '../e2e/terminal.ts'
import { certificateFor } from '../support/certificates.ts'
import { kivaHere } from '../support/here.ts'
import { kiva, start, timeoutOnSignal, timeoutSignal, toolLine } from '../support/process.ts'
import { closeServers, serveHttp, serveHttps, startProxy } from '../support/servers.ts'

afterEach(closeServers)

const words = ['loans', 'newest', '-o', 'json', '--base-url']
const env = { KIVA_RETRIES: '3' }
const body = '{"loans":[{"id":1}]}'

/** Starts a service that calls `spoil` for its first requests, `times` of them, and then replies normally. */
async function spoiling(spoil: (response: ServerResponse) => void, times = 1) {
  let asked = 0
  const baseUrl = await serveHttp((_, response) => {
    asked += 1
    if (asked <= times) spoil(response)
    else response.end(body)
  })
  return { baseUrl, asked: () => asked }
}

describe('kiva retries', () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ['a connection that is reset', (response) => void response.socket?.resetAndDestroy()],
    ['a connection that is closed', (response) => void response.socket?.destroy()],
    [
      'a body that is shorter than was told',
      (response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"loans":[')
        response.socket?.end()
      },
    ],
    [
      'a body in chunks that is cut',
      (response) => {
        response.writeHead(200).write('{"loans":[')
        response.socket?.end()
      },
    ],
    [
      'a body in chunks that is cut, of a connection that is closed anyway',
      (response) => {
        response.writeHead(200, { connection: 'close' }).write('{"loans":[')
        response.socket?.end()
      },
    ],
    [
      'a packed body that is cut before it was packed',
      (response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body).subarray(0, 20)),
    ],
    ['a status that may pass', (response) => void response.writeHead(502).end()],
  ])('%s', async (_, spoil) => {
    const { baseUrl, asked } = await spoiling(spoil)
    const { code, stdout, stderr } = await kivaHere([...words, baseUrl], env)
    expect([code, JSON.parse(stdout), stderr]).toEqual([0, [{ id: 1 }], ''])
    expect(asked()).toBe(2)
  })

  test('a refused connection', async () => {
    const { code, stderr } = await kivaHere([...words, 'http://127.0.0.1:1'], { KIVA_RETRIES: '1' })
    expect(code).toBe(7)
    expect(JSON.parse(stderr).error.message).toBe('127.0.0.1:1 refused the connection, tried 2 times')
  })

  test('a timeout, if the service has replied before', async () => {
    let asked = 0
    const baseUrl = await serveHttp((request, response) => {
      asked += 1
      const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1)
      const paging = { page, total: 3, page_size: 1, pages: 3 }
      if (asked === 2) child.kill(timeoutSignal)
      else response.end(JSON.stringify({ paging, loans: [{ id: page }] }))
    })
    const all = ['loans', 'newest', '--all', '-o', 'ndjson', '--concurrency', '1', '--timeout', '0.5']
    const { child, ended } = start([...all, '--base-url', baseUrl], { ...env, ...timeoutOnSignal('0.5') })
    const { code, stdout } = await ended
    expect([code, stdout]).toEqual([0, '{"id":1}\n{"id":2}\n{"id":3}\n'])
    expect(asked).toBe(4)
  })
})

test('a retry opens a new connection, because the service may drop every kept one', async () => {
  const held: (() => void)[] = []
  const used = new Set<unknown>()
  let dropped = 0
  const baseUrl = await serveHttp(({ url = '', socket }, response) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1)
    const paging = { page, total: 5, page_size: 1, pages: 5 }
    const answer = () => response.end(JSON.stringify({ paging, loans: [{ id: page }] }))
    const isKept = used.has(socket)
    used.add(socket)
    // Pages 2 and 3 come on two connections. So do 4 and 5: the first one is free when 5 is retried.
    if (page > 1 && page < 5) held.push(answer)
    if (page === 1 || (page === 5 && !isKept)) answer()
    if (page === 3 || page === 5) for (const one of held.splice(0)) one()
    if (page < 5 || !isKept) return
    dropped += 1
    socket.destroy()
  })
  const all = ['loans', 'newest', '--all', '-o', 'ndjson', '--concurrency', '2', '--quiet']
  const { code, stdout } = await kivaHere([...all, '--base-url', baseUrl], { KIVA_RETRIES: '1' })
  const whole = [1, 2, 3, 4, 5].map((id) => `{"id":${id}}\n`).join('')
  expect({ code, stdout, dropped }).toEqual({ code: 0, stdout: whole, dropped: 1 })
})

describe('kiva does not retry', () => {
  /** Runs with retries enabled. Returns the exit code, and the number of requests that -v reports. */
  async function failing(baseUrl: string, more = {}) {
    const { code, stderr } = await kivaHere([...words, baseUrl, '-v'], { ...env, ...more })
    expect(stderr).not.toContain('tried')
    return { code, times: stderr.match(/^> GET/gm)?.length }
  }
  const once = { code: 7, times: 1 }

  test('a certificate of an unknown authority', async () => {
    const port = await serveHttps(await certificateFor('127.0.0.1'), () => {})
    expect(await failing(`https://127.0.0.1:${port}`)).toEqual(once)
  })

  test('an unknown host name', async () => {
    expect(await failing('https://nobody.invalid')).toEqual(once)
  })

  test('a proxy that refuses', async () => {
    const { port, asked } = await startProxy({ status: 502 })
    const proxy = { HTTPS_PROXY: `http://127.0.0.1:${port}` }
    expect(await failing('https://kiva.example', proxy)).toEqual(once)
    expect(asked).toEqual(['kiva.example:443'])
  })

  test('a redirect', async () => {
    const { baseUrl, asked } = await spoiling(
      (response) => void response.writeHead(302, { location: '/' }).end(),
    )
    expect(await failing(baseUrl)).toEqual(once)
    expect(asked()).toBe(1)
  })

  test('a timeout of the only request', async () => {
    const { baseUrl, asked } = await spoiling(() => void child.kill(timeoutSignal))
    const { child, ended } = start([...words, baseUrl, '--timeout', '0.3'], {
      ...env,
      ...timeoutOnSignal('0.3'),
    })
    const { code, stderr } = await ended
    expect([code, asked()]).toEqual([7, 1])
    expect(stderr).not.toContain('tried')
  })
})

const refusing: RequestListener = (_, response) =>
  void response.writeHead(403).end('{"code":"org.kiva.RateLimitExceeded","message":"No more"}')
const down: RequestListener = (_, response) => void response.writeHead(503, { 'retry-after': '29' }).end()

describe.each([
  { waiting: 'a failure to pass', listener: down, more: [] },
  { waiting: 'the rate limit', listener: refusing, more: ['--wait-on-limit'] },
])('while kiva waits for $waiting', ({ listener, more }) => {
  test.each([
    { signal: 'SIGINT', kind: 'interrupted', code: 130 },
    { signal: 'SIGTERM', kind: 'terminated', code: 143 },
  ] as const)('$signal ends the run at once', async ({ signal, kind, code }) => {
    let asked = 0
    const baseUrl = await serveHttp((request, response) => {
      asked += 1
      listener(request, response)
    })
    const { child, ended, told } = start([...words, baseUrl, '-v', ...more], env)
    await told(/; retry in \d+s\n/)
    child.kill(signal)
    const { stderr, ...rest } = await ended
    expect({ ...rest, asked }).toEqual({ code, stdout: '', asked: 1 })
    // The error was printed, so no second signal was needed to end the run.
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error).toMatchObject({ kind })
  })

  test('Ctrl-C clears the countdown on a terminal', async () => {
    const baseUrl = await serveHttp(listener)
    const line = toolLine([...words.slice(0, 2), ...more, '--base-url', baseUrl])
    const terminal = openTerminal(line, {
      cwd: tmpdir(),
      columns: 100,
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', KIVA_CONFIG_DIR: `${tmpdir()}/none` },
    })
    await terminal.shows(/etry in \d+s/)
    terminal.press('\x03')
    expect(await terminal.ended()).toBe(130)
    expect(terminal.screen()).toMatch(/\r\x1b\[2K(\^C)?error: interrupted\r\n$/)
  })
})

test('64 concurrent requests cause no leak warning from Node', async () => {
  const baseUrl = await serveHttp((request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1)
    const paging = { page, total: 200, page_size: 1, pages: 200 }
    setImmediate(() => response.end(JSON.stringify({ paging, loans: [{ id: page }] })))
  })
  const all = ['loans', 'newest', '--all', '-o', 'ndjson', '--concurrency', '64', '--base-url', baseUrl]
  const { code, stderr, stdout } = await kiva(all, env)
  expect([code, stderr, stdout.split('\n').length]).toEqual([0, '', 201])
})
