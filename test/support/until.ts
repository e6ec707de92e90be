/** Waits for conditions that can be observed. */
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Polls a condition, and resolves once it is true. Throws after `patience` milliseconds, just before the
 * time limit of tests.
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { every = 5, patience = 55_000 } = {},
): Promise<void> {
  const end = performance.now() + patience
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Waited in vain until ${what}`)
    await wait(every)
  }
}

/** Resolves when a count has not changed for 150 ms. */
export function untilStill(what: string, count: () => number): Promise<void> {
  let last = Number.NaN
  return until(
    what,
    () => {
      const before = last
      last = count()
      return last === before
    },
    { every: 150 },
  )
}
