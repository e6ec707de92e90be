/** A context to run actions in: plain values and lists in place of the world, the secrets' registry for real. */
import { createSecrets } from '../../src/auth/masking.ts'
import type { Context, HttpRequest, Json, JsonObject, Send, Settings, Store } from '../../src/context.ts'
import { learn, learnFromReply, watch } from '../support/canary.ts'

/** What a test may set. */
export interface Setup {
  readonly env?: Readonly<Record<string, string>>
  readonly settings?: Partial<Settings>
  /** Lines of standard input; one may depend on what stderr has said so far. */
  readonly lines?: readonly (string | ((err: string) => string | Promise<string>))[]
  readonly terminal?: boolean
  readonly send?: Send
  /** Contents of the config folder, by name of the store; shared between contexts where a test hands in the same map. */
  readonly files?: Map<string, unknown>
  /** Small files that the person named. */
  readonly texts?: Readonly<Record<string, string>>
  readonly now?: () => number
  readonly signal?: AbortSignal
  /** Nobody reads stderr after so many characters; what is written then is lost in silence. */
  readonly readerLeavesAfter?: number
}

/** What a run has left behind. */
export interface Traces {
  readonly context: Context
  readonly files: Map<string, unknown>
  readonly opened: string[]
  readonly printed: JsonObject[]
  /** Whether echo was on, for each line that was read. */
  readonly echoes: boolean[]
  /** What a person would have read of the last record. */
  words(): string
  out(): string
  err(): string
}

export const start = Date.UTC(2026, 0, 15, 12, 0, 0)

let nonces = 0

export function world(setup: Setup = {}): Traces {
  const { env = {}, terminal = true, files = new Map(), texts = {}, now = () => start } = setup
  const lines = [...(setup.lines ?? [])]
  const written = { out: '', err: '' }
  const opened: string[] = []
  const printed: JsonObject[] = []
  let inWords = ''
  const echoes: boolean[] = []
  const secrets = createSecrets()
  const out = (stream: 'out' | 'err'): Context['stdout'] => ({
    isTerminal: terminal,
    columns: 80,
    colour: false,
    get isGone() {
      return stream === 'err' && written.err.length > (setup.readerLeavesAfter ?? Number.POSITIVE_INFINITY)
    },
    write: async (chunk) => {
      written[stream] += String(chunk)
    },
  })
  const stderr = out('err')
  learn(env['KIVA_CLIENT_SECRET'], env['KIVA_OAUTH_TOKEN'], env['KIVA_OAUTH_TOKEN_SECRET'], ...files.values())
  watch('stderr of an action', () => written.err)
  watch('a printed record', () => JSON.stringify(printed))
  const context: Context = {
    env,
    stdout: out('out'),
    stderr,
    secrets,
    settings: {
      baseUrl: 'https://api.example.org',
      authUrl: 'https://www.example.org',
      appId: undefined,
      caFile: undefined,
      timeout: 30_000,
      sandbox: false,
      verbosity: 0,
      quiet: false,
      mode: [],
      ...setup.settings,
    },
    stdin: {
      isTerminal: terminal,
      readAll: async () => lines.splice(0).join('\n'),
      readLine: async ({ echo = true } = {}) => {
        echoes.push(echo)
        const line = lines.shift()
        return typeof line === 'function' ? line(written.err) : line
      },
    },
    signal: setup.signal ?? new AbortController().signal,
    now,
    sleep: async () => {},
    nonce: () => (++nonces).toString(16).padStart(32, '0'),
    browse: async (url) => opened.push(url) > 0,
    readFile: async (path) => {
      const text = texts[path]
      if (text === undefined) throw new Error(`no file ${path}`)
      return text
    },
    store: async <T>(name: string) => memoryStore<T>(files as Map<string, T>, name),
    listen: () => Promise.reject(new Error('nothing listens here')),
    writePrivate: async (name) => ({ path: `/config/${name}`, remove: async () => {} }),
    send: async () => async (request, signal) => {
      if (!setup.send) throw new Error('nothing should be sent')
      const reply = await setup.send(request, signal)
      learnFromReply(request, reply)
      return reply
    },
    say: async (line) => (setup.settings?.quiet ? undefined : stderr.write(`${line}\n`, 'people')),
    print: async (record, text) => {
      printed.push(record)
      inWords = text ?? inWords
    },
  }
  return {
    context,
    files,
    opened,
    printed,
    echoes,
    words: () => inWords,
    out: () => written.out,
    err: () => written.err,
  }
}

function memoryStore<T>(files: Map<string, T>, name: string): Store<T> {
  return {
    path: `/config/${name}.json`,
    read: async () => files.get(name),
    remove: async () => files.delete(name),
    mode: async () => (files.has(name) ? 0o600 : undefined),
    update: async (change) => {
      const next = change(files.get(name))
      learn(next)
      if (next === undefined) files.delete(name)
      else files.set(name, JSON.parse(JSON.stringify(next)))
    },
  }
}

export const bytes = (body: Json | string) =>
  new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))

/** The requests that went through a `Send`, in order. */
export function recorded(send: Send): { readonly send: Send; readonly requests: HttpRequest[] } {
  const requests: HttpRequest[] = []
  return {
    requests,
    send: (request, signal) => {
      requests.push(request)
      return send(request, signal)
    },
  }
}
