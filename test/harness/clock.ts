/** A clock without real time: it advances as soon as all running code waits. */
import { setMaxListeners } from 'node:events'
import type { World } from '../../src/core/context.ts'
import { noon } from './world.ts'

export interface VirtualClock extends Pick<World, 'now' | 'sleep'> {
  /** Returns the milliseconds since the clock was made. */
  passed(): number
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** Ends sleeps, the earliest first, once all running code waits. Not for code that waits for sockets. */
export function virtualClock(start = noon): VirtualClock {
  let time = start
  let isGoing = false
  const sleepers = new Set<Sleeper>()
  const goOn = () => {
    const [next] = [...sleepers].sort((one, other) => one.at - other.at)
    isGoing = next !== undefined
    if (!next) return
    sleepers.delete(next)
    time = next.at
    next.wake()
    setImmediate(goOn)
  }
  return {
    now: () => time,
    passed: () => time - start,
    sleep: (milliseconds, stop) =>
      new Promise((resolve, reject) => {
        if (stop.aborted) return reject(stop.reason)
        const sleeper: Sleeper = {
          at: time + milliseconds,
          wake: () => {
            stop.removeEventListener('abort', giveUp)
            resolve()
          },
        }
        const giveUp = () => {
          sleepers.delete(sleeper)
          reject(stop.reason)
        }
        sleepers.add(sleeper)
        // All waiting requests listen to the same signal. The real world raises Node's limit too.
        setMaxListeners(0, stop)
        stop.addEventListener('abort', giveUp)
        if (!isGoing) setImmediate(goOn)
        isGoing = true
      }),
  }
}
