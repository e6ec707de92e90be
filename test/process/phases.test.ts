/** Every phase of an exchange ends by --timeout, SIGINT and SIGTERM, and by nothing else. Needs `npm run build`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { certificateFor } from '../support/certificates.ts'
import { type Env, kiva, start } from '../support/process.ts'
import { closeServers, serveBytes, serveHttp, startProxy } from '../support/servers.ts'

const open: (() => void)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) close()
  await closeServers()
})

interface Stuck {
  readonly baseUrl: string
  readonly env?: Env
  /** Resolves when the tool has got there; where nothing can tell, it is known that it soon will. */
  readonly reached?: Promise<unknown>
}

/** Time itself is what passes here, and nothing that could be waited for: for the tool, nearly a thousand seconds. */
const quarterOfAnHour = () => wait(900)

const preload = (name: string): Env => ({
  NODE_OPTIONS: `--require ${fileURLToPath(new URL(`../support/${name}`, import.meta.url))}`,
})

/** A port whose queue is full, of a process that stands still: who connects waits. */
async function fullPort(): Promise<number> {
  const program =
    'const s = require("net").createServer().listen(0, "127.0.0.1", 1, () => process.stdout.write(String(s.address().port)))'
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  const port = Number(line)
  const fillers: Socket[] = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  open.push(() => {
    child.kill('SIGKILL')
    for (const filler of fillers) filler.destroy()
  })
  await Promise.all(fillers.slice(0, 2).map((filler) => filler.connecting && once(filler, 'connect')))
  return port
}

/** A server that answers with this much, and then no more. */
async function stoppingAfter(write: (response: import('node:http').ServerResponse) => void): Promise<Stuck> {
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const baseUrl = await serveHttp((_, response) => {
    write(response)
    reach()
  })
  return { baseUrl, reached }
}

const phases: Readonly<Record<string, () => Promise<Stuck>>> = {
  'a name is looked up': async () => ({ baseUrl: 'https://kiva.example', env: preload('no-names.cjs') }),
  'a connection is made': async () => ({ baseUrl: `http://127.0.0.1:${await fullPort()}` }),
  'TLS is agreed on': async () => {
    const { port, reached } = await serveBytes()
    return { baseUrl: `https://127.0.0.1:${port}`, reached }
  },
  'the name of a proxy is looked up': async () => ({
    baseUrl: 'https://kiva.example',
    env: { ...preload('no-names.cjs'), HTTPS_PROXY: 'http://proxy.example:3128' },
  }),
  'a connection to a proxy is made': async () => ({
    baseUrl: 'https://kiva.example',
    env: { HTTPS_PROXY: `http://127.0.0.1:${await fullPort()}` },
  }),
  'TLS is agreed on with a proxy': async () => {
    const { port, reached } = await serveBytes()
    return { baseUrl: 'https://kiva.example', env: { HTTPS_PROXY: `https://127.0.0.1:${port}` }, reached }
  },
  'a proxy connects': async () => {
    const { port, reached } = await startProxy('silent')
    return { baseUrl: 'https://kiva.example', env: { HTTPS_PROXY: `http://127.0.0.1:${port}` }, reached }
  },
  'TLS is agreed on behind a proxy': async () => {
    const behind = await serveBytes()
    const { port } = await startProxy({ to: behind.port })
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` }
    return { baseUrl: 'https://kiva.example', env, reached: behind.reached }
  },
  'the answer is awaited': () => stoppingAfter(() => {}),
  'the body is read': () =>
    stoppingAfter((response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"loans":')
    }),
}

describe.each(Object.keys(phases))('while %s', (name) => {
  const stuck = async () => (phases[name] as () => Promise<Stuck>)()
  const words = ['loans', 'newest', '-o', 'json', '--base-url']

  test('--timeout ends it', async () => {
    const { baseUrl, env } = await stuck()
    const { code, stdout, stderr } = await kiva([...words, baseUrl, '--timeout', '0.4'], env)
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' })
    expect(JSON.parse(stderr).error.message).toMatch(/ did not answer within 0\.4 s$/)
  })

  test.each([
    { signal: 'SIGINT', kind: 'interrupted', code: 130 },
    { signal: 'SIGTERM', kind: 'terminated', code: 143 },
  ] as const)('$signal ends it', async ({ signal, kind, code }) => {
    const { baseUrl, env, reached } = await stuck()
    const { child, ended, told } = start([...words, baseUrl, '-v', '--timeout', '600'], env)
    await told(/^> GET/)
    await reached
    child.kill(signal)
    const { stderr, ...rest } = await ended
    expect(rest).toEqual({ code, stdout: '' })
    // That it ended in order shows that the second, deadly signal was not needed.
    expect(JSON.parse(stderr.split('\n')[1] ?? '').error).toMatchObject({ kind, exit_code: code })
  })
})

test('hours may pass between the request, the head and the body, where --timeout allows', async () => {
  const baseUrl = await serveHttp(async (_, response) => {
    await quarterOfAnHour()
    response.writeHead(200).write('{"loans":')
    await quarterOfAnHour()
    response.end('[]}')
  })
  const words = ['loans', 'newest', '-o', 'json', '--base-url', baseUrl, '--timeout', '86400']
  expect(await kiva(words, preload('fast-time.cjs'))).toMatchObject({ code: 0, stdout: '[]\n' })
})

test('hours may pass while a proxy connects and TLS is agreed on', async () => {
  const { createServer } = await import('node:http')
  const { connect: dial } = await import('node:net')
  const { listening, serveHttps } = await import('../support/servers.ts')
  const tls = await certificateFor('kiva.example')
  const to = await serveHttps(tls, (_, response) => void response.end())
  const slow = createServer().on('connect', async (_, client) => {
    await quarterOfAnHour()
    const through = dial(to, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
    await quarterOfAnHour()
    through
      .on('error', () => {})
      .pipe(client.on('error', () => {}))
      .pipe(through)
  })
  const env = { ...preload('fast-time.cjs'), HTTPS_PROXY: `http://127.0.0.1:${await listening(slow)}` }
  const { stderr } = await kiva(
    ['loans', 'newest', '--base-url', 'https://kiva.example', '--timeout', '86400'],
    env,
  )
  // It came as far as the certificate.
  expect(JSON.parse(stderr).error.message).toContain('The connection to kiva.example is not safe')
})
