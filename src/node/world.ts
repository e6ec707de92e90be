/**
 * The real world: implements the ports of `context.ts` with this process.
 * Costly ports load their code at first use.
 *
 * In this folder, `process/`, `network/`, `files/`, `store/` and `terminal/` are the only code that touches the system.
 */
import { fstatSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { NamedText } from '../core/files.ts'
import { lazy } from '../core/lazy.ts'
import { plainText } from '../core/plain-text.ts'
import { cacheFolder, configFolder, dataFolder, stateFolder } from './files/folders.ts'
import { conversation, streamSink, streamSource } from './terminal/streams.ts'

/** Creates the world of this process. The launcher calls it once. */
export function processWorld(): World {
  // All pending requests listen to one signal, which Node would report as a leak.
  process.getBuiltinModule('node:events').setMaxListeners(0)
  endWithParent()
  const { env, stdout, stderr } = process
  return worldOf({ stdin: () => process.stdin, stdout, stderr, env, signal: processSignal() })
}

/** What a run gets from its process. A test may pass its own. */
interface Standard extends Pick<World, 'env' | 'signal'> {
  /** A function, because touching `process.stdin` costs milliseconds. */
  readonly stdin: () => NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  /** The folder with the worker scripts. Default: the one of this module, where the build puts them. */
  readonly workers?: string
}

/** Creates the world of a run on this machine. */
export function worldOf({ stdin, env, signal, workers = import.meta.dirname, ...out }: Standard): World {
  const stdout = streamSink(out.stdout, signal)
  return {
    stdout,
    stderr: conversation(streamSink(out.stderr)),
    stdin: streamSource(stdin, out.stderr, signal),
    env,
    signal,
    now: Date.now,
    sleep: async (milliseconds, stop) => {
      const { setTimeout: wait } = await import('node:timers/promises')
      await wait(milliseconds, undefined, { signal: stop }).catch(() => stop.throwIfAborted())
    },
    yieldToEvents: () => new Promise((resolve) => setImmediate(resolve)),
    // A static import would cost every start two milliseconds.
    nonce: () => process.getBuiltinModule('node:crypto').randomBytes(16).toString('hex'),
    readFile: (path) => readNamed(path),
    browse: async (url) => (await import('./process/browse.ts')).browse(url),
    pager: async (command) => (await import('./terminal/pager.ts')).openPager(command, env, stdout),
    takeScreen: async () => (await import('./terminal/screen.ts')).takeScreen(out.stdout, stdout),
    takeTerminal: async () => (await import('./terminal/raw-mode.ts')).takeTerminal(signal),
    files: () => import('./files/files.ts'),
    openTrace: async (path, frame) => (await import('./files/trace-file.ts')).openTrace(path, frame),
    jq: lazy(async () => (await import('./process/jq.ts')).openJq(workers, signal)),
    connect: async (transport) => (await import('./network/send.ts')).openNetwork(transport),
    listen: async (serve, options) => (await import('./network/listen.ts')).listenOnLoopback(serve, options),
    settingsFile: () => readSettings(env),
    edit: async (name, text) =>
      (await import('./process/edit.ts')).edit(configFolder(env, process.platform), name, text, {
        env,
        signal,
      }),
    machine: async () => (await import('./process/machine.ts')).thisMachine(env),
    store: async (name) =>
      (await import('./store/store.ts')).openStore(configFolder(env, process.platform), name),
    state: async () =>
      (await import('./store/state-folder.ts')).openStateFolder(stateFolder(env, process.platform)),
    database: async (name) =>
      (await import('./store/database.ts')).databaseFile(dataFolder(env, process.platform), name),
    query: async (name, statement, temp) =>
      (await import('./process/sql-thread.ts')).query(
        { folder: dataFolder(env, process.platform), name, statement, temp },
        workers,
        signal,
      ),
    startOwnProcess: async (...started) =>
      (await import('./process/own-process.ts')).startOwnProcess(...started),
    cache: async () =>
      (await import('./store/cache-store.ts')).openCacheStore(cacheFolder(env, process.platform)),
    writePrivate: async (name, content, lifetime) => {
      const { removePrivate, removeOldPrivate, writePrivate } = await import('./files/private-file.ts')
      const folder = configFolder(env, process.platform)
      const path = writePrivate(folder, name, content)
      removeOldPrivate(folder, name, Date.now() - lifetime)
      return { path, remove: async () => removePrivate(path, content) }
    },
  }
}

/** Costs a run without settings one file system call. */
async function readSettings(env: World['env']): Promise<NamedText | undefined> {
  const folder = settingsFolder(env)
  const path = folder === undefined ? undefined : join(folder, 'config.json')
  if (folder === undefined || path === undefined || !isThere(path)) return undefined
  return (await import('./store/settings-file.ts')).readSettingsFile(folder, path)
}

/** Returns true if the path cannot be checked, so that reading it reports the problem. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/**
 * If no folder can be determined there are no settings; a command that needs the folder reports the problem.
 */
function settingsFolder(env: World['env']): string | undefined {
  try {
    return configFolder(env, process.platform)
  } catch (problem) {
    // Settings named explicitly must not be ignored.
    if (env['KIVA_CONFIG_DIR']) throw problem
    return undefined
  }
}

async function readNamed(path: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  try {
    return plainText(await readFile(path, 'utf8'), path)
  } catch (cause) {
    if (cause instanceof KivaError) throw cause
    const { reasonOf } = await import('./files/file-permissions.ts')
    throw new KivaError('config', `cannot read ${path}: ${reasonOf(cause)}`, { cause })
  }
}

/** Ends this run, as SIGTERM does, once the kiva that started it has ended: even SIGKILL closes the channel between them. */
function endWithParent(): void {
  if (!process.channel) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // It does not keep this run alive.
  process.channel.unref()
}

/** Milliseconds to clean up after a signal. */
const grace = 1000

/** Signals that end the process by themselves at the end of the cleanup, so that the parent sees which one it was. */
const otherSignals = {
  SIGHUP: 'terminated: the terminal was closed',
  SIGQUIT: 'terminated by SIGQUIT',
  SIGABRT: 'terminated by SIGABRT',
  SIGALRM: 'terminated by SIGALRM',
  // Without a listener, Node would open the port of its debugger.
  SIGUSR1: 'terminated by SIGUSR1',
  SIGUSR2: 'terminated by SIGUSR2',
} as const

/**
 * Returns a signal that fires on each signal that asks the process to end. A second signal ends the process at once,
 * as if it were not handled. kiva sends that second signal itself if cleanup takes too long, as with a blocked
 * pipe.
 */
export function processSignal(): AbortSignal {
  const controller = new AbortController()
  const isIgnored = ignoredSignals()
  const on = (name: NodeJS.Signals, reason: KivaError) => {
    if (isIgnored(name)) {
      // Without a listener, Node would let the signal end the process.
      process.on(name, () => {})
      return
    }
    process.once(name, () => {
      if (name in otherSignals) process.once('exit', () => process.kill(process.pid, name))
      controller.abort(reason)
      setTimeout(() => process.kill(process.pid, name), grace).unref()
    })
  }
  on('SIGINT', new KivaError('interrupted', 'interrupted'))
  on('SIGTERM', new KivaError('terminated', 'terminated'))
  for (const [name, message] of Object.entries(otherSignals))
    on(name as keyof typeof otherSignals, new KivaError('terminated', message))
  return controller.signal
}

/** The numbers of the signals that a terminal sends. */
const terminalSignals: Readonly<Partial<Record<NodeJS.Signals, number>>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
}

/**
 * Returns which signals stay ignored: those of a terminal that were at the start, by `nohup` or by `&` in a script.
 * Node.js forgets them, so SIGHUP is ignored too if no standard stream is a terminal. Windows ends a program soon after
 * its SIGHUP, which leaves no choice.
 */
function ignoredSignals(): (name: NodeJS.Signals) => boolean {
  const mask = signalsIgnoredAtStart()
  const hasTerminal = process.stdout.isTTY || process.stderr.isTTY || isTerminal(0)
  const isDetached = !hasTerminal && process.platform !== 'win32'
  return (name) => {
    const number = terminalSignals[name]
    return (name === 'SIGHUP' && isDetached) || (number !== undefined && ((mask >> (number - 1)) & 1) === 1)
  }
}

/** Returns the mask of the first 31 signals. Only Bun keeps it, and only Linux shows it. */
function signalsIgnoredAtStart(): number {
  if (!('bun' in process.versions) || process.platform !== 'linux') return 0
  try {
    const [, mask = '0'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? []
    return Number.parseInt(mask.slice(-8), 16)
  } catch {
    return 0
  }
}

/** Like `isatty`, whose module costs a start milliseconds: only a device can be a terminal. */
function isTerminal(descriptor: number): boolean {
  try {
    return (
      fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(descriptor)
    )
  } catch {
    return false
  }
}
