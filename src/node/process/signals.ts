import { KivaError } from '../../errors.ts'

/** Milliseconds to clean up after a signal. */
const grace = 1000

/**
 * Returns a signal that fires on SIGINT, SIGTERM and SIGHUP. A second signal ends the process at once, as if
 * it were not handled. kiva sends that second signal itself if cleanup takes too long, as with a blocked
 * pipe.
 */
export function processSignal(): AbortSignal {
  const controller = new AbortController()
  const on = (name: 'SIGINT' | 'SIGTERM' | 'SIGHUP', reason: KivaError) => {
    process.once(name, () => {
      controller.abort(reason)
      setTimeout(() => process.kill(process.pid, name), grace).unref()
    })
  }
  on('SIGINT', new KivaError('interrupted', 'interrupted'))
  on('SIGTERM', new KivaError('terminated', 'terminated'))
  on('SIGHUP', new KivaError('terminated', 'terminated: the terminal was closed'))
  // SIGHUP has no exit code here: the process ends by the signal itself, so that its parent sees the signal.
  process.once('SIGHUP', () => process.once('exit', () => process.kill(process.pid, 'SIGHUP')))
  return controller.signal
}
