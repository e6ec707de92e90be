import { withAbort } from '../with-timeout.ts'

/**
 * Returns a function that reads one line of a pipe per call. All calls share one reader, so that text read ahead is not lost.
 */
export async function pipedLines(
  input: NodeJS.ReadStream,
  signal: AbortSignal,
): Promise<(stop: AbortSignal) => Promise<string | undefined>> {
  const { createInterface } = await import('node:readline')
  // Counts from the front: removing the first element would copy the array each time.
  let ready: string[] = []
  let taken = 0
  let ended = false
  let wake = () => {}
  createInterface({ input, terminal: false })
    .on('line', (line) => {
      ready.push(line)
      wake()
    })
    .on('close', () => {
      ended = true
      wake()
    })
  return async (stop) => {
    if (taken < ready.length) return ready[taken++]
    ready = []
    taken = 0
    try {
      while (ready.length === 0 && !ended) {
        input.resume()
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        await withAbort(withAbort(woken, signal), stop)
      }
    } finally {
      // An open pipe must not keep the process alive.
      input.pause()
    }
    return ready[taken++]
  }
}
