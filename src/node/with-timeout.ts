/** Waiting that ends in time, whatever is waited for. */
import { setMaxListeners } from 'node:events'

/** The promise, or the reason of the signal as soon as that fires. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Runs `work` until it ends, `signal` fires or so many milliseconds are over, even where `work` does not hear the
 * `stop` it is given. Rejects with the reason of `signal`, or with a `TimeoutError`.
 */
export async function within<T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  // All that goes on at once hears the one signal of the run: Node takes more than ten for a leak, and says so.
  setMaxListeners(0, signal)
  const stop = new AbortController()
  const interrupt = () => stop.abort(signal.reason)
  signal.addEventListener('abort', interrupt, { once: true })
  // Not AbortSignal.timeout: its timer would let the process end while nothing but this is waited for.
  const timer = setTimeout(() => stop.abort(new DOMException('Time is over', 'TimeoutError')), milliseconds)
  try {
    return await orAborted(work(stop.signal), stop.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', interrupt)
  }
}
