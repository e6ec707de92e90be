/** The alternate screen of a terminal in memory, which keeps its frames. */
import type { World } from '../../src/core/context.ts'

export interface TakenScreen {
  readonly world: Pick<World, 'takeScreen'>
  /** The drawn texts, without consecutive duplicates. */
  readonly frames: readonly string[]
  readonly closed: () => boolean
}

/** Returns a screen of this size. The test may change `size` during a watch. */
export function takenScreen(size: { columns: number; rows: number }): TakenScreen {
  const frames: string[] = []
  let closed = false
  return {
    frames,
    closed: () => closed,
    world: {
      takeScreen: async () => ({
        isTerminal: true,
        get columns() {
          return size.columns
        },
        get rows() {
          return size.rows
        },
        write: async (chunk) => {
          if (frames.at(-1) !== chunk) frames.push(String(chunk))
        },
        close: async () => {
          closed = true
        },
      }),
    },
  }
}
