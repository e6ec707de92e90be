/** A pseudo-terminal behind a line of a given speed, which answers as terminals do: see pseudo-terminal.py. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { until } from '../support/until.ts'

const program = fileURLToPath(new URL('pseudo-terminal.py', import.meta.url))

export interface LineOptions {
  readonly columns: number
  readonly rows: number
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Bytes a second to the terminal; 0 for no limit. */
  readonly rate?: number
  /** Seconds from the program to the terminal and back. */
  readonly roundTrip?: number
  /** Leaves `CSI 5 n` unanswered. */
  readonly isMute?: boolean
}

/** Text that reached the terminal, with seconds since the start. */
export interface Shown {
  readonly at: number
  readonly text: string
}

/** What to send: see pseudo-terminal.py. */
export type Command =
  | { readonly keys: string }
  | { readonly hold: string; readonly every: number; readonly for: number }
  | { readonly sizes: readonly (readonly [number, number])[]; readonly within: number }

export interface PseudoTerminal {
  readonly pid: number
  /** What has reached the terminal so far. */
  readonly shown: readonly Shown[]
  /** The same as one text. */
  text(): string
  keys(text: string): void
  /** Resolves once the last key or size was sent, with seconds since the start. */
  send(command: Command): Promise<number>
  /** Waits for text after this length of the text so far. */
  shows(expected: RegExp, since?: number): Promise<void>
  /** Waits for the end of the program. Returns its exit code. */
  ended(): Promise<number>
  /** Kills the program if it still runs. */
  close(): Promise<void>
}

export async function openPseudoTerminal(
  command: readonly string[],
  { columns, rows, env, cwd, rate = 0, roundTrip = 0, isMute = false }: LineOptions,
): Promise<PseudoTerminal> {
  const options = [columns, rows, rate, roundTrip, isMute ? 0 : -1].map(String)
  const child = spawn('python3', [program, ...options, '--', ...command], {
    cwd,
    env: { ...env, TERM: 'xterm-256color', PYTHONDONTWRITEBYTECODE: '1' },
  })
  const shown: Shown[] = []
  const sent: number[] = []
  let text = ''
  let pid: number | undefined
  let code: number | undefined
  let rest = ''
  let errors = ''
  const take = (line: string) => {
    const fact = JSON.parse(line)
    if (fact.text !== undefined) {
      shown.push(fact)
      text += fact.text
    }
    if (fact.sent) sent.push(fact.at)
    pid ??= fact.pid
    code ??= fact.code
  }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  child.stdin.on('error', () => {})
  const ended = new Promise<number>((resolve) => child.once('close', () => resolve(code ?? -1)))
  const write = (command: Command) => child.stdin.write(`${JSON.stringify(command)}\n`)
  await until('the program has started', () => pid !== undefined)
  return {
    pid: pid ?? 0,
    shown,
    text: () => text,
    keys: (keys) => void write({ keys }),
    send: async (command) => {
      const before = sent.length
      write(command)
      await until('the keys are sent', () => sent.length > before, { every: 20 })
      return sent.at(-1) ?? 0
    },
    shows: (expected, since = 0) =>
      until(`${expected} is shown`, () => expected.test(text.slice(since))).catch((error: Error) => {
        throw new Error(`${error.message}: ${errors}${JSON.stringify(text.slice(since).slice(-3000))}`)
      }),
    ended: () => ended,
    close: async () => {
      child.stdin.end()
      await ended
    },
  }
}
