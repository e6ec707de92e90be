/** Holds messages back while a full-screen display occupies their terminal. */
import type { Out } from '../../ports/streams.ts'

export interface HeldOutput {
  readonly out: Out
  /**
   * Erases the status line, and holds messages back from before `take` until `release` prints them. Messages
   * after `release` follow them. If `take` fails, they are released.
   */
  holdFor<T>(take: () => Promise<T>): Promise<Held<T>>
}

interface Held<T> {
  readonly taken: T
  /** Later calls do nothing. */
  release(): Promise<void>
}

/** Wraps the gate of stderr. Messages that go elsewhere than to a terminal pass at once. */
export function heldOutput(stderr: Out): HeldOutput {
  let current = stderr
  let released: Promise<void> | undefined
  const write: Out['write'] = (...written) =>
    released ? released.then(() => current.write(...written)) : current.write(...written)

  async function hold(): Promise<() => Promise<void>> {
    const { deferOutput } = await import('./deferred-output.ts')
    await stderr.write('', 'status')
    const deferred = deferOutput(stderr, () => 'all')
    current = deferred.out
    return async () => {
      if (current !== deferred.out) return
      current = stderr
      released = deferred.release()
      await released
      released = undefined
    }
  }

  return {
    out: Object.create(stderr, { write: { value: write } }),
    holdFor: async (take) => {
      const release = await hold()
      try {
        return { taken: await take(), release }
      } catch (error) {
        await release()
        throw error
      }
    },
  }
}
