/** Timeouts and cancellation for any promise. */
import { setMaxListeners } from 'node:events'

/** Resolves with the promise, or rejects with the signal's reason as soon as it fires. */
export async function withAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
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
 * Runs `work` until it ends, `signal` fires, or the milliseconds have passed, even if `work` ignores the
 * `stop` it is given. Rejects with the reason of `signal`, or with a `TimeoutError`.
 */
export async function within<T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  // All concurrent work listens to the one signal of the run: Node would warn of a leak after ten listeners.
  setMaxListeners(0, signal)
  const stop = new AbortController()
  const interrupt = () => stop.abort(signal.reason)
  signal.addEventListener('abort', interrupt, { once: true })
  // AbortSignal.timeout would let the process end while only this is pending.
  const timer = setTimeout(() => stop.abort(new DOMException('Time is over', 'TimeoutError')), milliseconds)
  try {
    return await withAbort(work(stop.signal), stop.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', interrupt)
  }
}
