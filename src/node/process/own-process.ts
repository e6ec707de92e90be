/** Starts kiva itself as another process, for work that nothing can interrupt in this one. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { KivaError } from '../../core/errors.ts'
import type { OwnProcess } from '../../core/process.ts'
import type { Env } from '../../core/settings.ts'

/** The characters of stderr that are kept: errors stand at its end. */
const mostWords = 10_000

/** In MiB. It prints rows as they come. */
const mostMemory = 512

/** Runs `kiva` with these words, with `input` on stdin, and with this environment. */
export function startOwnProcess(words: readonly string[], input: string, env: Env): OwnProcess {
  // The single executable is kiva. Node.js runs the script of this process.
  const script =
    'bun' in process.versions ? [] : [`--max-old-space-size=${mostMemory}`, ...process.argv.slice(1, 2)]
  const child = spawn(process.execPath, [...script, ...words], {
    env,
    // Its end of the channel closes when this process ends, however that happens (world.ts).
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
  }) as ChildProcessWithoutNullStreams
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-mostWords)
  })
  child.stdout.setEncoding('utf8')
  // A process that has ended does not read its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve, reject) => {
    child.once('close', (code) => resolve({ code, stderr }))
    child.once('error', (cause) => reject(new KivaError('config', 'cannot start another kiva', { cause })))
  })
  ended.catch(() => {})
  return { stdout: child.stdout, ended, kill: () => void child.kill('SIGKILL') }
}
