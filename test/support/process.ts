/** The built tool as a real process. Needs `npm run build`. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { watch } from './canary.ts'
import { triedOnce } from './tried-once.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const executable = process.env['KIVA_EXECUTABLE']

/** The Node that runs the built tool: the one in KIVA_NODE, or this one. */
export const node = process.env['KIVA_NODE'] || process.execPath

/** The command under test: the built tool in {@link node}, or the single executable in KIVA_EXECUTABLE. */
export const tool: readonly [string, ...string[]] = executable
  ? [executable]
  : [node, at('../../bin/kiva.cjs')]

/** True if the tests run a single executable. Tests that only an executable needs are skipped otherwise. */
export const drivesExecutable = Boolean(executable)

const version =
  node === process.execPath ? process.version : execFileSync(node, ['--version'], { encoding: 'utf8' })

/** The major version of {@link node}. */
export const nodeLine = Number.parseInt(version.slice(1), 10)

/** True if the program that runs the tool has SQLite. Node.js 20 has none. */
export const hasSqlite = drivesExecutable || nodeLine !== 20

/** Runs a script of `test/process` over the sources in {@link node}, and returns what it prints. */
export async function runScript(name: string, ...words: readonly string[]): Promise<string> {
  // Few files need it, and it takes as long to load as a short test.
  const { rolldown } = await import('rolldown')
  const dir = await mkdtemp(join(tmpdir(), 'kiva-script-'))
  try {
    const bundle = await rolldown({ input: at(`../process/${name}`), platform: 'node' })
    await bundle.write({ dir, format: 'esm', entryFileNames: 'script.mjs', chunkFileNames: '[name].mjs' })
    await bundle.close()
    const command = ['--no-warnings', join(dir, 'script.mjs'), ...words]
    const { stdout } = await promisify(execFile)(node, command, { maxBuffer: 1 << 26 })
    return stdout
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Returns a shell line that runs the tool. */
export const toolLine = (words: readonly string[] = []): string =>
  [...tool, ...words].map((word) => `'${word}'`).join(' ')

/** A config folder that does not exist. Commands that need no config folder must work without it. */
const noFolder = at('../none')

export interface Ended {
  /** 128 + n if signal n ended the run, as in a shell. */
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves with stdout once it matches the pattern. */
  said(pattern: RegExp): Promise<string>
  /** The same for stderr. */
  told(pattern: RegExp): Promise<string>
}

export type Env = Readonly<Record<string, string>>

/** Returns an environment that preloads files of this folder. Node reads one variable, Bun the other. */
export const preload = (...files: readonly string[]): Env => ({
  NODE_OPTIONS: files.map((file) => `--require ${at(file)}`).join(' '),
  BUN_OPTIONS: files.map((file) => `--preload ${at(file)}`).join(' '),
})

/** The signal on which a timeout of {@link timeoutOnSignal} passes. */
export const timeoutSignal = 'SIGURG'

/** Returns an environment in which `--timeout SECONDS` passes on a signal, so that a test decides when. */
export const timeoutOnSignal = (seconds: string, ...files: readonly string[]): Env => ({
  ...preload('timeout-on-signal.cjs', ...files),
  TEST_TIMEOUT: String(Number(seconds) * 1000),
})

/** The environment of each run. Tests can override it. */
export const common: Env = { KIVA_CONFIG_DIR: noFolder, ...triedOnce }

/** Starts `kiva` with `env` and a minimal environment. */
export function start(words: readonly string[], env: Env = {}, input?: string): Started {
  const [command, ...first] = tool
  return follow(spawn(command, [...first, ...words], { env: { ...common, ...env } }), words.join(' '), input)
}

/** Runs `kiva` until it ends. */
export const kiva = (words: readonly string[], env: Env = {}, input = '') => start(words, env, input).ended

export interface ServedSandbox {
  readonly base_url: string
  readonly auth_url: string
  readonly client_id: string
  readonly client_secret: string
  /** With it, a run reaches the sandbox. */
  readonly env: Env
  /** Interrupts the sandbox, and resolves with how it ended. */
  stop(): Promise<Ended>
}

/**
 * Starts `kiva sandbox` with more words, as a process of the tool under test: what a Node or the executable serves
 * is tested too. `startSandbox` of sandbox.ts is the same in this process.
 */
export async function serveSandbox(words: readonly string[] = []): Promise<ServedSandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'kiva-test-'))
  const { child, ended, said } = start(['sandbox', ...words], { KIVA_CONFIG_DIR: folder })
  const where = JSON.parse(await said(/\n/))
  return {
    ...where,
    env: {
      KIVA_BASE_URL: where.base_url,
      KIVA_AUTH_URL: where.auth_url,
      ...(where.ca_file && { KIVA_CA_FILE: where.ca_file }),
    },
    stop: async () => {
      child.kill('SIGINT')
      const how = await ended
      await rm(folder, { recursive: true, force: true })
      return how
    },
  }
}

/** Runs a shell line in which `$KIVA` is the tool; `$1`, `$2` … are the words. */
export const shell = (line: string, words: readonly string[] = [], env: Env = {}): Promise<Ended> =>
  startShell(line, words, env).ended

/** Starts a shell line, like `shell`. */
export function startShell(
  line: string,
  words: readonly string[] = [],
  env: Env = {},
  input?: string,
): Started {
  const bin = join(node, '..')
  const all = {
    PATH: `${bin}:/usr/bin:/bin`,
    KIVA: tool.join(' '),
    ...common,
    ...env,
  }
  return follow(spawn('/bin/sh', ['-c', line, 'sh', ...words], { env: all }), line, input)
}

const signalCodes: Readonly<Record<string, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGQUIT: 131,
  SIGKILL: 137,
  SIGALRM: 142,
  SIGTERM: 143,
}

function follow(child: ChildProcess, line: string, input?: string): Started {
  let [stdout, stderr] = ['', '']
  // `kiva sandbox` prints the secret of its made-up application on purpose.
  if (!/(^|\s)sandbox(\s|$)/.test(line)) watch(`stdout of ${line}`, () => stdout)
  watch(`stderr of ${line}`, () => stderr)
  const wake = new Set<() => void>()
  const come = (stream: () => string) => (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => pattern.test(stream()) && resolve(stream())
      wake.add(look)
      child.on('close', () => reject(new Error(`ended before ${pattern}: ${stdout}${stderr}`)))
      look()
    })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    for (const one of wake) one()
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    for (const one of wake) one()
  })
  // A child may end before it has read all input.
  child.stdin?.on('error', () => {})
  if (input !== undefined) child.stdin?.end(input)
  return {
    child,
    ended: new Promise((resolve) => {
      child.on('close', (code, signal) =>
        resolve({ code: code ?? signalCodes[signal ?? ''] ?? -1, stdout, stderr }),
      )
    }),
    said: come(() => stdout),
    told: come(() => stderr),
  }
}
