/** Drives the command line in this process: real parts, with the world handed in. */
import { actionLoaders } from '../src/actions/index.ts'
import type { LoadAction } from '../src/actions/run-action.ts'
import type { Commands } from '../src/commands/commands.ts'
import { commands as allCommands } from '../src/commands/index.ts'
import type { HttpReply, HttpRequest, Json, Send, Sink, Store, World } from '../src/context.ts'
import { KivaError, ReaderGone } from '../src/errors.ts'
import { main } from '../src/main.ts'
import { learn, learnFromReply, watch } from './support/canary.ts'

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Both streams are a terminal of so many columns. */
  readonly terminal?: number
  /** Stderr alone is one. */
  readonly stderrTerminal?: number
  readonly stdin?: string
  readonly now?: number
  /** Answers requests; by default each gets an empty page. */
  readonly send?: Send
  /** A real network in place of `send`. */
  readonly connect?: World['connect']
  readonly commands?: Commands
  /** What the actions of `commands` do. */
  readonly actions?: Readonly<Record<string, LoadAction>>
  readonly signal?: AbortSignal
  /** The config folder's files by name; handed in, they outlive the run. */
  readonly files?: Map<string, unknown>
  /** Ports to put in place of the harness' own. */
  readonly world?: Partial<World>
  /** The reader of stdout goes away after so many characters. */
  readonly readerLeavesAfter?: number
}

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** In the order sent. */
  readonly requests: readonly HttpRequest[]
}

/** Friday, 20 November 2026, noon in UTC. */
export const noon = Date.UTC(2026, 10, 20, 12)

/** Runs `kiva` with the given words. */
export async function run(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const stdout = textSink(options.terminal, options.readerLeavesAfter)
  const stderr = textSink(options.terminal ?? options.stderrTerminal)
  const requests: HttpRequest[] = []
  const world: World = { ...makeWorld(options, stdout, stderr, requests), ...options.world }
  // `auth header` is there to print a signature and a token; everybody else is watched.
  const line = `kiva ${argv.join(' ')}`
  if (!line.includes('auth header')) watch(`stdout of ${line}`, stdout.text)
  watch(`stderr of ${line}`, stderr.text)
  const code = await main(argv, world, {
    commands: options.commands ?? allCommands,
    actions: options.actions ?? actionLoaders,
  })
  return { code, stdout: stdout.text(), stderr: stderr.text(), requests }
}

/** Each nonce is used once, by whichever run: a provider would notice. */
let nonces = 0

/** A world of the harness, to change a port of. */
export function makeWorld(options: RunOptions, stdout: Sink, stderr: Sink, requests: HttpRequest[]): World {
  const files = options.files ?? new Map<string, unknown>()
  const recording =
    (send: Send): Send =>
    async (request, signal) => {
      requests.push(request)
      const reply = await send(request, signal)
      learnFromReply(request, reply)
      return reply
    }
  const { KIVA_CLIENT_SECRET, KIVA_OAUTH_TOKEN, KIVA_OAUTH_TOKEN_SECRET } = options.env ?? {}
  learn(KIVA_CLIENT_SECRET, KIVA_OAUTH_TOKEN, KIVA_OAUTH_TOKEN_SECRET)
  return {
    stdout,
    stderr,
    stdin: textSource(options.stdin ?? '', options.terminal !== undefined),
    env: options.env ?? {},
    signal: options.signal ?? new AbortController().signal,
    now: () => options.now ?? noon,
    // Time stands still here: no sleep ends but by its signal.
    sleep: (_milliseconds, stop) =>
      new Promise((_, reject) => {
        if (stop.aborted) reject(stop.reason)
        stop.addEventListener('abort', () => reject(stop.reason), { once: true })
      }),
    nonce: () => (++nonces).toString(16).padStart(32, '0'),
    browse: async () => false,
    readFile: async (path) => {
      throw new KivaError('config', `The file ${path} cannot be read`)
    },
    connect: async (transport) =>
      recording(options.connect ? await options.connect(transport) : (options.send ?? emptyPage)),
    store: async <T extends object>(name: string) => memoryStore<T>(files, name),
    listen: async () => {
      throw new KivaError('config', 'This world does not listen')
    },
    writePrivate: async (name) => ({ path: `memory:${name}`, remove: async () => {} }),
  }
}

/** A reply with a JSON body. */
export function jsonReply(
  body: Json,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  return textReply(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers })
}

/** A reply with a body of any text. */
export function textReply(
  body: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  return { status, headers, body: new TextEncoder().encode(body) }
}

const emptyPage: Send = async () => jsonReply({ paging: { page: 1, total: 0, page_size: 20, pages: 0 } })

export interface TextSink extends Sink {
  text(): string
}

/** A sink that keeps what it is given. */
export function textSink(columns?: number, leavesAfter = Number.POSITIVE_INFINITY): TextSink {
  let text = ''
  return {
    isTerminal: columns !== undefined,
    columns: columns ?? 80,
    get isGone() {
      return text.length > leavesAfter
    },
    async write(chunk) {
      text += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
      if (text.length > leavesAfter) throw new ReaderGone('the reader has gone')
    },
    text: () => text,
  }
}

function textSource(text: string, isTerminal: boolean): World['stdin'] {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  return { isTerminal, readAll: async () => text, readLine: async () => lines.shift() }
}

function memoryStore<T>(files: Map<string, unknown>, name: string): Store<T> {
  const read = async () => files.get(name) as T | undefined
  return {
    path: `memory:${name}`,
    read,
    update: async (change) => {
      const next = change(await read())
      learn(next)
      if (next === undefined) files.delete(name)
      else files.set(name, next)
    },
    remove: async () => files.delete(name),
    mode: async () => (files.has(name) ? 0o600 : undefined),
  }
}
