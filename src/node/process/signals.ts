import { KivaError } from '../../errors.ts'

/** Milliseconds to close what is open after a signal. */
const grace = 1000

/**
 * A signal that fires on SIGINT, SIGTERM and SIGHUP. A second one ends the process at once, as if none were handled; it
 * is sent by ourselves where the end does not come by itself, as with a pipe that nobody reads.
 */
export function processSignal(): AbortSignal {
  const controller = new AbortController()
  const on = (name: 'SIGINT' | 'SIGTERM' | 'SIGHUP', reason: KivaError) => {
    process.once(name, () => {
      controller.abort(reason)
      setTimeout(() => process.kill(process.pid, name), grace).unref()
    })
  }
  on('SIGINT', new KivaError('interrupted', 'Interrupted'))
  on('SIGTERM', new KivaError('terminated', 'Terminated'))
  on('SIGHUP', new KivaError('terminated', 'Terminated: the terminal has gone'))
  // It has no exit code of its own here: whoever asks how the run ended is told of the signal itself.
  process.once('SIGHUP', () => process.once('exit', () => process.kill(process.pid, 'SIGHUP')))
  return controller.signal
}
