/** The built tool as a real process. Needs `npm run build`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { watch } from './canary.ts'
import { triedOnce } from './tried-once.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const executable = process.env['KIVA_EXECUTABLE']

/** The command under test: the built tool in this Node, or the single executable in KIVA_EXECUTABLE. */
export const tool: readonly [string, ...string[]] = executable
  ? [executable]
  : [process.execPath, at('../../bin/kiva.cjs')]

/** True if the tests run a single executable. Tests that only an executable needs are skipped otherwise. */
export const drivesExecutable = Boolean(executable)

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

/** Returns an environment that preloads a file of this folder. Node reads one variable, Bun the other. */
export const preload = (file: string): Env => ({
  NODE_OPTIONS: `--require ${at(file)}`,
  BUN_OPTIONS: `--preload ${at(file)}`,
})

/** The environment of each run. Tests can override it. */
const common: Env = { KIVA_CONFIG_DIR: noFolder, ...triedOnce }

/** Starts `kiva` with `env` and a minimal environment. */
export function start(words: readonly string[], env: Env = {}, input?: string): Started {
  const [command, ...first] = tool
  return follow(spawn(command, [...first, ...words], { env: { ...common, ...env } }), words.join(' '), input)
}

/** Runs `kiva` until it ends. */
export const kiva = (words: readonly string[], env: Env = {}, input = '') => start(words, env, input).ended

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
  const bin = join(process.execPath, '..')
  const all = {
    PATH: `${bin}:/usr/bin:/bin`,
    KIVA: tool.join(' '),
    ...common,
    ...env,
  }
  return follow(spawn('/bin/sh', ['-c', line, 'sh', ...words], { env: all }), line, input)
}

const signalCodes: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143, SIGKILL: 137, SIGHUP: 129 }

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
