/** Each phase of a run, ended by each signal and by --timeout. */
import { fullPort, serveBytes, serveSockets, startProxy } from '../../support/servers.ts'
import { untilRead } from '../../support/sockets.ts'
import { limitReached } from './retries.ts'
import { type Place, pageOfTwo, type Row, secondPage, service } from './row.ts'

/** Lookups that never end. */
const nameless = { preload: ['no-names.cjs'], tells: /^\* looks up a name/m } as const

/** Phases in which a run waits forever. */
const phases: Readonly<Record<string, () => Promise<Place>>> = {
  'a name is looked up': async () => ({ baseUrl: 'https://kiva.example', ...nameless }),
  'a connection is made': async () => {
    const { port, reached } = await fullPort()
    return { baseUrl: `http://127.0.0.1:${port}`, reached }
  },
  'TLS is agreed on': async () => {
    const { port, reached } = await serveBytes()
    return { baseUrl: `https://127.0.0.1:${port}`, reached }
  },
  'the name of a proxy is looked up': async () => ({
    baseUrl: 'https://kiva.example',
    env: { HTTPS_PROXY: 'http://proxy.example:3128' },
    ...nameless,
  }),
  'a connection to a proxy is made': async () => {
    const { port, reached } = await fullPort()
    return { baseUrl: 'https://kiva.example', env: { HTTPS_PROXY: `http://127.0.0.1:${port}` }, reached }
  },
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
  'the answer is awaited': service(() => {}),
  'the head is read': async () => {
    const { port, reached } = await serveSockets((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-ty'))
    })
    const baseUrl = `http://127.0.0.1:${port}`
    return { baseUrl, reached, settle: () => untilRead(baseUrl) }
  },
  'the body is read': service((response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{"loans":')
  }),
  'the body drips': service((response) => {
    response.writeHead(200, { 'content-length': 1_000_000 })
    const drip = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(drip))
  }),
}

const signals = [
  { signal: 'SIGINT', code: 130, exitCode: 130 },
  { signal: 'SIGTERM', code: 143, exitCode: 143 },
  // SIGALRM has no exit code of its own: the error says 143, and the shell sees the signal (128 + 14).
  { signal: 'SIGALRM', code: 142, exitCode: 143 },
] as const

const newest = ['loans', 'newest', '-o', 'json']
const everyPage = ['loans', 'newest', '--all', '-o', 'ndjson']

/** Phases after the first page was printed. */
const between: Readonly<Record<string, () => Promise<Place>>> = {
  'the second page is awaited': secondPage(() => {}),
  'the second page is read': secondPage((response) => {
    response.writeHead(200, { 'content-length': 500 }).write(pageOfTwo(2))
  }),
}

/** A service that always sends this reply. A line of `-v` shows when the run waits for its next try. */
const trying = (answer: Parameters<typeof service>[0], more: Partial<Place>) => async (): Promise<Place> => {
  const { reached: _, ...place } = await service(answer)()
  return { ...place, ...more, tells: /^\* attempt 1 of \d+: .* retry in/m }
}

/** Waits that --timeout does not end. */
const waits: Readonly<Record<string, () => Promise<Place>>> = {
  'another try is awaited': trying((response) => response.writeHead(503, { 'retry-after': '25' }).end(), {
    env: { KIVA_RETRIES: '3' },
  }),
  'the rate limit is awaited': trying((response) => response.writeHead(403).end(limitReached), {
    words: ['--wait-on-limit'],
  }),
}

export const phaseRows: readonly Row[] = [
  ...Object.entries(waits).flatMap(([name, place]) =>
    signals.map((ending) => ({ name: `${ending.signal} while ${name}`, place, words: newest, ...ending })),
  ),
  ...Object.entries(phases).flatMap(([name, place]) => [
    {
      name: `--timeout while ${name}`,
      place,
      words: newest,
      timeout: '0.4',
      code: 7,
      says: /no response from .* within 0\.4s/,
    },
    ...signals.map((ending) => ({ name: `${ending.signal} while ${name}`, place, words: newest, ...ending })),
  ]),
  ...Object.entries(between).flatMap(([name, place]) => [
    {
      name: `--timeout while ${name}`,
      place,
      words: everyPage,
      timeout: '5',
      code: 9,
      records: 3,
      says: /stopped after 3 records: no response from .* within 5s/,
    },
    ...signals.map((ending) => ({
      name: `${ending.signal} while ${name}`,
      place,
      words: everyPage,
      ...ending,
      records: 3,
    })),
  ]),
]
