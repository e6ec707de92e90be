/** The stages of `--new` and `--changes`, which compare records with those of earlier runs. */
import { changeOf } from '../read/changes.ts'
import type { Mark } from './mark.ts'
import { dropped } from './output-of.ts'
import type { Item, ItemPage, Stage } from './stage.ts'

/** Returns the stage of `--new`: it drops the records that an earlier run has printed. */
export function newStage(mark: Mark): Stage {
  return async function* (pages) {
    for await (const page of pages) {
      const items = page.items.map((item) => {
        const key = mark.keyOf(item.record)
        if (mark.noteListed(key) || item.outputs.length === 0) return dropped(item)
        if (!mark.isSilent) return item
        mark.skip(key, item.record)
        return dropped(item)
      })
      yield { ...page, items }
    }
  }
}

/**
 * Returns the stage of `--changes`: it replaces each record by its change since the last run. The records that are
 * gone follow at the end of a complete list.
 */
export function changesStage(mark: Mark): Stage {
  return async function* (pages) {
    const before = new Map(Object.entries(mark.records))
    const counts = { read: 0, hasGap: false }
    let last: ItemPage | undefined
    for await (const page of pages) {
      last = page
      counts.read += page.page.records.length
      counts.hasGap ||= page.page.hasGap
      const items = page.items.map((item): Item => {
        if (item.outputs.length === 0) return item
        const key = mark.keyOf(item.record)
        const change = changeOf(before.get(key), item.record)
        before.delete(key)
        mark.noteListed(key)
        if (!change) return dropped(item)
        if (!mark.isSilent) return { ...item, outputs: [{ ...change }] }
        mark.skip(key, item.record)
        return dropped(item)
      })
      yield { ...page, items }
    }
    const isWhole = !counts.hasGap && counts.read >= (last?.page.paging?.total ?? 0)
    if (!last || !isWhole || before.size === 0) return
    const items = [...before.values()].map((record): Item => {
      return { record, outputs: [{ event: 'removed', item: record }], isRemoved: true }
    })
    yield { items, page: { ...last.page, records: [], recordIds: [], count: 0, repeats: 0, missing: [] } }
  }
}
