import { KivaError } from '../errors.ts'

/** A signal that fires on SIGINT and SIGTERM. A second one ends the process at once, as if none were handled. */
export function processSignal(): AbortSignal {
  const controller = new AbortController()
  const on = (name: 'SIGINT' | 'SIGTERM', reason: KivaError) => {
    process.once(name, () => controller.abort(reason))
  }
  on('SIGINT', new KivaError('interrupted', 'Interrupted'))
  on('SIGTERM', new KivaError('terminated', 'Terminated'))
  return controller.signal
}
