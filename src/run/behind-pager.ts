/** A run whose records go through a pager where they are longer than the screen. */
import type { Destination, Out, Pager } from '../context.ts'

/** What a run writes to, and what ends it. */
export interface Streams {
  readonly stdout: Out
  readonly stderr: Out
  readonly signal: AbortSignal
}

/** A pager with the gate in front of it. */
export interface OpenPager extends Pick<Pager, 'left' | 'close'> {
  readonly out: Out
}

type Written = readonly [chunk: string | Uint8Array, destination: Destination]

/**
 * Carries a run out. Its text waits until there is more of it than the screen holds, or no more of it at all; `open`
 * starts the pager, or finds that there is none. What is said meanwhile on the same terminal waits for the text. Who
 * leaves the pager has seen enough: that ends the run, with `ReaderGone`.
 */
export async function behindPager(
  { stdout, stderr, signal }: Streams,
  open: () => Promise<OpenPager | undefined>,
  run: (streams: Streams) => Promise<void>,
): Promise<void> {
  const { rows = Number.POSITIVE_INFINITY } = stdout
  const left = new AbortController()
  const text: Written[] = []
  const words: Written[] = []
  let lines = 0
  let pager: OpenPager | undefined
  /** Where the text goes, once that is decided. */
  let out: Out | undefined

  const pass = async (where: Out) => {
    out = where
    for (const one of text.splice(0)) await where.write(...one)
  }
  const write: Out['write'] = async (...written) => {
    if (out) return out.write(...written)
    text.push(written)
    lines += newlines(written[0])
    if (lines < rows) return
    pager = await open()
    pager?.left.addEventListener('abort', () => left.abort(pager?.left.reason))
    await pass(pager?.out ?? stdout)
  }
  const say: Out['write'] = async (...written) => {
    const isPassing = written[1] === 'status'
    if (!stderr.isTerminal || (!pager && (isPassing || text.length === 0))) return stderr.write(...written)
    if (!isPassing) words.push(written)
  }

  try {
    await run({
      stdout: Object.create(stdout, { write: { value: write } }),
      stderr: Object.create(stderr, { write: { value: say } }),
      signal: AbortSignal.any([signal, left.signal]),
    })
  } catch (error) {
    throw left.signal.aborted ? left.signal.reason : error
  } finally {
    try {
      await pass(out ?? stdout)
    } finally {
      await pager?.close()
      for (const one of words) await stderr.write(...one)
    }
  }
}

function newlines(chunk: string | Uint8Array): number {
  return (typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)).split('\n').length - 1
}
