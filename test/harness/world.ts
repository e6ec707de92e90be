/** The one place where a world is made in memory. Whatever it writes is searched for secrets when the test ends. */

import type { World } from '../../src/context.ts'
import { KivaError } from '../../src/errors.ts'
import { lazy } from '../../src/lazy.ts'
import { loadEngine } from '../../src/node/process/jq-engine.ts'
import type { HttpRequest, Send } from '../../src/ports/http.ts'
import type { Jq } from '../../src/ports/jq.ts'
import type { Machine } from '../../src/ports/machine.ts'
import type { CacheEntry } from '../../src/ports/store.ts'
import { learn, learnFromReply, watch } from '../support/canary.ts'
import { triedOnce } from '../support/tried-once.ts'
import { memoryCache } from './memory-cache.ts'
import { memoryFiles } from './memory-files.ts'
import { memoryStore } from './memory-store.ts'
import { emptyPage } from './replies.ts'
import { deafSink, type Line, scriptedSource, type TextSink, textSink } from './sinks.ts'

export interface WorldOptions {
  readonly env?: Readonly<Record<string, string>>
  /** All streams are a terminal of so many columns. */
  readonly terminal?: number | undefined
  /** Stderr alone is one. */
  readonly stderrTerminal?: number
  /** What is there to read, or the lines that somebody types. */
  readonly stdin?: string | readonly Line[]
  readonly now?: number | (() => number)
  /** Answers requests; by default each gets an empty page. */
  readonly send?: Send
  /** A real network in place of `send`. */
  readonly connect?: World['connect']
  readonly signal?: AbortSignal
  /** The config folder's files by name; handed in, they outlive the run. */
  readonly files?: Map<string, unknown>
  /** What the cache keeps; handed in, it outlives the run. */
  readonly cached?: Map<string, CacheEntry>
  /** Small files that the person named. */
  readonly texts?: Readonly<Record<string, string>>
  /** What stands in the folder where the run is started; handed in, it outlives the run. */
  readonly folder?: Map<string, string>
  /** The reader of stdout goes away after so many characters. */
  readonly readerLeavesAfter?: number
  /** Nobody reads stderr after so many characters; what is written then is lost in silence. */
  readonly stderrLeftAfter?: number
  /** Ports to put in place of the harness' own. */
  readonly world?: Partial<World>
}

/** A world, and what it remembers of a run. */
export interface TestWorld {
  readonly world: World
  readonly stdout: TextSink
  readonly stderr: TextSink
  /** In the order sent. */
  readonly requests: readonly HttpRequest[]
  readonly files: Map<string, unknown>
  readonly folder: Map<string, string>
  /** The addresses that the browser was given. */
  readonly opened: readonly string[]
  /** Whether echo was on, for each line that was read. */
  readonly echoes: readonly boolean[]
  /** What `--trace` wrote, by the name of the file. */
  readonly traces: ReadonlyMap<string, string>
}

/** Friday, 20 November 2026, noon in UTC. */
export const noon = Date.UTC(2026, 10, 20, 12)

/** Each nonce is used once, by whichever run: a provider would notice. */
let nonces = 0

/** Makes a world in which nothing is real. */
export function makeWorld(options: WorldOptions = {}): TestWorld {
  const { env = {}, files = new Map<string, unknown>(), texts = {}, now = noon, terminal } = options
  const { folder = new Map<string, string>() } = options
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
    readFile: async (path) => {
      const text = texts[path]
      if (text === undefined) throw new KivaError('config', `The file ${path} cannot be read`)
      return text
    },
    connect: async (transport) =>
      recording(options.connect ? await options.connect(transport) : (options.send ?? emptyPage), requests),
    // Without its thread: sources in TypeScript don't start as a worker. test/process has that.
    jq: lazy(async () => {
      const run = await loadEngine()
      return async (...call: Parameters<Jq>) => run(...call)
    }),
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
    cache: async () => memoryCache(options.cached ?? new Map()),
    listen: async () => {
      throw new KivaError('config', 'This world does not listen')
    },
    writePrivate: async (name) => ({ path: `/config/${name}`, remove: async () => {} }),
    ...options.world,
  }
  return { world, stdout, stderr, requests, files, folder, opened, echoes, traces }
}

/** Nothing is wrong with it. */
export const soundMachine: Machine = {
  runtime: 'Node.js 20.20.2',
  platform: 'linux x64',
  places: () => [
    { name: 'config folder', path: '/config', isThere: false },
    { name: 'cache folder', path: '/cache', mode: '0700', isThere: true },
  ],
  proxyFor: () => undefined,
  readsMoreAuthorities: false,
}

/** Time stands still here: no sleep ends but by its signal. */
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
