/** Sends a run's records through a pager if they are longer than the screen. */
import type { GatedPager, Out, Written } from '../../core/streams.ts'
import { deferOutput, rowsOf } from './deferred-output.ts'

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
