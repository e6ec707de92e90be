import { spawn } from 'node:child_process'
import { ReaderGone } from '../../core/errors.ts'
import type { Env } from '../../core/settings.ts'
import type { Pager, Sink } from '../../core/streams.ts'
import { holdInterrupts } from '../process/hold-interrupts.ts'
import { streamSink } from './streams.ts'

/**
 * Default pager options: quit if the text fits one screen, pass colors through, keep the text on the screen. It is UTF-8
 * in any locale: without LANG, less would show the codes of other letters.
 */
const defaultOptions = { LESS: 'FRX', LV: '-c', LESSCHARSET: 'utf-8' }

/**
 * Starts a pager on the terminal of `screen`, without a shell.
 * Returns `undefined` if the program is not installed.
 */
export async function openPager(
  [program = '', ...args]: readonly string[],
  env: Env,
  screen: Sink,
): Promise<Pager | undefined> {
  const child = spawn(program, args, {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...defaultOptions, ...env },
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const started = await new Promise<boolean>((resolve) => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
  if (!started) return undefined
  const quit = new AbortController()
  ended.then(() => quit.abort(new ReaderGone('the pager was left')))
  const releaseInterrupts = holdInterrupts()
  const { write } = streamSink(child.stdin)
  return {
    isTerminal: screen.isTerminal,
    get columns() {
      return screen.columns
    },
    write,
    quit: quit.signal,
    async close() {
      child.stdin.end()
      await ended
      releaseInterrupts()
    },
  }
}
