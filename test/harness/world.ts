/** Makes all worlds in memory. Their output is searched for secrets when the test ends. */

import type { World } from '../../src/core/context.ts'
import { KivaError } from '../../src/core/errors.ts'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import type { Jq, Machine } from '../../src/core/process.ts'
import type { CacheEntry } from '../../src/core/store.ts'
import type { RawTerminal } from '../../src/core/streams.ts'
import { learn, learnFromReply, watch } from '../support/canary.ts'
import { triedOnce } from '../support/tried-once.ts'
import { memoryCache } from './memory-cache.ts'
import { memoryFiles } from './memory-files.ts'
import { memoryState } from './memory-state.ts'
import { memoryStore } from './memory-store.ts'
import { emptyPage } from './replies.ts'
import { deafSink, type Line, scriptedSource, type TextSink, textSink } from './sinks.ts'

export interface WorldOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Makes all streams a terminal with this many columns. */
  readonly terminal?: number | undefined
  /** Makes only stderr a terminal with this many columns. */
  readonly stderrTerminal?: number
  /** The text on stdin, or the lines that the user types. */
  readonly stdin?: string | readonly Line[]
  readonly now?: number | (() => number)
  /** Replies to requests. Default: an empty page. */
  readonly send?: Send
  /** A real network in place of `send`. */
  readonly connect?: World['connect']
  readonly signal?: AbortSignal
  /** The files of the config folder by name. A map from the test outlives the run. */
  readonly files?: Map<string, unknown>
  /** The files of the state folder by name. A map from the test outlives the run. */
  readonly state?: Map<string, string>
  /** The cache entries. A map from the test outlives the run. */
  readonly cached?: Map<string, CacheEntry>
  /** Small files that the command line names. */
  readonly texts?: Readonly<Record<string, string>>
  /** The files in the current folder of the run. A map from the test outlives the run. */
  readonly folder?: Map<string, string>
  /** The reader of stdout closes after this many characters. */
  readonly readerLeavesAfter?: number
  /** The reader of stderr closes after this many characters. Later text is lost without an error. */
  readonly stderrLeftAfter?: number
  /** The terminal in raw mode (`memory-terminal.ts`). Default: none. */
  readonly rawTerminal?: RawTerminal | undefined
  /** Ports that replace those of the harness. */
  readonly world?: Partial<World>
}

/** A world, and its record of a run. */
export interface TestWorld {
  readonly world: World
  readonly stdout: TextSink
  readonly stderr: TextSink
  /** The requests in the order sent. */
  readonly requests: readonly HttpRequest[]
  readonly files: Map<string, unknown>
  readonly folder: Map<string, string>
  readonly state: Map<string, string>
  /** The addresses that were opened in the browser. */
  readonly opened: readonly string[]
  /** Whether echo was on, for each line that was read. */
  readonly echoes: readonly boolean[]
  /** The output of `--trace`, by file name. */
  readonly traces: ReadonlyMap<string, string>
}

/** Friday, 20 November 2026, noon in UTC. */
export const noon = Date.UTC(2026, 10, 20, 12)

/** Counts nonces across all runs, because a provider rejects a nonce that is used twice. */
let nonces = 0

/** Makes a world without real input and output. */
export function makeWorld(options: WorldOptions = {}): TestWorld {
  const { env = {}, files = new Map<string, unknown>(), texts = {}, now = noon, terminal } = options
  const { folder = new Map<string, string>(), state = new Map<string, string>() } = options
  const stdout = textSink(terminal, options.readerLeavesAfter)
  const stderr = deafSink(
    terminal ?? options.stderrTerminal,
    options.stderrLeftAfter ?? Number.POSITIVE_INFINITY,
  )
  const requests: HttpRequest[] = []
  const opened: string[] = []
  const echoes: boolean[] = []
  const traces = new Map<string, string>()
  watch('a trace', () => [...traces.values()].join('\n'))
  const { KIVA_CLIENT_SECRET, KIVA_OAUTH_TOKEN, KIVA_OAUTH_TOKEN_SECRET } = env
  learn(KIVA_CLIENT_SECRET, KIVA_OAUTH_TOKEN, KIVA_OAUTH_TOKEN_SECRET, ...files.values())
  const world: World = {
    stdout,
    stderr,
    stdin: scriptedSource({
      input: options.stdin ?? '',
      isTerminal: terminal !== undefined,
      said: stderr.text,
      echoes,
    }),
    env: { ...triedOnce, ...env },
    signal: options.signal ?? new AbortController().signal,
    now: typeof now === 'number' ? () => now : now,
    sleep: untilStopped,
    yieldToEvents: async () => {},
    nonce: () => (++nonces).toString(16).padStart(32, '0'),
    browse: async (url) => opened.push(url) > 0,
    pager: async () => undefined,
    takeScreen: async () => {
      throw new Error('nobody should take the screen')
    },
    takeTerminal: async () => options.rawTerminal,
    readFile: async (path) => {
      const text = texts[path]
      if (text === undefined) throw new KivaError('config', `The file ${path} cannot be read`)
      return text
    },
    connect: async (transport) =>
      recording(options.connect ? await options.connect(transport) : (options.send ?? emptyPage), requests),
    jq: async () => runJq,
    files: async () => memoryFiles(folder),
    openTrace: async (path, { head, tail }) => {
      let entries: readonly string[] = []
      const write = () => traces.set(path, `${head}${entries.join()}${tail}`)
      write()
      return {
        add: (entry) => {
          entries = [...entries, entry]
          write()
        },
      }
    },
    store: async <T extends object>(name: string) => memoryStore<T>(files, name),
    settingsFile: async () => {
      const file = files.get('config')
      const text = typeof file === 'string' ? file : JSON.stringify(file)
      return file === undefined ? undefined : { path: '/config/config.json', text }
    },
    edit: async (_name, text) => text,
    machine: async () => soundMachine,
    state: async () => memoryState(state),
    // As on Node.js 20, whose tests run here too. test/process tests the mirror on later ones.
    database: async () => {
      throw new KivaError('config', 'the mirror needs SQLite, which Node.js 20.0.0 does not have', {
        hint: 'Run kiva with Node.js 22.16 or later.',
      })
    },
    query: async () => {
      throw new Error('nobody should ask a database')
    },
    startOwnProcess: async () => {
      throw new Error('nobody should start another process')
    },
    cache: async () => memoryCache(options.cached ?? new Map()),
    listen: async () => {
      throw new KivaError('config', 'This world does not listen')
    },
    writePrivate: async (name) => ({ path: `/config/${name}`, remove: async () => {} }),
    ...options.world,
  }
  return { world, stdout, stderr, requests, files, folder, state, opened, echoes, traces }
}

/** A machine without problems. */
export const soundMachine: Machine = {
  runtime: 'Node.js 24.21.0',
  platform: 'linux x64',
  program: '/usr/lib/node_modules/kiva/bin/kiva.cjs',
  places: () => [
    { name: 'config folder', path: '/config', isThere: false },
    { name: 'cache folder', path: '/cache', mode: '0700', isThere: true },
  ],
  proxyFor: () => undefined,
  uselessBypass: undefined,
  readsMoreAuthorities: false,
}

const loadEngine = async () => (await import('../../src/node/process/jq-worker.ts')).loadEngine()
let engine: ReturnType<typeof loadEngine> | undefined

/**
 * Runs jq without its worker, because TypeScript sources do not start as a worker; test/process tests that. All worlds
 * share one engine, because loading it takes as long as many runs. After a failure it cannot be used again.
 */
const runJq: Jq = async (...call) => {
  engine ??= loadEngine()
  const run = await engine
  try {
    return run(...call)
  } catch (problem) {
    engine = undefined
    throw problem
  }
}

/** Time stands still here: only the signal ends a sleep. */
const untilStopped: World['sleep'] = (_milliseconds, stop) =>
  new Promise((_, reject) => {
    if (stop.aborted) reject(stop.reason)
    stop.addEventListener('abort', () => reject(stop.reason), { once: true })
  })

const recording =
  (send: Send, requests: HttpRequest[]): Send =>
  async (request, signal) => {
    requests.push(request)
    const reply = await send(request, signal)
    learnFromReply(request, reply)
    return reply
  }
