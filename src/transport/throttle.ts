import type { World } from '../context.ts'
import type { Wait } from '../ports/events.ts'
import type { Pace } from './pace.ts'

/** Does some waiting, and tells listeners when it begins and ends. */
export type WaitFor = (wait: Omit<Wait, 'kind'>, work: () => Promise<void>) => Promise<void>

/** How often the pace is looked at again while a request waits: it may open earlier or later. Milliseconds. */
const step = 1000

/** Lets requests pass one after the other, each when the pace allows it; rejects with the signal's reason when it fires. */
export function throttle(
  pace: Pace,
  { now, sleep }: Pick<World, 'now' | 'sleep'>,
  waitFor: WaitFor,
): (signal: AbortSignal) => Promise<void> {
  let queue = Promise.resolve()

  async function untilOpen(signal: AbortSignal): Promise<void> {
    for (let time = now(); time < pace.opensAt; time += step) {
      await sleep(Math.min(step, pace.opensAt - time), signal)
    }
  }

  async function pass(signal: AbortSignal): Promise<void> {
    if (pace.opensAt > now()) {
      const reason = pace.isPaused(now()) ? 'limit' : 'pace'
      await waitFor({ reason, until: () => pace.opensAt }, () => untilOpen(signal))
    }
    pace.sent(now())
  }

  return (signal) => {
    const turn = queue.then(() => pass(signal))
    queue = turn.catch(() => {})
    return turn
  }
}
