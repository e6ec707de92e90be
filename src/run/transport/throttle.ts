import type { World } from '../../context.ts'
import type { Pace } from './pace.ts'

/** Called while a request waits, with what it waits by. */
export type WhileWaiting = (work: () => Promise<void>) => Promise<void>

/** How soon it is noticed that nobody has to wait any more, or longer. Milliseconds. */
const step = 1000

/** Lets requests pass one after the other, each when the pace allows it; ends with the signal's reason when it fires. */
export function throttle(
  pace: Pace,
  { now, sleep }: Pick<World, 'now' | 'sleep'>,
  whileWaiting: WhileWaiting,
): (signal: AbortSignal) => Promise<void> {
  let queue = Promise.resolve()

  async function untilOpen(signal: AbortSignal): Promise<void> {
    for (let time = now(); time < pace.opensAt; time += step) {
      await sleep(Math.min(step, pace.opensAt - time), signal)
    }
  }

  async function pass(signal: AbortSignal): Promise<void> {
    if (pace.opensAt > now()) await whileWaiting(() => untilOpen(signal))
    pace.sent(now())
  }

  return (signal) => {
    const turn = queue.then(() => pass(signal))
    queue = turn.catch(() => {})
    return turn
  }
}
