/** Runs a program in a pseudo-terminal of `script` (util-linux) and records its screen. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface Terminal {
  /** Returns all output so far, with escape sequences. */
  screen(): string
  /** Returns the lines given to `type`, to tell an echo from a leak. */
  typed(): string
  /** Waits for text on the screen. Throws, with the screen, after 20 s or if the program ends first. */
  shows(expected: RegExp): Promise<RegExpExecArray>
  /** Types a line and presses Enter. */
  type(line: string): void
  /** Presses keys, such as `\x03` for Ctrl-C. */
  press(keys: string): void
  /** Waits for the end of the program. Returns its exit code. */
  ended(): Promise<number>
  /** Ends the program if it still runs. */
  close(): Promise<void>
  /** Closes the terminal under its programs, which get SIGHUP. */
  kill(): void
}

/** Milliseconds, just below the time limit of a test. */
const patience = 55_000

/** Runs a shell command in a terminal of this size, with 30 rows by default. */
export function openTerminal(
  command: string,
  options: {
    readonly env: Readonly<Record<string, string>>
    readonly cwd: string
    readonly columns: number
    readonly rows?: number | undefined
    /** Milliseconds until the answer to CSI 5 n, the question for the state of the terminal. Without it none comes. */
    readonly answersAfter?: number
  },
): Terminal {
  const sized = `stty cols ${options.columns} rows ${options.rows ?? 30}; ${command}`
  const child = spawn('script', ['-qfec', sized, '/dev/null'], {
    cwd: options.cwd,
    env: { ...options.env, SHELL: '/bin/sh', TERM: 'xterm-256color' },
  })
  let screen = ''
  let typed = ''
  const look = new Set<() => void>()
  const { answersAfter } = options
  let answered = 0
  const show = (chunk: string) => {
    screen += chunk
    const asked = screen.split('\x1b[5n').length - 1
    if (answersAfter !== undefined && asked > answered) {
      const answers = '\x1b[0n'.repeat(asked - answered)
      setTimeout(() => child.stdin.write(answers), answersAfter)
    }
    answered = asked
    for (const one of look) one()
  }
  child.stdout.setEncoding('utf8').on('data', show)
  // A program may end before the terminal has written all keys and answers.
  child.stdin.on('error', () => {})
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
    kill: () => {
      child.kill('SIGKILL')
    },
  }
}

function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // `close` instead of `exit`: by then all output has been read.
    child.once('close', (code) => resolve(code ?? -1))
  })
}
