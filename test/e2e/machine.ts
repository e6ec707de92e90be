/**
 * A machine for one test: home, temporary folder, and an `xdg-open` that only notes its argument. It keeps
 * all output of the tool and searches it for secrets at the end.
 */
import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { expectNoSecret, fixedSecrets, secretsIn } from '../support/canary.ts'
import { watchArguments } from './arguments.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const tool = fileURLToPath(new URL('../../bin/kiva.cjs', import.meta.url))

type Env = Readonly<Record<string, string>>

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The addresses and the application that `kiva sandbox` prints at its start. */
export interface Service {
  readonly base_url: string
  readonly auth_url: string
  readonly ca_file: string
  readonly client_id: string
  readonly client_secret: string
  /** The environment for a login to this sandbox. */
  readonly env: Env
  /** Returns its stderr so far. */
  log(): string
}

export interface TerminalOptions {
  readonly env?: Env
  /** 100 by default. */
  readonly columns?: number
  /** 30 by default. */
  readonly rows?: number
}

export interface Machine {
  /** The config folder of the tool. */
  readonly config: string
  /** Runs `kiva …` on pipes until it ends. */
  kiva(words: readonly string[], options?: { readonly env?: Env; readonly stdin?: string }): Promise<Ran>
  /** Opens a terminal for a shell command, with `kiva` in the PATH. */
  terminal(command: string, options?: TerminalOptions): Terminal
  /** Starts `kiva sandbox` in a process of its own. */
  serve(words?: readonly string[]): Promise<Service>
  /** Returns the addresses that the tool opened in the browser. */
  opened(): Promise<readonly string[]>
  /** Returns the text of a file in the config folder, or `undefined` if it does not exist. */
  file(name: string): Promise<string | undefined>
  /** Adds secrets that only the test has seen, such as a code or a cookie. */
  learn(...secrets: readonly string[]): void
  /** Ends all processes. Throws if a secret appears in output, arguments or unprotected files. */
  close(): Promise<void>
}

/** The files that may contain secrets. They must have mode 600. */
const privateFiles = ['credentials.json', 'pending-login.json', 'sandbox.json']

export async function startMachine(): Promise<Machine> {
  const root = await mkdtemp(join(tmpdir(), 'kiva-e2e-'))
  const folder = (name: string) => join(root, name)
  const config = folder('home/.config/kiva')
  const notes = folder('opened')
  for (const name of ['home', 'tmp', 'bin']) await mkdir(folder(name))
  await script(folder('bin/xdg-open'), `printf '%s\\n' "$1" >> '${notes}'`)
  await script(folder('bin/kiva'), `exec '${process.execPath}' '${tool}' "$@"`)
  const env: Env = {
    PATH: `${folder('bin')}:${process.env['PATH'] ?? ''}`,
    HOME: folder('home'),
    TMPDIR: folder('tmp'),
    LANG: 'C.UTF-8',
  }

  const learnt = new Set<string>(fixedSecrets)
  const said: { readonly label: string; text(): string }[] = []
  const closing: (() => Promise<void>)[] = []
  const watch = watchArguments(root)

  const start = (words: readonly string[], more: Env = {}) => {
    const child = spawn(process.execPath, [tool, ...words], { cwd: root, env: { ...env, ...more } })
    const ran = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      ran.stdout += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      ran.stderr += chunk
    })
    child.stdin.on('error', () => {})
    const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)))
    // These commands print a secret on purpose: a signed header, and the made-up client secret of the
    // sandbox.
    const tells = words[0] === 'sandbox' || words.slice(0, 2).join(' ') === 'auth header'
    if (!tells) said.push({ label: `stdout of kiva ${words.join(' ')}`, text: () => ran.stdout })
    said.push({ label: `stderr of kiva ${words.join(' ')}`, text: () => ran.stderr })
    return { child, ran, ended }
  }

  async function learnFromFiles(): Promise<void> {
    for (const name of await readdir(config).catch(() => [])) {
      if (!privateFiles.includes(name)) continue
      for (const secret of secretsIn(parsed(await readFile(join(config, name), 'utf8')))) learnt.add(secret)
    }
  }

  return {
    config,
    async kiva(words, options = {}) {
      const { child, ran, ended } = start(words, options.env)
      child.stdin.end(options.stdin ?? '')
      const code = await ended
      await learnFromFiles()
      return { code, ...ran }
    },
    terminal(command, options = {}) {
      const terminal = openTerminal(command, {
        cwd: root,
        columns: options.columns ?? 100,
        rows: options.rows,
        env: { ...env, ...options.env },
      })
      closing.push(terminal.close)
      said.push({ label: `the screen of ${command}`, text: () => withoutEcho(terminal) })
      return terminal
    },
    async serve(words = []) {
      const { child, ran, ended } = start(['sandbox', '-v', ...words], { KIVA_CONFIG_DIR: folder('service') })
      closing.push(async () => {
        child.kill('SIGINT')
        expect(await ended, 'the exit code of kiva sandbox').toBe(0)
      })
      const announced = new Promise<undefined>((resolve) =>
        child.stdout.on('data', () => ran.stdout.includes('\n') && resolve(undefined)),
      )
      const early = await Promise.race([ended, announced])
      if (early !== undefined) throw new Error(`kiva sandbox ended with ${early}: ${ran.stderr}`)
      const where = JSON.parse(ran.stdout)
      const names = { base_url: 'KIVA_BASE_URL', auth_url: 'KIVA_AUTH_URL', ca_file: 'KIVA_CA_FILE' }
      const clientNames = { client_id: 'KIVA_CLIENT_ID', client_secret: 'KIVA_CLIENT_SECRET' }
      const pairs = Object.entries({ ...names, ...clientNames }).map(([field, name]) => [name, where[field]])
      return { ...where, env: Object.fromEntries(pairs), log: () => ran.stderr }
    },
    opened: async () => (await readFile(notes, 'utf8').catch(() => '')).split('\n').filter(Boolean),
    file: (name) => readFile(join(config, name), 'utf8').catch(() => undefined),
    learn: (...secrets) => {
      for (const secret of secrets) learnt.add(secret)
    },
    async close() {
      await learnFromFiles()
      for (const end of closing.reverse()) await end()
      try {
        for (const { label, text } of said) expectNoSecret(label, text(), learnt)
        const lines = [...watch.stop()]
        expect(
          lines.filter((line) => line.includes(tool)),
          'processes that were seen',
        ).not.toEqual([])
        for (const line of lines) expectNoSecret('the arguments of a process', line, learnt)
        for (const path of await filesIn(root)) await checkFile(path, learnt)
      } finally {
        await rm(root, { recursive: true, force: true })
      }
    },
  }
}

/** Returns the screen without the echo of typed lines, such as the code. Removes one occurrence per line. */
function withoutEcho(terminal: Terminal): string {
  return terminal
    .typed()
    .split('\n')
    .filter((line) => line !== '')
    .reduce((screen, line) => screen.replace(line, ''), terminal.screen())
}

async function checkFile(path: string, secrets: Iterable<string>): Promise<void> {
  const name = path.split('/').at(-1) ?? ''
  if (privateFiles.includes(name)) {
    const { mode } = await stat(path)
    expect(mode & 0o777, `the mode of ${name}`).toBe(0o600)
  } else {
    expectNoSecret(`the file ${name}`, await readFile(path, 'utf8'), secrets)
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function script(path: string, line: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${line}\n`)
  await chmod(path, 0o755)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
