import { dropped } from '../output-of.ts'
import type { Stage } from '../stage.ts'
import type { Mark } from './mark.ts'

/** Returns the stage of `--new`: it drops the records that an earlier run has printed. */
export function newStage(mark: Mark): Stage {
  return async function* (pages) {
    for await (const page of pages) {
      const items = page.items.map((item) => {
        const key = mark.keyOf(item.record)
        if (mark.meets(key) || item.outputs.length === 0) return dropped(item)
        if (!mark.isSilent) return item
        mark.skip(key, item.record)
        return dropped(item)
      })
      yield { ...page, items }
    }
  }
}
