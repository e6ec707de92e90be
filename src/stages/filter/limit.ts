import type { Item, Stage } from '../stage.ts'

/** Returns a stage that ends the reading after `limit` outputs. */
export function limitStage(limit: number): Stage {
  return async function* (pages) {
    let left = limit
    for await (const page of pages) {
      const items: Item[] = []
      for (const item of page.items) {
        if (left <= 0) break
        left -= item.outputs.length
        items.push(item)
      }
      yield { ...page, items }
      if (left <= 0) return
    }
  }
}
