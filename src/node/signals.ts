import { KivaError } from '../errors.ts'

/** Milliseconds to close what is open after a signal. */
const grace = 1000

/**
 * A signal that fires on SIGINT and SIGTERM. A second one ends the process at once, as if none were handled; it is
 * sent by ourselves where the end does not come by itself, as with a pipe that nobody reads.
 */
export function processSignal(): AbortSignal {
  const controller = new AbortController()
  const on = (name: 'SIGINT' | 'SIGTERM', reason: KivaError) => {
    process.once(name, () => {
      controller.abort(reason)
      setTimeout(() => process.kill(process.pid, name), grace).unref()
    })
  }
  on('SIGINT', new KivaError('interrupted', 'Interrupted'))
  on('SIGTERM', new KivaError('terminated', 'Terminated'))
  return controller.signal
}
