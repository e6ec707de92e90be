/** Gives the terminal to a pager, or to a command that draws the whole screen. Messages wait meanwhile. */
import type { ResolvedSettings } from '../../cli/settings/resolve-settings.ts'
import type { Context, World } from '../../core/context.ts'
import type { GatedPager, Out, Sink, Written } from '../../core/streams.ts'
import { openTerminalGate } from '../../output/gate/terminal.ts'
import { decideColor } from '../../output/terminal/color.ts'
import { width } from '../../output/terminal/width.ts'

/** The output of a run, and the signal that ends it. */
export interface Streams {
  readonly stdout: Out
  readonly stderr: Out
  readonly signal: AbortSignal
}

/**
 * Runs `run` and buffers its text until it exceeds the screen or the run ends. `open` starts the pager, or
 * returns `undefined` if there is none. Messages on the same terminal wait for the text, and go to the pager
 * if only they make the text too long. When the user quits the pager, the run ends with `ReaderGone`.
 */
export async function withPager(
  { stdout, stderr, signal }: Streams,
  open: () => Promise<GatedPager | undefined>,
  run: (streams: Streams) => Promise<void>,
): Promise<void> {
  const { rows = Number.POSITIVE_INFINITY } = stdout
  const quit = new AbortController()
  const text: Written[] = []
  let lines = 0
  let pager: GatedPager | undefined
  /** Where the text goes, once that is decided. */
  let out: Out | undefined

  const pass = async (where: Out) => {
    out = where
    for (const written of text.splice(0)) await where.write(...written)
  }
  const write: Out['write'] = async (...written) => {
    if (out) return out.write(...written)
    text.push(written)
    lines += rowsOf(written[0], stdout.columns)
    if (lines >= rows) await page()
  }
  const page = async () => {
    pager = await open()
    pager?.quit.addEventListener('abort', () => quit.abort(pager?.quit.reason))
    await pass(pager?.out ?? stdout)
  }
  const words = deferOutput(stderr, () => (pager ? 'all' : text.length > 0 ? 'words' : 'nothing'))

  try {
    await run({
      stdout: Object.create(stdout, { write: { value: write }, isPaged: { value: true } }),
      stderr: words.out,
      signal: AbortSignal.any([signal, quit.signal]),
    })
  } catch (error) {
    throw quit.signal.aborted ? quit.signal.reason : error
  } finally {
    try {
      // Otherwise the messages and the prompt would push the first lines, such as a header, off the screen.
      if (!out && text.length > 0 && lines + words.rows() >= rows) {
        await page()
        await words.release(pager?.out)
      } else await pass(out ?? stdout)
    } finally {
      await pager?.close()
      pager = undefined
      await words.release()
    }
  }
}

/** Where the messages of a run go. */
export interface Messages {
  /** The gate of stderr. */
  readonly stderr: Out
  /** The output that takes the next message. */
  current: Out
}

/** The ports of a context that take the whole terminal. */
export type FullScreen = Pick<Context, 'takeScreen' | 'takeTerminal'>

/** Returns the ports, behind the gate. */
export function fullScreen(
  messages: Messages,
  world: Pick<World, 'takeScreen' | 'takeTerminal' | 'env'>,
  settings: Pick<ResolvedSettings, 'color'>,
  gate: (sink: Sink) => Out,
): FullScreen {
  return {
    takeScreen: async () => {
      const { taken, release } = await holdFor(world.takeScreen, messages)
      const close = async () => {
        await taken.close()
        await release()
      }
      return { out: gate(taken), close }
    },
    takeTerminal: async () => {
      const { taken, release } = await holdFor(world.takeTerminal, messages)
      const color = decideColor(settings.color, world.env, true)
      if (taken) return openTerminalGate(taken, { color, onClose: () => void release() })
      await release()
      return undefined
    },
  }
}

interface Held<T> {
  readonly taken: T
  /** Prints the messages; later ones follow them. Later calls do nothing. */
  release(): Promise<void>
}

/** Erases the status line, and holds messages back from then on. They are released if `take` fails. */
async function holdFor<T>(take: () => Promise<T>, messages: Messages): Promise<Held<T>> {
  const { stderr } = messages
  await stderr.write('', 'status')
  const deferred = deferOutput(stderr, () => 'all')
  messages.current = deferred.out
  const release = async () => {
    if (messages.current !== deferred.out) return
    const released = deferred.release()
    const write: Out['write'] = (...written) => released.then(() => stderr.write(...written))
    messages.current = Object.create(stderr, { write: { value: write } })
    await released
    messages.current = stderr
  }
  try {
    return { taken: await take(), release }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * The messages to delay: none, permanent lines (`words`), or all.
 * With `all`, status lines are dropped, since they are temporary.
 */
type Deferral = 'nothing' | 'words' | 'all'

interface DeferredOutput {
  readonly out: Out
  /** Returns the number of rows that the messages take on their terminal; 0 if they go elsewhere. */
  rows(): number
  /** Prints the delayed messages, on stderr by default. */
  release(where?: Out): Promise<void>
}

/**
 * Returns a gate that delays messages on a terminal; elsewhere they pass at once.
 */
function deferOutput(stderr: Out, deferral: () => Deferral): DeferredOutput {
  const words: Written[] = []
  let rows = 0
  const write: Out['write'] = async (...written) => {
    const isTemporary = written[1] === 'status'
    const what = stderr.isTerminal ? deferral() : 'nothing'
    if (!isTemporary && stderr.isTerminal) rows += rowsOf(written[0], stderr.columns)
    if (what === 'nothing' || (what === 'words' && isTemporary)) return stderr.write(...written)
    if (!isTemporary) words.push(written)
  }
  return {
    out: Object.create(stderr, { write: { value: write } }),
    rows: () => rows,
    release: async (where = stderr) => {
      for (const written of words.splice(0)) await where.write(...written)
    },
  }
}

/** Returns how many rows the complete lines of a text take on a terminal, which wraps long lines. */
function rowsOf(chunk: string | Uint8Array, columns: number): number {
  const text = typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
  const lines = text.split('\n').slice(0, -1)
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(width(line) / columns)), 0)
}
