/** A whole terminal in memory: what it showed, one frame after the other. */
import type { World } from '../../src/context.ts'

export interface TakenScreen {
  readonly world: Pick<World, 'takeScreen'>
  /** Each text once, however often it was drawn in a row. */
  readonly frames: readonly string[]
  readonly closed: () => boolean
}

/** A terminal of so many rows; `size` may change as it is watched. */
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
