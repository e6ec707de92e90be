/** A program in a pseudo-terminal, made by `script` of util-linux: it sees a terminal, a test sees the screen. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface Terminal {
  /** Everything that came to the screen so far, escape sequences included. */
  screen(): string
  /** What `type` was given, for telling an echo from a leak. */
  typed(): string
  /** Waits for text on the screen. Throws, with the screen, when it does not come or the program ends first. */
  shows(expected: RegExp): Promise<RegExpExecArray>
  /** Types a line and presses Enter. */
  type(line: string): void
  /** Presses keys, such as `\x03` for Ctrl-C. */
  press(keys: string): void
  /** Waits for the program's end; its exit code. */
  ended(): Promise<number>
  /** Ends it, if it still runs. */
  close(): Promise<void>
}

const patience = 20_000

/** Runs a shell command in a terminal of so many columns. */
export function openTerminal(
  command: string,
  options: { readonly env: Readonly<Record<string, string>>; readonly cwd: string; readonly columns: number },
): Terminal {
  const sized = `stty cols ${options.columns} rows 30; ${command}`
  const child = spawn('script', ['-qfec', sized, '/dev/null'], {
    cwd: options.cwd,
    env: { ...options.env, SHELL: '/bin/sh', TERM: 'xterm-256color' },
  })
  let screen = ''
  let typed = ''
  const look = new Set<() => void>()
  const show = (chunk: string) => {
    screen += chunk
    for (const one of look) one()
  }
  child.stdout.setEncoding('utf8').on('data', show)
  child.stderr.setEncoding('utf8').on('data', show)
  const ended = endOf(child)

  return {
    screen: () => screen,
    typed: () => typed,
    shows: (expected) =>
      new Promise((resolve, reject) => {
        const settle = (how: () => void) => {
          clearTimeout(timer)
          look.delete(check)
          how()
        }
        const fail = (why: string) =>
          settle(() => reject(new Error(`${why} before ${expected} was shown. The screen:\n${screen}`)))
        const timer = setTimeout(() => fail('Time ran out'), patience)
        const check = () => {
          const found = expected.exec(screen)
          if (found) settle(() => resolve(found))
        }
        look.add(check)
        check()
        ended.then((code) => fail(`It ended with ${code}`))
      }),
    type: (line) => {
      typed += `${line}\n`
      child.stdin.write(`${line}\r`)
    },
    press: (keys) => {
      child.stdin.write(keys)
    },
    ended: () => ended,
    close: async () => {
      if (child.exitCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}

function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // `close`, not `exit`: by then all output has been read.
    child.once('close', (code) => resolve(code ?? -1))
  })
}
