/** `--wait`: waits while another run of kiva holds the mirror or a lake. */
import { parseDuration } from '../cli/option-values.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'

/**
 * Tries to take a lock, each second for at most the time `wait`, such as `10m`. Says once that it waits. Throws what
 * `take` throws, and `KivaError` of kind `usage` for an invalid time.
 */
export async function waitForRun<T>(
  { now, say, signal, sleep }: Pick<Context, 'now' | 'say' | 'signal' | 'sleep'>,
  wait: string | undefined,
  take: () => Promise<T>,
): Promise<T> {
  const end = now() + (wait === undefined ? 0 : parseDuration('--wait', wait))
  for (let tries = 0; ; tries++) {
    try {
      return await take()
    } catch (problem) {
      const isLocked = problem instanceof KivaError && problem.kind === 'config' && problem.code === 'locked'
      const left = end - now()
      if (!isLocked || left <= 0) throw problem
      if (tries === 0) await say(`Another run is active. Waiting for at most ${wait} until it ends.`)
      await sleep(Math.min(1000, left), signal)
    }
  }
}
