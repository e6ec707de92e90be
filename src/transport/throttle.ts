import type { World } from '../context.ts'
import type { Wait } from '../ports/events.ts'
import type { Pace } from './pace.ts'

/** Runs a wait, and emits events at its start and end. */
export type WaitFor = (wait: Omit<Wait, 'kind'>, work: () => Promise<void>) => Promise<void>

/** Loaded when a request has failed, since most have not. */
export const failures = () => import('./failures.ts')

/** Milliseconds between checks of the pace while a request waits, because the pace may change meanwhile. */
const step = 1000

/**
 * Returns a function that lets requests pass one by one, as the pace allows. It rejects with the signal's
 * reason when that fires, and with a `KivaError` at once if a request would wait longer than its `maxWait`
 * milliseconds.
 */
export function throttle(
  pace: Pace,
  { now, sleep }: Pick<World, 'now' | 'sleep'>,
  waitFor: WaitFor,
): (signal: AbortSignal, maxWait?: number) => Promise<void> {
  let queue = Promise.resolve()

  async function untilOpen(signal: AbortSignal): Promise<void> {
    for (let time = now(); time < pace.opensAt; time += step) {
      await sleep(Math.min(step, pace.opensAt - time), signal)
    }
  }

  async function pass(signal: AbortSignal, maxWait = Number.POSITIVE_INFINITY): Promise<void> {
    const wait = pace.opensAt - now()
    if (wait > maxWait) throw (await failures()).limitReached(wait)
    if (wait > 0) {
      const reason = pace.isPaused(now()) ? 'limit' : 'pace'
      await waitFor({ reason, until: () => pace.opensAt }, () => untilOpen(signal))
    }
    pace.sent(now())
  }

  return (signal, maxWait) => {
    const turn = queue.then(() => pass(signal, maxWait))
    queue = turn.catch(() => {})
    return turn
  }
}
